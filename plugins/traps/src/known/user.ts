import { ApiError, type Context, type SnmpAccess } from '@linecard/plugin-kit'

/** The user in the access profile of a device; null: it has none; undefined: it cannot be read now. */
async function userOf(ctx: Context, deviceId: number): Promise<SnmpAccess['user'] | null | undefined> {
  try {
    const { snmp } = await ctx.use('devices').target({ id: deviceId }, ctx.use('auth').system())
    return snmp.version === '3' ? (snmp.user ?? null) : null
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Users that are read at the same time: after a start all devices that send are new. */
const mostAtOnce = 8

/** Reads the users that the thread asks for, some at a time, and tells them. */
export function createUserReading(
  ctx: Context,
  tell: (deviceId: number, user: SnmpAccess['user'] | null | undefined) => void,
): (deviceId: number) => void {
  const waiting: number[] = []
  let running = 0
  const next = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const deviceId = id
      const user = await userOf(ctx, deviceId).catch((error: unknown) => {
        ctx.log.warn({ err: error, device_id: deviceId }, 'the SNMPv3 user of a device could not be read')
        return undefined
      })
      tell(deviceId, user)
    }
    running--
  }
  return deviceId => {
    waiting.push(deviceId)
    if (running >= mostAtOnce) return
    running++
    void next()
  }
}
