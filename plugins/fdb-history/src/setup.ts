import type { Context } from '@linecard/plugin-kit'
import { holdersNow } from './asked/service.ts'
import type { Config } from './config.ts'
import { followAnswers, type Follower } from './follow.ts'

/** What all slots of this plugin get. */
export interface History {
  ctx: Context<Config>
  follower: Follower
}

export function setup(ctx: Context<Config>): History {
  ctx.provide('address-holders', { holders: (ip, caller) => holdersNow(ctx, caller, ip) })
  return { ctx, follower: followAnswers(ctx) }
}

export const stop = ({ follower }: History): Promise<void> => follower.stop()
