import type { BoundChannel, Context } from '@linecard/plugin-kit'
import { fail } from './errors.ts'

/** @throws NOTIFICATIONS_CHANNEL_UNKNOWN */
export function channelNamed(ctx: Pick<Context, 'use'>, type: string): BoundChannel {
  const all = ctx.use('installation').channels()
  const found = all.find(channel => channel.type === type)
  if (found) return found
  throw fail('NOTIFICATIONS_CHANNEL_UNKNOWN', { type, known: all.map(one => one.type).join(', ') }, [
    { path: 'type', message: 'is no channel' },
  ])
}
