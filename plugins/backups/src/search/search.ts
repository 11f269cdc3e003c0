import { withDevices, type Caller } from '@linecard/plugin-kit'
import { type SqlEntityManager, sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { hitsAt, placesOf } from './hits.ts'
import { matcherOf, type Wanted, type Matcher } from './matcher.ts'
import { rest, slice } from '@linecard/driver-kit'
import { fail } from '../errors.ts'
import { tables } from './tables.ts'
import { visibleDevices } from '@linecard/inventory/read'

/** Which devices are searched. */
interface Scope {
  device_id?: number
  group_id?: number
  model_id?: number
}

/** The devices that are searched, and how much of them can be. */
interface Searched {
  /** With an index, by name. */
  ids: number[]
  /** A newer version is not in the index yet. */
  pending: number
  /** No configuration is stored, or it is not in the index yet. */
  without: number
  /** Only the first lines are in the index. */
  cut: number
}

/** The devices of a scope that the caller sees. */
async function searched(em: SqlEntityManager, caller: Caller, scope: Scope): Promise<Searched> {
  const { device_id: device, group_id: group, model_id: model } = scope
  const where = sql.join(
    [
      sql`true`,
      ...(device === undefined ? [] : [sql`d.id = ${device}`]),
      ...(group === undefined ? [] : [sql`d.group_id = ${group}`]),
      ...(model === undefined ? [] : [sql`d.model_id = ${model}`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<{ id: number; indexed: boolean; pending: boolean; cut: boolean }>`
    select d.id, l.device_id is not null as indexed, l.version_id <> v.id as pending,
      coalesce(l.cut, false) as cut
    from (${visibleDevices(em, caller)}) d
    left join backups_device_lines l on l.device_id = d.id
    left join backups_version v on v.device_id = d.id and v.valid_until is null
    where ${where} order by d.name, d.id`.execute(tables(em))
  return {
    ids: rows.filter(({ indexed }) => indexed).map(({ id }) => id),
    pending: rows.filter(({ indexed, pending }) => indexed && pending).length,
    without: rows.filter(({ indexed }) => !indexed).length,
    cut: rows.filter(({ cut }) => cut).length,
  }
}

/** Different lines that a search may find. More of them say that it asks for nothing in particular. */
const mostFound = 50_000
/** Lines that are read at once, and ids that are looked up at once. */
const [readAtOnce, lookedUpAtOnce] = [10_000, 5000]
/** Time limit of one statement, in ms. */
const statementMs = '10000'

/** Sets up this transaction: no statement takes long, or holds each line against each of each device. */
const prepare = (em: SqlEntityManager): Promise<unknown> =>
  sql`
    select set_config('statement_timeout', ${statementMs}, true), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true)`.execute(tables(em))

/**
 * The lines that fit, by their ids. The index gives those that may fit; each is then tested.
 * @throws BACKUPS_SEARCH_BROAD
 */
async function linesThatFit(
  em: SqlEntityManager,
  { literal, fits }: Matcher,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const own = slice()
  const contains =
    literal === '' ? sql`true` : sql`backups_fold(text) like '%' || backups_fold(${literal}) || '%'`
  // Three characters and more are found by the index, in one statement. Else all lines are read in order.
  const indexed = [...literal].length >= 3
  for (let after = '0'; ;) {
    const { rows } = indexed
      ? await sql<{ id: string; text: string }>`
          select id::text as id, text from backups_line where ${contains} limit ${mostFound * 2}`.execute(
          tables(em),
        )
      : await sql<{ id: string; text: string }>`
          select id::text as id, text from backups_line where id > ${after}::bigint and ${contains}
          order by id limit ${readAtOnce}`.execute(tables(em))
    for (const { id, text } of rows) {
      if (fits(text)) found.set(id, text)
      if (own.over()) await rest()
    }
    signal.throwIfAborted()
    if (found.size > mostFound || (indexed && rows.length === mostFound * 2))
      throw fail('BACKUPS_SEARCH_BROAD', { most: mostFound })
    if (indexed || rows.length < readAtOnce) return found
    after = rows.at(-1)!.id
  }
}

/** The devices that have one of these lines. */
async function devicesWith(
  em: SqlEntityManager,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Set<number>> {
  const devices = new Set<number>()
  for (let at = 0; at < ids.length; at += lookedUpAtOnce) {
    signal.throwIfAborted()
    const { rows } = await sql<{ device_id: number }>`
      select device_id from backups_device_lines
      where lines && ${ids.slice(at, at + lookedUpAtOnce)}::bigint[]`.execute(tables(em))
    for (const row of rows) devices.add(row.device_id)
  }
  return devices
}

export interface Asked {
  caller: Caller
  wanted: Wanted
  scope: Scope
  page: { limit: number; offset: number }
  signal: AbortSignal
}

/** What answers say about how much was searched. */
const coverageOf = ({ ids, pending, without, cut }: Searched) => ({
  searched: ids.length,
  pending,
  without,
  cut,
})

/** Finds the lines and the devices in one transaction: no line goes meanwhile. */
const find = <T>(
  { ctx }: Base,
  { caller, wanted, scope, signal }: Asked,
  use: (
    em: SqlEntityManager,
    found: Map<string, string>,
    devices: Searched,
    having: Set<number>,
  ) => Promise<T>,
): Promise<T> => {
  const matcher = matcherOf(wanted)
  return ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const devices = await searched(em, caller, scope)
    await prepare(em)
    const found = await linesThatFit(em, matcher, signal)
    return use(em, found, devices, await devicesWith(em, [...found.keys()], signal))
  })
}

/** The lines that fit, with their devices. @throws BACKUPS_SEARCH_PATTERN, BACKUPS_SEARCH_BROAD */
export async function searchLines(base: Base, asked: Asked & { context: number }) {
  const { hits, meta } = await find(base, asked, async (em, found, devices, having) => {
    const own = devices.ids.filter(id => having.has(id))
    const { places, total, exact } = await placesOf(em, found, own, asked.page)
    return {
      hits: await hitsAt(em, found, places, asked.context),
      meta: { total, total_exact: exact, devices: own.length, ...coverageOf(devices), ...asked.page },
    }
  })
  return { hits: await withDevices(base.ctx, asked.caller, hits), meta }
}

/** The devices that have such a line, or those that have none. */
export async function searchDevices(base: Base, asked: Asked & { having: boolean }) {
  const { limit, offset } = asked.page
  const { ids, meta } = await find(base, asked, async (_em, _found, devices, having) => {
    const all = devices.ids.filter(id => having.has(id) === asked.having)
    return {
      ids: all.slice(offset, offset + limit),
      meta: { total: all.length, ...coverageOf(devices), ...asked.page },
    }
  })
  const rows = await withDevices(
    base.ctx,
    asked.caller,
    ids.map(id => ({ device: { id } })),
  )
  return { devices: rows.map(({ device }) => device), meta }
}
