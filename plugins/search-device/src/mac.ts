import { parseMac } from '@linecard/driver-kit/codecs'
import { fdb, lldpInfo } from '@linecard/driver-kit/modules'
import type { SearchAsking } from './asking.ts'
import { candidates, type Candidate, type Wanted } from './devices.ts'
import { fail } from './errors.ts'
import type { FoundMac, DeviceSearchMeta } from './schemas.ts'
import { beginSearch, deviceRefOf, type Search } from './search.ts'
import type { ResultOf } from '@linecard/driver-kit'
import type { Answer, Target } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleInterfaces, visibleSightings } from '@linecard/inventory/read'

/** Sightings that the store gives for one address, at most. */
const maxSightings = 500

/** Types of interfaces with one subscriber. */
const isOnu = (type: string) => type === 'ONU' || type === 'UNI'

/**
 * Where the address was seen before on these devices: by device, the ports with the fewest addresses first.
 */
async function lastSightings(
  { ctx, caller }: SearchAsking,
  mac: string,
  devices: readonly Candidate[],
): Promise<Map<number, FoundMac[]>> {
  const byId = new Map(devices.map(device => [device.id, device]))
  const rows = await visibleSightings(ctx.em(), caller)
    .where(sql<boolean>`s.mac = ${mac}::macaddr`)
    .where('s.active', '=', true)
    .where(sql<boolean>`i.device_id = any (${[...byId.keys()]}::int[])`)
    .orderBy('p.macs', terms => terms.asc().nullsLast())
    .orderBy('s.last_seen', 'desc')
    .orderBy('i.id')
    .limit(maxSightings)
    .execute()
  const found = rows.flatMap((row): FoundMac[] => {
    const device = byId.get(row.device_id)
    if (!device) return []
    const parent = row.parent_bind_key === null ? null : Number(row.parent_bind_key)
    return [
      {
        mac,
        ...(row.vlan_id > 0 ? { vlan_id: row.vlan_id } : {}),
        source: 'history',
        interface: { id: Number(row.bind_key), name: row.name, type: row.type, parent, if_index: null },
        interface_id: row.interface_id,
        device: deviceRefOf(device),
        uplink: isOnu(row.type) ? false : row.macs === null ? null : row.macs > ctx.config.edge_macs,
        macs: row.macs,
        time: row.last_seen.toISOString(),
      },
    ]
  })
  return Map.groupBy(found, ({ device }) => device.id)
}

const keyOf = (deviceId: number, bindKey: string | number) => `${deviceId} ${bindKey}`

/** Rows of many devices with the ids of their stored interfaces: one look-up for all of them. */
async function withStoredIds({ ctx, caller }: SearchAsking, rows: readonly FoundMac[]): Promise<FoundMac[]> {
  const places = rows.flatMap(({ device, interface: at }) => (at ? [{ device: device.id, key: at.id }] : []))
  if (places.length === 0) return [...rows]
  const devices = places.map(({ device }) => device)
  const keys = places.map(({ key }) => key)
  const stored = await visibleInterfaces(ctx.em(), caller)
    .where(
      sql<boolean>`(i.device_id, i.bind_key) in (
        select * from unnest(${devices}::int[], ${keys}::bigint[]))`,
    )
    .execute()
  const ids = new Map(stored.map(({ id, device_id, bind_key }) => [keyOf(device_id, String(bind_key)), id]))
  return rows.map(row => ({
    ...row,
    interface_id: row.interface ? (ids.get(keyOf(row.device.id, row.interface.id)) ?? null) : null,
  }))
}

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
async function askFdb(
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

const order = ({ uplink, source }: FoundMac) =>
  (uplink === false ? 0 : uplink === null ? 2 : 4) + (source === 'device' ? 0 : 1)
/** Nothing is nearer to a customer than the ONU: also the switch before its OLT shows the address. */
const atOnu = ({ interface: at, source }: FoundMac) =>
  at && isOnu(at.type) ? (source === 'device' ? 0 : 1) : 2
/** ONUs first, then access ports, answers before stored sightings, few addresses before many. */
const byWorth = (a: FoundMac, b: FoundMac): number =>
  atOnu(a) - atOnu(b) ||
  order(a) - order(b) ||
  (a.macs ?? Infinity) - (b.macs ?? Infinity) ||
  a.device.id - b.device.id ||
  (a.interface?.id ?? 0) - (b.interface?.id ?? 0) ||
  (a.vlan_id ?? 0) - (b.vlan_id ?? 0)

/** Waits for work until the signal fires. The work goes on. */
const waitFor = (signal: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    work.then(resolve, reject)
  })

export interface WantedMac extends Wanted {
  mac: string
  /** Ask all devices although the port was found. */
  all?: boolean | undefined
}

interface Found {
  rows: FoundMac[]
  meta: DeviceSearchMeta
}

const fromStoreOnly = (sightings: Map<number, FoundMac[]>, devices: number): Found => {
  const rows = [...sightings.values()].flat().toSorted(byWorth)
  const meta = { answered: 0, failed: 0, not_asked: devices, complete: false, errors: [], skipped: [] }
  return { rows, meta: { total: rows.length, devices, ...meta } }
}

/**
 * Finds where a MAC address is, the best place first. A device that fails is noted in `meta`.
 * @throws ApiError for a wrong request
 */
export async function searchMac(
  asking: SearchAsking,
  { mac: given, all, ...wanted }: WantedMac,
): Promise<Found> {
  const { ctx, caller, from } = asking
  const mac = parseMac(given)
  if (mac === null)
    throw fail('SEARCH_DEVICE_MAC_INVALID', { mac: given.slice(0, 60) }, [
      { path: 'mac', message: 'is not a MAC address' },
    ])
  const devices = await candidates(ctx, caller, wanted, [fdb.name])
  const sightings = await lastSightings(asking, mac, devices)
  if (from === 'store') return fromStoreOnly(sightings, devices.length)

  const search = await beginSearch(asking, devices)
  const found = new Map<number, FoundMac[]>()
  const ask = async (device: Candidate) => {
    found.set(device.id, await askFdb(asking, mac, device, search))
  }
  // First the devices that had it last at a port that is not an uplink.
  const isLikely = ({ id }: Candidate) => sightings.get(id)?.some(({ uplink }) => uplink !== true) ?? false
  const likely = search.ask(devices.filter(isLikely), ask)
  // One of them may be silent: then the others are asked beside it.
  const headStart = AbortSignal.any([search.signal, AbortSignal.timeout(ctx.config.deadline_sec * 200)])
  await waitFor(headStart, likely)
  const atAccessPort = [...found.values()].flat().some(({ uplink }) => uplink === false)
  const others = devices.filter(device => !isLikely(device))
  await Promise.all([likely, (all ?? ctx.config.check_all) || !atAccessPort ? search.ask(others, ask) : null])
  // A device that was silent, or not asked, may still have it where it was seen last.
  const stored = [...sightings].filter(([id]) => !found.has(id)).flatMap(([, rows]) => rows)
  const answered = await withStoredIds(asking, [...found.values()].flat())
  const rows = [...answered, ...stored].toSorted(byWorth)
  return { rows, meta: search.meta(rows.length) }
}
