import type { Context } from '@linecard/plugin-kit'
import type { Changer } from './plan.ts'
import { changerSaid } from './said.ts'

/** The last one who changed the device after a time: here, or else as the device says. Null: unknown. */
export async function changerOf(
  ctx: Pick<Context, 'find' | 'use'>,
  deviceId: number,
  since: Date,
): Promise<Changer | null> {
  const change = await ctx.use('action-log').lastChange(deviceId, since)
  const login = change?.user?.login
  return change && login ? { by: login, how: 'action', at: change.time } : changerSaid(ctx, deviceId, since)
}
