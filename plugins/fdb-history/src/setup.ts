import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { followAnswers, type Follower } from './follow.ts'

/** What all slots of this plugin get. */
export interface History {
  ctx: Context<Config>
  follower: Follower
}

export const setup = (ctx: Context<Config>): History => ({ ctx, follower: followAnswers(ctx) })

export const stop = ({ follower }: History): Promise<void> => follower.stop()
