import type { ResultOf } from '@linecard/driver-kit'
import { parseMac } from '@linecard/driver-kit/codecs'
import { fdb, lldpInfo } from '@linecard/driver-kit/modules'
import type { Answer, Caller, Context, Logger, Source } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { candidates, type Candidate, type Wanted } from './devices.ts'
import { fail } from './errors.ts'
import { beginSearch, refOf, type Search } from './fan-out.ts'
import type { FoundMac, SearchMeta } from './schemas.ts'

export interface Asking {
  ctx: Context<Config>
  caller: Caller
  from: Source
  signal: AbortSignal
  log: Logger
}

/** A place where the address was seen before. */
interface Sighting {
  device_id: number
  interface_id: number
  bind_key: string
  name: string
  type: string
  parent_bind_key: string | null
  vlan_id: number
  last_seen: Date
  macs: number | null
}

/** Places at most that the store gives for one address. */
const SIGHTINGS = 500

const sightingsOf = ({ ctx }: Asking, mac: string, devices: readonly Candidate[]): Promise<Sighting[]> =>
  ctx.em().execute<Sighting[]>(
    `
  select i.device_id, i.id as interface_id, i.bind_key::text, i.name, i.type, i.parent_bind_key::text, s.vlan_id, s.last_seen, p.macs
  from inventory_sighting s join inventory_interface i on i.id = s.interface_id left join inventory_sighting_port p on p.interface_id = i.id
  where s.mac = ?::macaddr and s.active and i.device_id = any (?::int[]) order by p.macs nulls last, s.last_seen desc, i.id limit ${SIGHTINGS}`,
    [mac, `{${devices.map(({ id }) => id).join(',')}}`],
  )

const isOnu = (type: string) => type === 'ONU' || type === 'UNI'

function fromStore(
  mac: string,
  device: Candidate,
  { config: { edge_macs: most } }: Pick<Context<Config>, 'config'>,
  seen: Sighting,
): FoundMac {
  const parent = seen.parent_bind_key === null ? {} : { parent: Number(seen.parent_bind_key) }
  return {
    mac,
    ...(seen.vlan_id > 0 ? { vlan_id: seen.vlan_id } : {}),
    source: 'history',
    interface: { id: Number(seen.bind_key), name: seen.name, type: seen.type, ...parent },
    interface_id: seen.interface_id,
    device: refOf(device),
    uplink: isOnu(seen.type) ? false : seen.macs === null ? null : seen.macs > most,
    macs: seen.macs,
    time: new Date(seen.last_seen).toISOString(),
  }
}

type Row = ResultOf<typeof fdb>[number]
const lackingOf = ({ meta }: Answer<unknown>) =>
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
 * Ports behind which another device says by LLDP that it stands; null: not known. Of the last minutes: cables
 * are not moved that often.
 */
async function neighboursAt(
  { ctx, caller, from }: Asking,
  target: Parameters<ReturnType<typeof ctx.use<'equipment'>>['call']>[0],
  { model }: Candidate,
  signal: AbortSignal,
): Promise<Set<number> | null> {
  const equipment = ctx.use('equipment')
  if (!equipment.supports(model, lldpInfo)) return null
  try {
    const { data } = await equipment.call(
      target,
      lldpInfo,
      {},
      { from: from === 'store' ? 'store' : 'cache', caller, signal },
    )
    return new Set(data.remotes.flatMap(({ loc_interface: at }) => at?.id ?? []))
  } catch {
    // It only orders the answer; whether the port is an uplink is then told by its addresses alone.
    return null
  }
}

/** Asks one device for its whole table: that many addresses stand behind a port tells an uplink. */
async function askDevice(
  asking: Asking,
  mac: string,
  device: Candidate,
  search: Search,
): Promise<FoundMac[]> {
  const { ctx, caller, from } = asking
  const target = await ctx.use('devices').target({ id: device.id }, caller)
  const answer = await ctx.use('equipment').call(target, fdb, {}, { from, caller, signal: search.signal })
  const lacking = lackingOf(answer)
  if (lacking) search.lacking(device, lacking)
  const hits = answer.data.filter(row => row.mac_address === mac)
  if (hits.length === 0) return []
  const macs = new Map<number, Set<string>>()
  for (const { interface: at, mac_address } of answer.data)
    if (at) macs.set(at.id, (macs.get(at.id) ?? new Set()).add(mac_address))
  const neighbours = await neighboursAt(asking, target, device, search.signal)
  const stored = new Map(
    (
      await ctx
        .em()
        .execute<{ id: number; bind_key: string }[]>(
          'select id, bind_key::text from inventory_interface where device_id = ? and bind_key = any (?::bigint[])',
          [device.id, `{${hits.flatMap(({ interface: at }) => at?.id ?? []).join(',')}}`],
        )
    ).map(({ id, bind_key }) => [bind_key, id]),
  )
  const most = ctx.config.edge_macs
  return hits.map(({ interface: at, vlan_id: vlan, status }: Row): FoundMac => {
    const count = at ? macs.get(at.id)!.size : null
    return {
      mac,
      ...(vlan === null ? {} : { vlan_id: vlan }),
      ...(status === null ? {} : { status }),
      source: 'device',
      ...(at
        ? {
            interface: {
              id: at.id,
              name: at.name,
              type: at.type,
              ...(at.parent === null ? {} : { parent: at.parent }),
              ...(at.if_index === null ? {} : { if_index: at.if_index }),
            },
          }
        : {}),
      interface_id: at ? (stored.get(String(at.id)) ?? null) : null,
      device: refOf(device),
      uplink: at === null ? null : isOnu(at.type) ? false : neighbours?.has(at.id) === true || count! > most,
      macs: count,
      time: answer.meta.time,
    }
  })
}

const order = ({ uplink, source }: FoundMac) =>
  (uplink === false ? 0 : uplink === null ? 2 : 4) + (source === 'device' ? 0 : 1)
/** Access ports first, what a device said before what is remembered, few addresses before many. */
export const byWorth = (a: FoundMac, b: FoundMac): number =>
  order(a) - order(b) ||
  (a.macs ?? Infinity) - (b.macs ?? Infinity) ||
  a.device.id - b.device.id ||
  (a.interface?.id ?? 0) - (b.interface?.id ?? 0) ||
  (a.vlan_id ?? 0) - (b.vlan_id ?? 0)

export interface WantedMac extends Wanted {
  mac: string
  all?: boolean | undefined
}

/**
 * Where a MAC address is, the best place first. @throws ApiError for what is wrong with the question; never
 * for a device
 */
export async function searchMac(
  asking: Asking,
  { mac: given, all, ...wanted }: WantedMac,
): Promise<{ rows: FoundMac[]; meta: SearchMeta }> {
  const { ctx, caller, from } = asking
  const mac = parseMac(given)
  if (mac === null)
    throw fail('SEARCH_DEVICE_MAC_INVALID', { mac: given.slice(0, 60) }, [
      { path: 'mac', message: 'no MAC address' },
    ])
  const devices = await candidates(ctx, caller, wanted, [fdb.name])
  const byId = new Map(devices.map(device => [device.id, device]))
  const seen = Map.groupBy(
    (await sightingsOf(asking, mac, devices)).filter(({ device_id: id }) => byId.has(id)),
    ({ device_id: id }) => id,
  )
  const remembered = (ids: Iterable<number>) =>
    [...ids].flatMap(id => (seen.get(id) ?? []).map(one => fromStore(mac, byId.get(id)!, ctx, one)))
  if (from === 'store') {
    const rows = remembered(seen.keys()).toSorted(byWorth)
    return {
      rows,
      meta: {
        total: rows.length,
        devices: devices.length,
        answered: 0,
        failed: 0,
        not_asked: devices.length,
        complete: false,
        errors: [],
      },
    }
  }
  const { search, end } = beginSearch(ctx, devices.length, asking.signal, asking.log)
  try {
    const found = new Map<number, FoundMac[]>()
    const work = async (device: Candidate) => {
      found.set(device.id, await askDevice(asking, mac, device, search))
    }
    const likely = new Set(
      remembered(seen.keys())
        .filter(({ uplink }) => uplink !== true)
        .map(({ device }) => device.id),
    )
    await search.ask(
      devices.filter(({ id }) => likely.has(id)),
      work,
    )
    const enough =
      !(all ?? ctx.config.check_all) && [...found.values()].flat().some(({ uplink }) => uplink === false)
    if (!enough)
      await search.ask(
        devices.filter(({ id }) => !likely.has(id)),
        work,
      )
    // A device that was silent or spared may still have it where it was.
    const rows = [
      ...[...found.values()].flat(),
      ...remembered([...seen.keys()].filter(id => !found.has(id))),
    ].toSorted(byWorth)
    return { rows, meta: search.meta(rows.length) }
  } finally {
    end()
  }
}
