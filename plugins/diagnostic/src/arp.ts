import { isIPv4 } from 'node:net'
import { DeviceError, type Module, type ResultOf } from '@linecard/driver-kit'
import { arpInfo, arpPing, arps } from '@linecard/driver-kit/modules'
import {
  canonicalAddress,
  deviceNamed,
  type AnswerMeta,
  type Caller,
  type Context,
  type Source,
} from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import type { ArpPing } from './schemas/arp.ts'

/** An address in its canonical form. @throws ApiError DIAGNOSTIC_IP_INVALID */
export function parseAddress(ip: string): string {
  const address = canonicalAddress(ip)
  if (address === null)
    throw fail('DIAGNOSTIC_IP_INVALID', { ip: ip.slice(0, 60) }, [
      { path: 'ip', message: 'is not an IP address' },
    ])
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

/** Rows of either table in the same fields. */
const entriesOf = (module: Module, data: unknown): Entry[] =>
  module.name === arpInfo.name
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

/** Answers of a router that sends ARP requests itself, in the fields of older clients. */
const probesOf = (rows: ResultOf<typeof arpPing>, ip: string): ArpPing[] =>
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

/** An entry of the ARP table as a probe; null: there is no entry. */
function tableProbe(entry: Entry | null, seq: number, ip: string): ArpPing {
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

/**
 * Whether an address answers in the networks of a router. The router asks the address if it can; otherwise
 * its ARP table tells.
 * @throws ApiError, DeviceError
 */
export async function pingByArp(
  ctx: Context<Config>,
  { router, ip: given, from = 'device' }: { router: string | number; ip: string; from?: Source },
  caller: Caller,
  signal: AbortSignal,
): Promise<{ data: ArpPing[]; meta: Record<string, AnswerMeta> }> {
  const ip = parseAddress(given)
  const target = await deviceNamed(ctx, String(router), caller)
  const equipment = ctx.use('equipment')
  if (from === 'device' && isIPv4(ip) && equipment.supports(target.modelKey, arpPing)) {
    try {
      const { data, meta } = await equipment.call(target, arpPing, { ip }, { from, caller, signal })
      return { data: probesOf(data, ip), meta: { [arpPing.name]: meta } }
    } catch (error) {
      // The table can still be read if the login of the API is missing (AuthFailed), or if no network of the
      // router contains the address (BadArgument).
      if (!(error instanceof DeviceError) || (error.kind !== 'AuthFailed' && error.kind !== 'BadArgument'))
        throw error
    }
  }
  const module: Module | undefined = [arpInfo, arps].find(one => equipment.supports(target.modelKey, one))
  if (!module) throw fail('DIAGNOSTIC_NO_ARP', { ip: target.ip })
  // Only a request to the device can be limited to the address: a stored table has all addresses.
  const { data, meta } = await equipment.callByName(target, module.name, from === 'device' ? { ip } : {}, {
    from,
    caller,
    signal,
  })
  const found = entriesOf(module, data).filter(entry => entry.ip === ip)
  return {
    data:
      found.length > 0 ? found.map((entry, seq) => tableProbe(entry, seq, ip)) : [tableProbe(null, 0, ip)],
    meta: { [module.name]: meta },
  }
}
