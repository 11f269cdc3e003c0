import { isIPv4 } from 'node:net'
import { DeviceError, type Module, type ResultOf } from '@linecard/driver-kit'
import { arpInfo, arpPing as arpPingModule, arps } from '@linecard/driver-kit/modules'
import { Type as T, type Static } from 'typebox'
import {
  Id,
  canonicalAddress,
  closedObject,
  deviceNamed,
  sources,
  text,
  type AnswerMeta,
  type Caller,
  type Context,
  type Source,
} from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fail } from './errors.ts'

const ask = {
  router: T.Union([Id, text(60)], { description: 'Number of a router or L3 switch, or its IP address' }),
  ip: text(60, { minLength: 1, description: 'Address that is sought in its networks' }),
  from: T.Optional(sources),
}
export const ArpPingBody = closedObject(ask, { examples: [{ router: 17, ip: '192.0.2.55' }] })
export const ArpPingQuery = closedObject({
  ...ask,
  router: text(60, { minLength: 1, description: 'Number of a router or L3 switch, or its IP address' }),
})

/** One probe. What is not known is absent: older clients take no null. */
export const ArpPing = closedObject(
  {
    seq: T.Integer(),
    host: T.String({ description: 'The address' }),
    sent: T.Integer(),
    received: T.Integer({ description: '1: the address answered' }),
    packet_loss: T.Number({ description: '%' }),
    time: T.Optional(T.String({ description: 'Round trip; absent: the method has none' })),
    min_rtt: T.Optional(T.String()),
    avg_rtt: T.Optional(T.String()),
    max_rtt: T.Optional(T.String()),
    method: T.Enum(['arp', 'arp_table'], {
      description:
        "arp: the router asked now; arp_table: a resolved entry in the router's ARP table, which a router keeps for minutes to hours, says that the address answered",
    }),
    mac: T.Optional(T.String()),
    vlan_id: T.Optional(T.Integer()),
    interface: T.Optional(T.String()),
    status: T.Optional(T.String()),
  },
  {
    $id: 'diagnostic.ArpPing',
    examples: [
      {
        seq: 0,
        host: '192.0.2.55',
        sent: 1,
        received: 1,
        packet_loss: 0,
        method: 'arp_table',
        mac: '02:00:00:00:0A:01',
        vlan_id: 301,
        interface: 'Vlan301',
        status: 'Dynamic',
      },
    ],
  },
)
export type ArpPing = Static<typeof ArpPing>

/** An address in its one form. @throws ApiError DIAGNOSTIC_IP_INVALID */
export function addressOf(ip: string): string {
  const address = canonicalAddress(ip)
  if (address === null)
    throw fail('DIAGNOSTIC_IP_INVALID', { ip: ip.slice(0, 60) }, [{ path: 'ip', message: 'no IP address' }])
  return address
}

interface Entry {
  ip: string
  mac: string | null
  vlan: number | null
  at: string | null
  status: string | null
  dead: boolean
}

/** Rows of either table in the same words. */
const entriesOf = (module: Module, data: unknown): Entry[] =>
  module === arpInfo
    ? (data as ResultOf<typeof arpInfo>).map(({ ip, mac, vlan_id: vlan, interface: at, status }) => ({
        ip,
        mac,
        vlan,
        at,
        status,
        dead: status !== 'OK',
      }))
    : (data as ResultOf<typeof arps>).map(({ ip, mac, vlan_id: vlan, interface: at, status }) => ({
        ip,
        mac,
        vlan,
        at: at?.name ?? null,
        status,
        dead: status === 'Invalid',
      }))

const ms = (time: number | null, name: string) => (time === null ? {} : { [name]: `${time}ms` })

/** Answers of a router that asks its neighbour itself, in the fields of older clients. */
const probesOf = (rows: ResultOf<typeof arpPingModule>, ip: string): ArpPing[] =>
  rows.map((row, nth): ArpPing => {
    const sent = row.sent ?? 1
    const received = row.received ?? (row.status === null ? 1 : 0)
    return {
      seq: row.seq ?? nth,
      host: ip,
      sent,
      received,
      packet_loss: row['packet-loss'] ?? Math.round(100 * (1 - received / Math.max(1, sent))),
      method: 'arp',
      ...ms(row.time, 'time'),
      ...ms(row['min-rtt'], 'min_rtt'),
      ...ms(row['avg-rtt'], 'avg_rtt'),
      ...ms(row['max-rtt'], 'max_rtt'),
      ...(row.status === null ? {} : { status: row.status }),
    }
  })

/**
 * Whether an address answers in the networks of a router that the caller sees: asked by the router where it
 * can, else looked up in its ARP table.
 * @throws ApiError, DeviceError
 */
export async function arpPing(
  ctx: Context<Config>,
  { router, ip: given, from = 'device' }: { router: string | number; ip: string; from?: Source },
  caller: Caller,
  signal: AbortSignal,
): Promise<{ data: ArpPing[]; meta: Record<string, AnswerMeta> }> {
  const ip = addressOf(given)
  const target = await deviceNamed(ctx, String(router), caller)
  const equipment = ctx.use('equipment')
  if (from === 'device' && isIPv4(ip) && equipment.supports(target.modelKey, arpPingModule)) {
    try {
      const { data, meta } = await equipment.call(target, arpPingModule, { ip }, { from, caller, signal })
      return { data: probesOf(data, ip), meta: { [arpPingModule.name]: meta } }
    } catch (error) {
      // Without a login for its API, or a network in which the address lies, the router can still be asked
      // for its table.
      if (!(error instanceof DeviceError) || (error.kind !== 'AuthFailed' && error.kind !== 'BadArgument'))
        throw error
    }
  }
  const module: Module | undefined = [arpInfo, arps].find(one => equipment.supports(target.modelKey, one))
  if (!module) throw fail('DIAGNOSTIC_NO_ARP', { ip: target.ip })
  // A stored table is that of all addresses; a router that is asked now need not list them.
  const { data, meta } = await equipment.callByName(target, module.name, from === 'device' ? { ip } : {}, {
    from,
    caller,
    signal,
  })
  const found = entriesOf(module, data).filter(entry => entry.ip === ip)
  const probe = (seq: number, entry: Entry | null): ArpPing => {
    const answered = entry !== null && entry.mac !== null && !entry.dead
    return {
      seq,
      host: ip,
      sent: 1,
      received: answered ? 1 : 0,
      packet_loss: answered ? 0 : 100,
      method: 'arp_table',
      ...(entry?.mac ? { mac: entry.mac } : {}),
      ...(entry?.vlan == null ? {} : { vlan_id: entry.vlan }),
      ...(entry?.at ? { interface: entry.at } : {}),
      ...(entry?.status ? { status: entry.status } : {}),
    }
  }
  return {
    data: found.length > 0 ? found.map((entry, seq) => probe(seq, entry)) : [probe(0, null)],
    meta: { [module.name]: meta },
  }
}
