import { containing, pageOf, sortTerms, type Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from './errors.ts'
import { seenTemplates, type Grouped } from './groups.ts'
import type { Kept, KeptVersion, TemplateStore } from './kept.ts'
import { templateQueries } from './tables.ts'

/** Templates of one kind that a list or a search for a free name looks at. */
const mostTemplates = 10_000

/** The columns of a template. */
export const kept = ['id', 'name', 'definition', 'version', 'updated_at', 'updated_by'] as const
const former = ['version', 'name', 'saved_at', 'saved_by', 'note'] as const
const sortable = { id: 'id', name: 'name', version: 'version', updated_at: 'updated_at' } as const

/**
 * One that the caller sees. With `lock`, until the end of the transaction.
 * @throws ApiError TEMPLATE_UNKNOWN
 */
export async function templateById<D>(
  em: SqlEntityManager,
  plugin: string,
  { id, caller, lock = false }: { id: number; caller: Caller; lock?: boolean },
): Promise<Kept<D>> {
  const { db, template } = templateQueries(em, plugin)
  const rule = seenTemplates(caller)
  const all = db.selectFrom(template).select(kept).where('id', '=', id)
  const row = rule ? all.where(rule) : all
  const found = await (lock ? row.forUpdate() : row).executeTakeFirst()
  if (!found) throw fail('TEMPLATE_UNKNOWN', { id })
  return found as Kept<D>
}

async function list<D>(
  em: SqlEntityManager,
  plugin: string,
  query: Parameters<TemplateStore<D>['list']>[0],
  caller: Caller,
): ReturnType<TemplateStore<D>['list']> {
  const page = pageOf(query, { cap: mostTemplates, standard: 1000 })
  const { db, template } = templateQueries(em, plugin)
  const rule = seenTemplates(caller)
  const named = db.selectFrom(template).where('name', 'ilike', containing(query.query ?? ''))
  const rows = rule ? named.where(rule) : named
  const sorted = sortTerms(query.sort ?? 'name', sortable).reduce(
    (some, [column, direction]) => some.orderBy(column, direction),
    rows.select(kept),
  )
  const [found, { total }] = await Promise.all([
    sorted.limit(page.limit).offset(page.offset).execute(),
    rows.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: found as Kept<D>[], meta: { total, ...page } }
}

type Reading<D> = Pick<TemplateStore<D>, 'all' | 'get' | 'list' | 'named' | 'version' | 'versions'>

/** The reading half of a store. */
export function createReading<D extends Grouped>(open: () => SqlEntityManager, plugin: string): Reading<D> {
  const on = () => templateQueries(open(), plugin)
  const get = (id: number, caller: Caller) => templateById<D>(open(), plugin, { id, caller })
  const versionsOf = (id: number, caller: Caller) => {
    const { db, version } = on()
    const rule = seenTemplates(caller)
    const rows = db.selectFrom(version).where('template_id', '=', id)
    return rule ? rows.where(rule) : rows
  }
  return {
    get,
    list: (query, caller) => list(open(), plugin, query, caller),
    async all() {
      const { db, template } = on()
      const rows = db.selectFrom(template).select(kept).orderBy('name').limit(mostTemplates)
      return (await rows.execute()) as Kept<D>[]
    },
    async named(name) {
      const { db, template } = on()
      const row = await db.selectFrom(template).select(kept).where('name', '=', name).executeTakeFirst()
      return (row as Kept<D> | undefined) ?? null
    },
    async version(id, number, caller) {
      await get(id, caller)
      const row = await versionsOf(id, caller)
        .select([...former, 'definition'])
        .where('version', '=', number)
        .executeTakeFirst()
      if (!row) throw fail('TEMPLATE_VERSION_UNKNOWN', { id, version: number })
      return row as KeptVersion<D>
    },
    async versions(id, caller) {
      await get(id, caller)
      return versionsOf(id, caller).select(former).orderBy('version', 'desc').execute()
    },
  }
}
