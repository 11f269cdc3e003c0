import { cardList, cardStatus, interfacesList, ponPortsList } from '@linecard/driver-kit/modules'
import {
  gatherLive,
  metaOf,
  type Context,
  type LiveAsking,
  type LiveParts,
  type OnusAsked,
  type Place,
  type StoredPonPort,
} from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { rowsByPort, type OntsByPort } from './json.ts'
import { liveRows, quick, slow } from './live-rows.ts'
import { nodesOf } from './nodes.ts'
import { countsOf, picked } from './pick.ts'
import type { CardNode, Modules } from './schemas.ts'

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
