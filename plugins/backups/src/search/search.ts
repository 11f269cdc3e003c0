import { withDevices, type Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { devicesWith, linesThatFit, prepare } from './find.ts'
import { hitsAt, placesOf } from './hits.ts'
import { matcherOf, type Wanted } from './matcher.ts'
import { searched, type Scope, type Searched } from './scope.ts'

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
