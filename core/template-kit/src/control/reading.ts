import { containing, pageOf, sortTerms } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from './errors.ts'
import type { Kept, KeptVersion, TemplateStore } from './kept.ts'
import { templateQueries } from './tables.ts'

/** Templates of one kind that a list or a search for a free name looks at. */
const mostTemplates = 10_000

/** The columns of a template. */
export const kept = ['id', 'name', 'definition', 'version', 'updated_at', 'updated_by'] as const
const former = ['version', 'name', 'saved_at', 'saved_by', 'note'] as const
const sortable = { id: 'id', name: 'name', version: 'version', updated_at: 'updated_at' } as const

/** With `lock`, until the end of the transaction. @throws ApiError TEMPLATE_UNKNOWN */
export async function templateById<D>(
  em: SqlEntityManager,
  plugin: string,
  id: number,
  lock = false,
): Promise<Kept<D>> {
  const { db, template } = templateQueries(em, plugin)
  const row = db.selectFrom(template).select(kept).where('id', '=', id)
  const found = await (lock ? row.forUpdate() : row).executeTakeFirst()
  if (!found) throw fail('TEMPLATE_UNKNOWN', { id })
  return found as Kept<D>
}

async function list<D>(
  em: SqlEntityManager,
  plugin: string,
  query: Parameters<TemplateStore<D>['list']>[0],
): ReturnType<TemplateStore<D>['list']> {
  const page = pageOf(query, { cap: mostTemplates, standard: 1000 })
  const { db, template } = templateQueries(em, plugin)
  const rows = db.selectFrom(template).where('name', 'ilike', containing(query.query ?? ''))
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
export function createReading<D>(open: () => SqlEntityManager, plugin: string): Reading<D> {
  const on = () => templateQueries(open(), plugin)
  const get = (id: number) => templateById<D>(open(), plugin, id)
  return {
    get,
    list: query => list(open(), plugin, query),
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
    async version(id, number) {
      await get(id)
      const { db, version } = on()
      const row = await db
        .selectFrom(version)
        .select([...former, 'definition'])
        .where('template_id', '=', id)
        .where('version', '=', number)
        .executeTakeFirst()
      if (!row) throw fail('TEMPLATE_VERSION_UNKNOWN', { id, version: number })
      return row as KeptVersion<D>
    },
    async versions(id) {
      await get(id)
      const { db, version } = on()
      const rows = db.selectFrom(version).select(former).where('template_id', '=', id)
      return rows.orderBy('version', 'desc').execute()
    },
  }
}
