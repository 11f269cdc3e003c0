import type { Context, DeviceMessage, DeviceMessages } from '@linecard/plugin-kit'
import type { HeardLine } from './intake/orders.ts'
import { tables } from './tables.ts'

/** One line, as others read it. */
const saidOf = (parts: readonly string[]): string => parts.filter(part => part !== '').join(' ')

/** The lines of devices of the inventory, for others. */
export const messagesOf = (lines: readonly HeardLine[]): DeviceMessage[] =>
  lines.flatMap(({ deviceId: id, at, app, msgId, message }) =>
    id === null ? [] : { device_id: id, time: new Date(at), said: saidOf([app, msgId, message]) },
  )

export const deviceMessages = (ctx: Pick<Context, 'em'>): DeviceMessages => ({
  async after(deviceId, time, limit) {
    const rows = await tables(ctx.em())
      .selectFrom('traps_syslog')
      .select(['time', 'app', 'msg_id', 'message'])
      .where('device_id', '=', deviceId)
      .where('time', '>', time)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ time: at, app, msg_id: id, message }) => ({
      device_id: deviceId,
      time: at,
      said: saidOf([app, id, message]),
    }))
  },
})
