import { parseMac } from '@linecard/driver-kit/codecs'
import { fdb } from '@linecard/driver-kit/modules'
import { askFdb } from './ask-fdb.ts'
import type { SearchAsking } from './asking.ts'
import { candidates, type Candidate, type Wanted } from './devices.ts'
import { fail } from './errors.ts'
import type { FoundMac, DeviceSearchMeta } from './schemas.ts'
import { beginSearch } from './search.ts'
import { isOnu, lastSightings } from './sightings.ts'
import { withStoredIds } from './stored-ids.ts'

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
