import { ponOntsOptical } from '@linecard/driver-kit/modules'
import { keepAnswers, type AnswerKeeper, type Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fallingOnus } from './light/trend.ts'
import { changesSince } from './light/service.ts'
import { storeLight, type OpticalRow } from './light/store.ts'

/** What all slots of this plugin get. */
export interface OnuHistory {
  ctx: Context<Config>
  /** Stores the light that OLTs answer. */
  light: AnswerKeeper
}

export function setup(ctx: Context<Config>): OnuHistory {
  ctx.provide('onu-light', { changes: ids => changesSince(ctx.em(), ids) })
  ctx.provide('onu-trends', { falling: fallingOnus })
  return {
    ctx,
    light: keepAnswers(ctx, {
      what: 'the light of ONUs',
      wants: ({ module }) => module === ponOntsOptical.name,
      async write({ device_id: id, data, time }) {
        await storeLight(() => ctx.em(), id, data as OpticalRow[], time, ctx.config)
      },
    }),
  }
}

export const stop = ({ light }: OnuHistory): Promise<void> => light.stop()
