import {
  ApiError,
  type Caller,
  type Context,
  type PingAnswer,
  type SnmpAccess,
  type Target,
} from '@linecard/plugin-kit'
import { parseAddress } from './arp.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import type { PingView } from './schemas/reach.ts'

export interface PingTarget {
  device_id?: number
  ip?: string
}

/**
 * The address that a request means. A user who is limited to device groups can only name devices of these
 * groups: the address of another device is as unknown as one without a device.
 * @throws ApiError DIAGNOSTIC_TARGET_MISSING, DIAGNOSTIC_ADDRESS_UNKNOWN, DIAGNOSTIC_IP_INVALID
 */
export async function reachable(
  ctx: Context<Config>,
  { device_id: id, ip: given }: PingTarget,
  caller: Caller,
): Promise<{ ip: string; snmp?: SnmpAccess }> {
  if ((id === undefined) === (given === undefined))
    throw fail('DIAGNOSTIC_TARGET_MISSING', {}, [
      { path: 'device_id', message: 'either this or ip is needed' },
    ])
  const devices = ctx.use('devices')
  if (id !== undefined) {
    const { ip } = await devices.named(id, caller)
    // Without an access profile a device can still be pinged.
    const target = await devices
      .target({ id }, caller)
      .catch(ifCode('INVENTORY_ACCESS_MISSING', 'INVENTORY_SNMP_USER_MISSING'))
    return { ip, ...withSnmp(target) }
  }
  const ip = parseAddress(given!)
  const unknown = caller.groupIds === null ? ['INVENTORY_DEVICE_UNKNOWN'] : []
  try {
    const target = await devices
      .target({ ip }, caller)
      .catch(ifCode('INVENTORY_ACCESS_MISSING', 'INVENTORY_SNMP_USER_MISSING', ...unknown))
    return { ip, ...withSnmp(target) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVENTORY_DEVICE_UNKNOWN')
      throw fail('DIAGNOSTIC_ADDRESS_UNKNOWN', { ip })
    throw error
  }
}

/** Access over SNMP, if it is on. */
const withSnmp = (target: Target | null): { snmp?: SnmpAccess } =>
  target && !target.snmp.off ? { snmp: target.snmp } : {}

/** Null for an ApiError with one of these codes. Throws every other error. */
const ifCode =
  (...codes: readonly string[]) =>
  (error: unknown): null => {
    if (error instanceof ApiError && codes.includes(error.code)) return null
    throw error
  }

const rounded = (value: number) => Math.round(value * 1000) / 1000

export function pingView({ ip, method, instead, sent, received, times_ms }: PingAnswer): PingView {
  const times = times_ms.filter(time => time !== null)
  const [min, max] = [Math.min(...times), Math.max(...times)]
  const timing =
    times.length === 0
      ? { min_ms: null, avg_ms: null, max_ms: null }
      : {
          min_ms: min,
          avg_ms: rounded(times.reduce((sum, time) => sum + time, 0) / times.length),
          max_ms: max,
        }
  return {
    ip,
    alive: received > 0,
    method,
    instead,
    sent,
    received,
    packet_loss: rounded((100 * (sent - received)) / sent),
    times_ms,
    ...timing,
  }
}
