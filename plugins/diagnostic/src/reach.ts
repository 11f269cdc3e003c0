import { Type as T, type Static } from 'typebox'
import {
  ApiError,
  Id,
  closedObject,
  nullable,
  text,
  type Caller,
  type Context,
  type PingAnswer,
  type SnmpAccess,
} from '@linecard/plugin-kit'
import { addressOf } from './arp.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'

const who = {
  device_id: T.Optional(Id),
  ip: T.Optional(
    text(60, {
      description:
        'An address in the networks of the equipment, instead of device_id. Whoever is limited to device groups: one of a device that they see',
    }),
  ),
}
export const PingBody = closedObject(
  {
    ...who,
    count: T.Optional(T.Integer({ minimum: 1, maximum: 20, description: 'Probes' })),
    timeout_ms: T.Optional(
      T.Integer({ minimum: 50, maximum: 10_000, description: 'Longest wait for each answer' }),
    ),
  },
  { examples: [{ device_id: 17, count: 4 }] },
)
export const TraceBody = closedObject(
  { ...who, max_hops: T.Optional(T.Integer({ minimum: 1, maximum: 64 })) },
  { examples: [{ device_id: 17 }] },
)

export const PingView = closedObject(
  {
    ip: T.String(),
    alive: T.Boolean({ description: 'At least one probe was answered' }),
    method: T.Enum(['icmp', 'tcp', 'snmp'], {
      description: 'tcp: a handshake with port 22, 23 or 80, where a refusal is an answer; snmp: sysUpTime',
    }),
    instead: nullable(T.String({ description: 'Why it was not asked by ICMP' })),
    sent: T.Integer(),
    received: T.Integer(),
    packet_loss: T.Number({ description: '%' }),
    times_ms: T.Array(nullable(T.Number()), { description: 'Of each probe; null: no answer' }),
    min_ms: nullable(T.Number()),
    avg_ms: nullable(T.Number()),
    max_ms: nullable(T.Number()),
  },
  {
    $id: 'diagnostic.Ping',
    examples: [
      {
        ip: '192.0.2.17',
        alive: true,
        method: 'icmp',
        instead: null,
        sent: 4,
        received: 3,
        packet_loss: 25,
        times_ms: [1.21, 1.09, null, 1.3],
        min_ms: 1.09,
        avg_ms: 1.2,
        max_ms: 1.3,
      },
    ],
  },
)

export const TraceView = closedObject(
  {
    ip: T.String(),
    reached: T.Boolean({ description: 'The address itself answered' }),
    complete: T.Boolean({ description: 'False: the time ran out first' }),
    hops: T.Array(
      closedObject({
        hop: T.Integer(),
        ip: nullable(T.String({ description: 'Null: nobody answered' })),
        time_ms: nullable(T.Number()),
        note: nullable(T.String({ description: '!H host, !N network unreachable, !X forbidden' })),
      }),
    ),
  },
  {
    $id: 'diagnostic.Trace',
    examples: [
      {
        ip: '192.0.2.17',
        reached: true,
        complete: true,
        hops: [
          { hop: 1, ip: '198.51.100.1', time_ms: 0.4, note: null },
          { hop: 2, ip: null, time_ms: null, note: null },
          { hop: 3, ip: '192.0.2.17', time_ms: 1.2, note: null },
        ],
      },
    ],
  },
)

export interface Who {
  device_id?: number
  ip?: string
}

/**
 * Which address is meant. Whoever sees only some device groups can name their devices only: an address that
 * is a hidden device's is as unknown as one that nobody has. @throws ApiError
 */
export async function reachable(
  ctx: Context<Config>,
  { device_id: id, ip: given }: Who,
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
    return { ip, ...(target ? { snmp: target.snmp } : {}) }
  }
  const ip = addressOf(given!)
  const unknown = caller.groupIds === null ? ['INVENTORY_DEVICE_UNKNOWN'] : []
  try {
    const target = await devices
      .target({ ip }, caller)
      .catch(ifCode('INVENTORY_ACCESS_MISSING', 'INVENTORY_SNMP_USER_MISSING', ...unknown))
    return { ip, ...(target ? { snmp: target.snmp } : {}) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVENTORY_DEVICE_UNKNOWN')
      throw fail('DIAGNOSTIC_ADDRESS_UNKNOWN', { ip })
    throw error
  }
}

/** Nothing for an ApiError of these codes; throws on what is any other. */
const ifCode =
  (...codes: readonly string[]) =>
  (error: unknown): null => {
    if (error instanceof ApiError && codes.includes(error.code)) return null
    throw error
  }

const rounded = (value: number) => Math.round(value * 1000) / 1000

export function pingView({
  ip,
  method,
  instead,
  sent,
  received,
  times_ms,
}: PingAnswer): Static<typeof PingView> {
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
