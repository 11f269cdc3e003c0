import { rest, slice } from '@linecard/driver-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { mostBack, parentsOf } from '../lines/lines.ts'
import { tables } from './tables.ts'

/** Hits that are counted. Later pages are empty. */
export const mostCounted = 10_000
/** Devices whose lines are read at once, and texts. */
const [devicesAtOnce, textsAtOnce] = [25, 20_000]

/** A line of a configuration that fits. */
interface Place {
  device_id: number
  version_id: string
  /** Ids of all lines of the configuration. */
  lines: readonly string[]
  at: number
}

/** Hits of these devices in their order, those of a page, and how many there are. */
export async function placesOf(
  em: SqlEntityManager,
  found: ReadonlyMap<string, string>,
  devices: readonly number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<{ places: Place[]; total: number; exact: boolean }> {
  const places: Place[] = []
  let total = 0
  const own = slice()
  for (let next = 0; next < devices.length; next += devicesAtOnce) {
    const some = devices.slice(next, next + devicesAtOnce)
    const { rows } = await sql<{ device_id: number; version_id: string; lines: string[] }>`
      select device_id, version_id::text as version_id, lines::text[] as lines from backups_device_lines
      where device_id = any (${some}::int[])`.execute(tables(em))
    const byId = new Map(rows.map(row => [row.device_id, row]))
    for (const id of some) {
      const row = byId.get(id)
      for (const [at, line] of (row?.lines ?? []).entries()) {
        if (own.over()) await rest()
        if (!found.has(line)) continue
        if (total >= offset && places.length < limit) places.push({ ...row!, at })
        if (++total >= mostCounted) return { places, total, exact: false }
      }
    }
  }
  return { places, total, exact: true }
}

/** A line with its number, from 1. */
export interface NumberedLine {
  line: number
  text: string
}
export interface Hit extends NumberedLine {
  device: { id: number }
  version_id: number
  before: string[]
  after: string[]
  /** The lines that it belongs to, the outermost first: `interface …` of an address. */
  section: NumberedLine[]
}

const maybeIndented = /^(?:\s|add\b|set\b|remove\b)/

/** The hits with the lines around them and the sections that they are in. */
export async function hitsAt(
  em: SqlEntityManager,
  found: ReadonlyMap<string, string>,
  places: readonly Place[],
  context: number,
): Promise<Hit[]> {
  const windows = places.map(({ lines, at }) => ({
    from: maybeIndented.test(found.get(lines[at]!) ?? '')
      ? Math.max(0, at - mostBack)
      : Math.max(0, at - context),
    to: Math.min(lines.length, at + context + 1),
  }))
  const texts = new Map(found)
  const missing = new Set<string>()
  for (const [n, { lines }] of places.entries())
    for (const id of lines.slice(windows[n]!.from, windows[n]!.to)) if (!texts.has(id)) missing.add(id)
  const ids = [...missing]
  for (let at = 0; at < ids.length; at += textsAtOnce) {
    const { rows } = await sql<{ id: string; text: string }>`
      select id::text as id, text from backups_line
      where id = any (${ids.slice(at, at + textsAtOnce)}::bigint[])`.execute(tables(em))
    for (const { id, text } of rows) texts.set(id, text)
  }
  const hits: Hit[] = []
  const own = slice()
  for (const [n, { device_id, version_id, lines, at }] of places.entries()) {
    const { from, to } = windows[n]!
    const shown = lines.slice(from, to).map(id => texts.get(id) ?? '')
    const here = at - from
    hits.push({
      device: { id: device_id },
      version_id: Number(version_id),
      line: at + 1,
      text: shown[here]!,
      before: shown.slice(Math.max(0, here - context), here),
      after: shown.slice(here + 1, here + 1 + context),
      section: parentsOf(shown, here).map(parent => ({ line: from + parent + 1, text: shown[parent]! })),
    })
    if (own.over()) await rest()
  }
  return hits
}
