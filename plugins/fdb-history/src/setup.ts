import { fdbSwitchedOff, type Context } from '@linecard/plugin-kit'
import { holdersNow } from './asked/service.ts'
import type { Config } from './config.ts'
import { forgetOff } from './forget.ts'

/** What all slots of this plugin get. */
export interface History {
  ctx: Context<Config>
  unfollow(): void
}

export function setup(ctx: Context<Config>): History {
  ctx.provide('address-holders', { holders: (ip, caller) => holdersNow(ctx, caller, ip) })
  return { ctx, unfollow: ctx.events.on(fdbSwitchedOff, ({ interface_id: id }) => forgetOff(ctx.em(), [id])) }
}

export const stop = ({ unfollow }: History): void => unfollow()
