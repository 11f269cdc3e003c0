import {
  cardList,
  cardStatus,
  interfacesList,
  ponPortsList,
  interfaceDescriptions,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  type InterfaceRef,
} from '@linecard/driver-kit/modules'
import {
  gatherLive,
  metaOf,
  type Context,
  type LiveAsking,
  type LiveParts,
  type OnusAsked,
  type Place,
  type StoredPonPort,
  type StoredOnu,
} from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { rowsByPort, type OntsByPort } from './json.ts'
import { nodesOf } from './nodes.ts'
import { countsOf, picked } from './pick.ts'
import type { CardNode, Modules } from './schemas.ts'
import { flatMapInSlices, rest, slice, type Module } from '@linecard/driver-kit'

/** Asked for every tree from the device, and from the cache. */
const quick: readonly Module[] = [ponOntsStatus, interfaceDescriptions, ponOntsSerial, ponOntsMacAddr]
/** Some OLTs ask every ONU over the fibre for them: only `from=device` does. Else they are as last read. */
const slow: readonly Module[] = [ponOntsOptical, ponOntsReasons, ponOntsVendor]

type Cells = Record<string, unknown>
interface Row extends Cells {
  interface: InterfaceRef
}

/** The fields of each module, by the fields of a row of the tree. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [ponOntsStatus.name]: { status: 'status', bind_status: 'bind_status' },
  [interfaceDescriptions.name]: { description: 'description' },
  [ponOntsOptical.name]: Object.fromEntries(
    ['rx', 'tx', 'olt_rx', 'temp', 'voltage', 'distance'].map(name => [name, name]),
  ),
  [ponOntsReasons.name]: {
    last_down_reason: 'last_down_reason',
    last_reg: 'last_reg',
    last_dereg: 'last_dereg',
  },
  [ponOntsVendor.name]: { vendor: 'vendor', model: 'model' },
}

const nothing: Omit<StoredOnu, 'interface'> = {
  id: null,
  ident: null,
  ident_type: null,
  status: null,
  bind_status: null,
  status_changed: null,
  last_down_reason: null,
  last_reg: null,
  last_dereg: null,
  rx: null,
  tx: null,
  olt_rx: null,
  temp: null,
  voltage: null,
  distance: null,
  optical_time: null,
  bad_since: null,
  description: null,
  vendor: null,
  model: null,
  agreement: null,
  comment: null,
  duplicate: null,
}
/** What the store knows and no module tells. */
const ofStore = ['id', 'status_changed', 'bad_since', 'agreement', 'comment', 'duplicate'] as const
/** What the store also tells if its modules were not asked. */
const ofSlow = slow.flatMap(({ name }) => Object.keys(fields[name]!))

/** Writes the cells that a module gave for one ONU. */
function take(onu: Cells, module: string, row: Row, time: string | null): void {
  if (module === ponOntsSerial.name && row['serial'] !== null)
    Object.assign(onu, { ident: row['serial'], ident_type: 'SERIAL' })
  if (module === ponOntsMacAddr.name && row['mac_address'] !== null && onu['ident'] === null)
    Object.assign(onu, { ident: row['mac_address'], ident_type: 'MAC' })
  for (const [field, cell] of Object.entries(fields[module] ?? {})) onu[field] = row[cell] ?? null
  if (module === ponOntsOptical.name && onu['rx'] !== null) onu['optical_time'] = time
}

/** The rows that the modules gave, with what only the store knows. */
async function liveRows(
  parts: LiveParts,
  stored: ReadonlyMap<number, StoredOnu>,
  only: number | null,
): Promise<StoredOnu[]> {
  const rows = new Map<number, StoredOnu>()
  const own = slice()
  for (const [module, { data, meta }] of parts) {
    if (!quick.concat(slow).some(({ name }) => name === module)) continue
    for (const row of (data ?? []) as Row[]) {
      if (own.over()) await rest()
      const { interface: at } = row
      if (at.type !== 'ONU' || (only !== null && at.id !== only && at.parent !== only)) continue
      let onu = rows.get(at.id)
      if (!onu) rows.set(at.id, (onu = { ...nothing, interface: at }))
      take(onu as unknown as Cells, module, row, meta.time)
    }
  }
  const asked = parts.has(ponOntsOptical.name)
  return flatMapInSlices(rows.values(), onu => {
    const known = stored.get(onu.interface.id)
    // Another ONU may have the place since the last reading.
    if (!known || (known.ident !== null && onu.ident !== null && known.ident !== onu.ident)) return [onu]
    for (const field of ofStore) Object.assign(onu, { [field]: known[field] })
    if (!asked)
      for (const field of [...ofSlow, 'optical_time'])
        Object.assign(onu, { [field]: known[field as keyof StoredOnu] })
    return [onu]
  })
}

export interface TreeRead {
  nodes: CardNode[]
  onts: OntsByPort
  /** The same rows, in their order, as JSON one a line. */
  lines(): AsyncIterable<string>
  total: number
  modules: Modules
}
type Asking = Omit<LiveAsking, 'expected' | 'ctx'> & {
  ctx: Pick<Context, 'use' | 'clock'>
  place: Place | undefined
  /** The rows are read as lines. */
  streamed: boolean
}

/** Cards and ports hardly change: an answer of the last minutes is enough also for `from=device`. */
const frame = [ponPortsList, cardList, cardStatus]
const lenient = () => fail('OLTS_PART_FAILED')
const framesOf = (asking: Asking): Promise<LiveParts> =>
  gatherLive(
    frame.map(module => ({ module, args: {} })),
    { ...asking, from: asking.from === 'store' ? 'store' : 'cache', lenient },
  )

/** Rows of a live tree that are written at once. */
const chunk = 1000

/** From what is stored: PostgreSQL selects, sorts and writes the rows. */
export async function storedTree(asking: Asking, wanted: OnusAsked): Promise<TreeRead> {
  const { ctx, target, caller, place, streamed } = asking
  const id = target.deviceId!
  const onus = ctx.use('onus')
  const asked = place ? { ...wanted, below: String(place.argument) } : wanted
  const [total, ports, groups, readings, parts] = await Promise.all([
    onus.total(id, asked, caller),
    onus.ports(id),
    asked.limit === 0 || (streamed && !place) ? [] : onus.byPort(id, asked, caller),
    onus.readings(id),
    framesOf(asking),
  ])
  if (!readings.some(({ module }) => module === interfacesList.name)) throw fail('OLTS_NEVER_READ')
  return {
    nodes: nodesOf(parts, place ? onlyPorts(ports, groups, place) : ports, !place),
    onts: new Map(groups.map(({ port, json }) => [port === null ? null : Number(port), json])),
    lines: () => onus.lines(id, asked, caller),
    total,
    modules: { ...metaOf(parts), ...readingsMeta(readings, ctx.clock()) },
  }
}

/** With `interface` only the port itself, or the ports of the ONUs that were found. */
const onlyPorts = (
  ports: readonly StoredPonPort[],
  groups: readonly { port: string | null }[],
  { argument }: Place,
): StoredPonPort[] =>
  ports.filter(({ bind_key: key }) => key === String(argument) || groups.some(({ port }) => port === key))

const readingsMeta = (
  readings: readonly { module: string; time: Date; error: string | null }[],
  now: Date,
): Modules =>
  Object.fromEntries(
    readings.map(({ module, time, error }) => [
      module,
      {
        source: 'store' as const,
        from_cache: true,
        time: time.toISOString(),
        age_sec: Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000)),
        spent_ms: null,
        error: error === null ? null : { code: 'OLTS_READING_FAILED', description: error },
        missing: [],
        answered_by: [],
        slowed: null,
      },
    ]),
  )

/** From the device, or from answers of the last minutes. */
export async function liveTree(asking: Asking, wanted: OnusAsked): Promise<TreeRead> {
  const { ctx, target, place, from } = asking
  const args = place ? { interface: place.argument } : {}
  const modules = from === 'device' ? [...quick, ...slow] : quick
  const rows = await gatherLive(
    modules.map(module => ({ module, args })),
    { ...asking, expected: place?.expected ?? null },
  )
  const onus = ctx.use('onus')
  const id = target.deviceId
  const [frames, stored, ports] = await Promise.all([
    framesOf(asking),
    id === null ? new Map() : onus.all(id),
    id === null ? [] : onus.ports(id),
  ])
  const only = place ? Number(place.argument) : null
  const all = await liveRows(rows, stored, Number.isNaN(only) ? null : only)
  const fits = await picked(all, wanted)
  const page = fits.slice(wanted.offset, wanted.offset + wanted.limit)
  const counts = countsOf(all)
  const counted = place ? ports : ports.map(port => ({ ...port, statuses: counts.get(keyOf(port)) ?? {} }))
  const shown = place ? counted.filter(port => counts.has(keyOf(port)) || keyOf(port) === only) : counted
  return {
    nodes: nodesOf(frames, withUnknown(shown, counts), !place),
    onts: await rowsByPort(page),
    async *lines() {
      for (let at = 0; at < page.length; at += chunk)
        yield page
          .slice(at, at + chunk)
          .map(onu => `${JSON.stringify(onu)}\n`)
          .join('')
    },
    total: fits.length,
    modules: { ...metaOf(frames), ...metaOf(rows) },
  }
}

const keyOf = ({ bind_key: key }: StoredPonPort) => (key === null ? null : Number(key))

/** The ports, and one for the ONUs of each port that is not stored. */
function withUnknown(
  ports: readonly StoredPonPort[],
  counts: ReadonlyMap<number | null, Record<string, number>>,
): StoredPonPort[] {
  const known = new Set(ports.map(keyOf))
  const more = [...counts].filter(([port]) => !known.has(port))
  return [
    ...ports,
    ...more.map(([port, statuses]) => ({
      id: null,
      bind_key: port === null ? null : String(port),
      name: null,
      status: null,
      admin_state: null,
      description: null,
      statuses,
    })),
  ]
}
