import type { ResultOf } from '@linecard/driver-kit'
import { arpInfo, arps } from '@linecard/driver-kit/modules'
import { canonicalAddress } from '@linecard/plugin-kit'
import type { SearchAsking } from './asking.ts'
import { candidates, type Candidate, type Wanted } from './devices.ts'
import { fail } from './errors.ts'
import type { ArpRecord, DeviceSearchMeta } from './schemas.ts'
import { beginSearch, deviceRefOf, type Search } from './search.ts'

type Entry = Omit<ArpRecord, 'device' | 'time'>

const infoEntry = ({
  ip,
  mac,
  dynamic,
  comment,
  vlan_id: vlan,
  status,
  extra,
}: ResultOf<typeof arpInfo>[number]): Entry => ({
  ip,
  ...(mac === null ? {} : { mac }),
  ...(dynamic === null ? {} : { dinamic: dynamic ? 'true' : 'false' }),
  comment: comment ?? '',
  ...(vlan === null ? {} : { vlan_id: vlan }),
  status,
  extra: { interface_name: extra.interface_name },
})
const arpEntry = ({
  ip,
  mac,
  status,
  vlan_id: vlan,
  interface: at,
}: ResultOf<typeof arps>[number]): Entry => ({
  ip,
  ...(mac === null ? {} : { mac }),
  ...(status === 'Dynamic' || status === 'Static'
    ? { dinamic: status === 'Dynamic' ? 'true' : 'false' }
    : {}),
  comment: '',
  ...(vlan === null ? {} : { vlan_id: vlan }),
  ...(status === null ? {} : { status }),
  extra: at ? { interface_name: at.name, interface_id: at.id } : {},
})

/** Entries of one router. Only an answer from the device can be limited to the address. */
async function askRouter(
  { ctx, caller, from }: SearchAsking,
  ip: string,
  device: Candidate,
  search: Search,
): Promise<ArpRecord[]> {
  const equipment = ctx.use('equipment')
  const target = search.target(device)
  const [args, options] = [from === 'device' ? { ip } : {}, { from, caller, signal: search.signal }]
  const hasInfo = equipment.supports(device.model, arpInfo)
  const { data, meta } = hasInfo
    ? await equipment
        .call(target, arpInfo, args, options)
        .then(({ data: rows, meta: told }) => ({ data: rows.map(infoEntry), meta: told }))
    : await equipment
        .call(target, arps, args, options)
        .then(({ data: rows, meta: told }) => ({ data: rows.map(arpEntry), meta: told }))
  if (meta.error) search.incomplete(device, meta.error)
  return data
    .filter(entry => canonicalAddress(entry.ip) === ip)
    .map(entry => ({ ...entry, device: deviceRefOf(device), time: meta.time }))
}

const routers = new Set(['ROUTER', 'ROUTEROS', 'L3', 'FIREWALL'])
const dead = new Set(['Invalid', 'invalid', 'disabled'])

export interface WantedIp extends Wanted {
  ip: string
}

/**
 * Finds the entries of an IP address in ARP tables: resolved ones first, those of routers before those of
 * switches. A device that fails is noted in `meta`.
 * @throws ApiError for a wrong request
 */
export async function searchIp(
  asking: SearchAsking,
  { ip: given, ...wanted }: WantedIp,
): Promise<{ rows: ArpRecord[]; meta: DeviceSearchMeta }> {
  const ip = canonicalAddress(given)
  if (ip === null)
    throw fail('SEARCH_DEVICE_IP_INVALID', { ip: given.slice(0, 60) }, [
      { path: 'ip', message: 'is not an IP address' },
    ])
  const devices = await candidates(asking.ctx, asking.caller, wanted, [arpInfo.name, arps.name])
  const types = new Map(devices.map(({ id, type }) => [id, type]))
  const search = await beginSearch(asking, devices)
  const found: ArpRecord[] = []
  await search.ask(devices, async device => {
    found.push(...(await askRouter(asking, ip, device, search)))
  })
  const order = ({ mac, status, device }: ArpRecord) =>
    (mac && !dead.has(status ?? '') ? 0 : 2) + (routers.has(types.get(device.id) ?? '') ? 0 : 1)
  const rows = found.toSorted((a, b) => order(a) - order(b) || a.device.id - b.device.id)
  return { rows, meta: search.meta(rows.length) }
}
