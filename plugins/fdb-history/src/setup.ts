import { arpInfo, arps, fdb } from '@linecard/driver-kit/modules'
import {
  fdbSwitchedOff,
  keepAnswers,
  type AnswerKeeper,
  type Context,
  type FdbSwitchedOff,
} from '@linecard/plugin-kit'
import { holdersNow } from './asked/service.ts'
import type { Config } from './config.ts'
import { forgetOff } from './forget.ts'
import { keepArp, keepFdb } from './kept.ts'

/** What all slots of this plugin get. */
export interface History {
  ctx: Context<Config>
  /** Stores whole FDB and ARP tables that devices answer. */
  tables: AnswerKeeper
  unfollow(): void
}

/** What stores an answer of these modules. */
const writers: Readonly<Record<string, typeof keepFdb>> = {
  [fdb.name]: keepFdb,
  [arps.name]: keepArp,
  // It has no neighbours of IPv6: what it lacks may be in the other table.
  [arpInfo.name]: (ctx, answered) => keepArp(ctx, { ...answered, complete: false }),
}

export function setup(ctx: Context<Config>): History {
  ctx.provide('address-holders', { holders: (ip, caller) => holdersNow(ctx, caller, ip) })
  return {
    ctx,
    tables: keepAnswers(ctx, {
      what: 'the addresses of a device',
      wants: ({ module, args }) => Object.hasOwn(writers, module) && Object.keys(args).length === 0,
      async write({ device_id: deviceId, module, ...answered }) {
        await writers[module]!(ctx, { deviceId, ...answered })
      },
    }),
    unfollow: ctx.events.on(fdbSwitchedOff, payload =>
      forgetOff(ctx.em(), [(payload as FdbSwitchedOff).interface_id]),
    ),
  }
}

export async function stop({ tables, unfollow }: History): Promise<void> {
  unfollow()
  await tables.stop()
}
