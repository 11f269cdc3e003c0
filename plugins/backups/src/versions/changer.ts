import type { Context } from '@linecard/plugin-kit'
import type { Changer } from './plan.ts'

/** The last one who changed the device here after a time; null: nobody here did, as far as is known. */
export async function changerOf(
  ctx: Pick<Context, 'use'>,
  deviceId: number,
  since: Date,
): Promise<Changer | null> {
  const change = await ctx.use('action-log').lastChange(deviceId, since)
  const login = change?.user?.login
  return change && login ? { by: login, how: 'action', at: change.time } : null
}
