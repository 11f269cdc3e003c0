import type { ResultOf } from '@linecard/driver-kit'
import { fdb, lldpInfo } from '@linecard/driver-kit/modules'
import type { Answer, Target } from '@linecard/plugin-kit'
import type { SearchAsking } from './asking.ts'
import type { Candidate } from './devices.ts'
import type { FoundMac } from './schemas.ts'
import { deviceRefOf, type Search } from './search.ts'
import { isOnu } from './sightings.ts'

type Row = ResultOf<typeof fdb>[number]

/** Why an answer is not whole or not new; null if it is. */
const incompletenessOf = ({ meta }: Answer<unknown>) =>
  meta.error ??
  (meta.missing.length > 0
    ? {
        code: 'DEVICE_ANSWER_INCOMPLETE',
        description: `Did not arrive: ${meta.missing
          .slice(0, 3)
          .map(({ what, reason }) => `${what} (${reason})`)
          .join(', ')}`,
      }
    : null)

/**
 * Bind keys of the ports with an LLDP neighbour; null: not known. An answer of the last minutes is
 * sufficient, because cables are not moved that often.
 */
async function neighboursAt(
  { ctx, caller, from }: SearchAsking,
  target: Target,
  signal: AbortSignal,
): Promise<Set<number> | null> {
  const equipment = ctx.use('equipment')
  if (!equipment.supports(target.modelKey, lldpInfo)) return null
  try {
    const source = from === 'store' ? 'store' : 'cache'
    const { data } = await equipment.call(target, lldpInfo, {}, { from: source, caller, signal })
    return new Set(data.remotes.flatMap(({ loc_interface: at }) => at?.id ?? []))
  } catch {
    // Not fatal: the number of addresses behind a port then decides alone whether it is an uplink.
    return null
  }
}

/**
 * Rows of PON ports as rows of the ONUs behind them. Some OLTs tell the ONU of an address only for one port:
 * then that port is asked. What it does not tell stays as it is.
 */
async function atOnus(
  { ctx, caller, from }: SearchAsking,
  target: Target,
  mac: string,
  hits: readonly Row[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const ports = new Set(hits.flatMap(({ interface: at }) => (at?.type === 'PON' ? at.id : [])))
  if (ports.size === 0 || hits.some(({ interface: at }) => at && isOnu(at.type))) return hits
  const found = new Map<number, Row[]>()
  for (const port of ports) {
    try {
      const asked = { interface: port, mac }
      const { data } = await ctx.use('equipment').call(target, fdb, asked, { from, caller, signal })
      const below = data.filter(row => row.mac_address === mac && row.interface && isOnu(row.interface.type))
      if (below.length > 0) found.set(port, below)
    } catch {
      // Not fatal: the port is known.
    }
  }
  return hits.flatMap(row => (row.interface ? (found.get(row.interface.id) ?? [row]) : [row]))
}

/** Different addresses behind each port. */
function countByPort(rows: readonly Row[]): Map<number, number> {
  const macs = new Map<number, Set<string>>()
  for (const { interface: at, mac_address } of rows)
    if (at) macs.set(at.id, (macs.get(at.id) ?? new Set()).add(mac_address))
  return new Map([...macs].map(([id, set]) => [id, set.size]))
}

const shownInterface = ({ id, name, type, parent, if_index }: NonNullable<Row['interface']>) => ({
  id,
  name,
  type,
  parent,
  if_index,
})

/**
 * Asks one device for its whole FDB and finds the address in it. The whole table is needed: many addresses
 * behind a port make it an uplink. `interface_id` is still null: it is looked up for all devices together.
 */
export async function askFdb(
  asking: SearchAsking,
  mac: string,
  device: Candidate,
  search: Search,
): Promise<FoundMac[]> {
  const { ctx, caller, from } = asking
  const target = search.target(device)
  const answer = await ctx.use('equipment').call(target, fdb, {}, { from, caller, signal: search.signal })
  const problem = incompletenessOf(answer)
  if (problem) search.incomplete(device, problem)
  const hits = answer.data.filter(row => row.mac_address === mac)
  if (hits.length === 0) return []
  const ended = await atOnus(asking, target, mac, hits, search.signal)
  const counts = countByPort([...answer.data, ...ended])
  const neighbours = await neighboursAt(asking, target, search.signal)
  const isUplink = (id: number) => neighbours?.has(id) === true || counts.get(id)! > ctx.config.edge_macs
  return ended.map(({ interface: at, vlan_id: vlan, status }): FoundMac => ({
    mac,
    ...(vlan === null ? {} : { vlan_id: vlan }),
    ...(status === null ? {} : { status }),
    source: 'device',
    interface: at ? shownInterface(at) : null,
    interface_id: null,
    device: deviceRefOf(device),
    uplink: at === null ? null : !isOnu(at.type) && isUplink(at.id),
    macs: at ? counts.get(at.id)! : null,
    time: answer.meta.time,
  }))
}
