import { ApiError, type Context, type SnmpAccess } from '@linecard/plugin-kit'

/** The user of SNMPv3 in the access profile of a device; null: it has none. */
export async function userOf(ctx: Context, deviceId: number): Promise<SnmpAccess['user'] | null> {
  try {
    const { snmp } = await ctx.use('devices').target({ id: deviceId }, ctx.use('auth').system())
    return snmp.version === '3' ? (snmp.user ?? null) : null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
