import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { sql, type Expression, type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { Type as T, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Routes, RouteSpec } from '../http.ts'
import { containing, ListMeta, listQuery, pageOf, sortTerms } from '../lists.ts'
import { Reply } from '../replies.ts'
import { closedObject, text } from '../shapes.ts'

/** Who asks, and the connection on which the answer is read. */
export interface Asked {
  em: SqlEntityManager
  caller: Caller
}

/** A query parameter that leaves only some rows. */
export interface Filter<S extends TSchema = TSchema> {
  schema: S
  /** The condition on the rows `r`. */
  fits(value: Static<S>): Expression<SqlBool>
}

/** A filter with a condition of its own. A schema alone compares the column of its name. */
export const filter = <S extends TSchema>(
  schema: S,
  fits: (value: Static<S>) => Expression<SqlBool>,
): Filter<S> => ({ schema, fits })

/** What can be asked of a list. Every name of a column is one of the rows `r`. */
export interface ListShape {
  /** Columns or texts of SQL in one of which `query` must be, in any case. */
  search?: { in: readonly (string | Expression<string>)[]; description: string }
  /** More query parameters. All that are given must fit. */
  filters?: Readonly<Record<string, TSchema | Filter>>
  /** The fields of `sort`. A field that is no column names one: `{ device: 'device_name' }`. */
  sort: readonly string[] | Readonly<Record<string, string>>
  /** The order without `sort`, written as `sort`, also by other columns; by default that of the key. */
  order?: string
  /** Downwards too, rows without a value are the last ones. */
  nullsLast?: boolean
  /** The unique column by which rows are sorted last, so that pages do not overlap: `id` by default. */
  key?: string
  /** Rows at most, and rows if nothing is said: 100 by default. */
  cap: number
  standard?: number
  /** Rows are counted up to so many, for large tables: then `meta.total_exact` says whether these are all. */
  counted?: number
  /** Rows that a page leaves out at most, because PostgreSQL reads them all. Later pages are empty. */
  reach?: number
}

/** `meta` of a list whose rows are counted up to a number. */
const countedMeta = (counted: number) =>
  closedObject({
    total: T.Integer({ description: `How many fit, counted up to ${counted.toLocaleString('en')}` }),
    total_exact: T.Boolean({ description: 'False: there are more' }),
    limit: T.Integer(),
    offset: T.Integer(),
  })
type MetaOf<L> = Static<L extends { counted: number } ? ReturnType<typeof countedMeta> : typeof ListMeta>

/** The schema of the `meta` of a list. */
export const listMetaOf = <L extends ListShape>({ counted }: L): TSchema =>
  counted === undefined ? ListMeta : countedMeta(counted)

/** Any SELECT of Kysely with such rows. */
export interface Select<Row> {
  /** Reads them. */
  execute(): Promise<Row[]>
}
// What a query selects is typed where it is written; here it is any SELECT.
// oxlint-disable-next-line typescript/no-explicit-any
type AnySelect = SelectQueryBuilder<any, any, any>
type Query = Readonly<Record<string, unknown>> & { limit?: number; offset?: number; sort?: string }

const isFilter = (one: TSchema | Filter): one is Filter => 'fits' in one

/** The query parameters of a list. */
export const queryOf = ({ search, filters = {}, sort }: ListShape): TObject => {
  const own: TProperties = {}
  for (const [name, one] of Object.entries(filters)) own[name] = T.Optional(isFilter(one) ? one.schema : one)
  return closedObject({
    limit: listQuery.limit,
    offset: listQuery.offset,
    ...(Object.keys(sort).length > 0 ? { sort: listQuery.sort } : {}),
    ...(search ? { query: T.Optional(text(200, { description: search.description })) } : {}),
    ...own,
  })
}

/** How many rows there are, or one more than are counted. */
async function countOf(em: SqlEntityManager, rows: AnySelect, counted?: number): Promise<number> {
  const some = (most: number) => rows.select(sql.lit(1).as('one')).limit(most).as('c')
  const all = counted === undefined ? rows : (em.getKysely().selectFrom(some(counted + 1)) as AnySelect)
  return Number((await all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total)
}

/**
 * Reads pages of any SELECT. It becomes the subquery `r`, which PostgreSQL flattens: a filter names what is
 * selected, and the rows are counted by the same text. A page that shows the end needs no count.
 */
export function pagesOf<const L extends ListShape>(list: L) {
  const { search, filters = {}, sort, order, key = 'id', cap, standard }: ListShape = list
  const { nullsLast = false, counted, reach = Infinity }: ListShape = list
  const allowed = Array.isArray(sort)
    ? Object.fromEntries(sort.map(name => [name, name]))
    : (sort as Readonly<Record<string, string>>)
  const own = (order ?? '').split(',').map(term => term.replace(/^-/, ''))
  const ordered = sortTerms(order, { ...Object.fromEntries(own.map(name => [name, name])), ...allowed })
  const places = search?.in.map(one => (typeof one === 'string' ? sql.ref<string>(`r.${one}`) : one)) ?? []
  const down = (by: OrderByItemBuilder) => (nullsLast ? by.desc().nullsLast() : by.desc())
  const conditions = Object.entries(filters).map(([name, one]) => ({
    name,
    fits: isFilter(one) ? one.fits : (value: unknown) => sql<SqlBool>`${sql.ref(`r.${name}`)} = ${value}`,
  }))

  return async <Row>(em: SqlEntityManager, select: Select<Row>, query: Query) => {
    const page = pageOf(query, { cap, standard })
    // The last term of every list is `id`; here it is the key.
    const terms = (query.sort === undefined ? ordered : sortTerms(query.sort, allowed)).slice(0, -1)
    let rows: AnySelect = em.getKysely().selectFrom((select as AnySelect).as('r')) as AnySelect
    for (const { name, fits } of conditions)
      if (query[name] !== undefined) rows = rows.where(fits(query[name]))
    if (typeof query['query'] === 'string' && places.length > 0) {
      const pattern = containing(query['query'])
      const found = places.map(place => sql<SqlBool>`${place} ilike ${pattern}`)
      rows = rows.where(sql<SqlBool>`(${sql.join(found, sql` or `)})`)
    }
    const sorted = [...terms, [key, 'asc'] as const].reduce(
      (so, [column, direction]) => so.orderBy(sql.ref(`r.${column}`), direction === 'asc' ? 'asc' : down),
      rows.selectAll(),
    )
    const isRead = page.limit > 0 && page.offset <= reach
    const found = isRead ? await sorted.limit(page.limit).offset(page.offset).execute() : []
    const isEnd = found.length < page.limit && (found.length > 0 || page.offset === 0)
    const total = isEnd ? page.offset + found.length : await countOf(em, rows, counted)
    const exact = counted === undefined ? {} : { total_exact: total <= counted }
    const meta = { total: Math.min(total, counted ?? total), ...exact, ...page }
    return { rows: found as Row[], meta: meta as MetaOf<L> }
  }
}

/** Views of rows that are none by themselves. They are made for a page at once, after it was read. */
export type Shown<Row, View> = (rows: readonly Row[], asked: Omit<Asked, 'em'>) => Promise<readonly View[]>

type Told = Pick<
  RouteSpec<undefined, undefined, undefined, TSchema>,
  'operationId' | 'tag' | 'scope' | 'permission' | 'summary' | 'description' | 'deprecated' | 'example'
>

/** A list route: any SELECT behind `GET path`. */
export interface ListRoute<Row, V extends TSchema, P extends TObject> extends ListShape, Told {
  /** Below `/api/v1`. */
  path: `/${string}`
  params?: P
  /** One element. */
  view: V
  /** The rows that the caller may see, whatever is asked for. */
  rows(asked: Asked & { params: Static<P> }): Select<Row> | Promise<Select<Row>>
}

/** A list whose views `shown` makes of the rows. */
interface ShownList<Row, V extends TSchema, P extends TObject> extends ListRoute<Row, V, P> {
  shown: Shown<NoInfer<Row>, Static<V>>
}

/**
 * Declares the list of any SELECT: paging, `sort`, `query` and filters, `meta` with the total. The rows are
 * the views, by the names of their columns, or `shown` makes these.
 */
export function listRoute<Row, V extends TSchema, P extends TObject>(
  routes: Routes,
  ctx: Pick<Context, 'em'>,
  list: ShownList<Row, V, P>,
): void
export function listRoute<V extends TSchema, Row extends Static<V>, P extends TObject>(
  routes: Routes,
  ctx: Pick<Context, 'em'>,
  list: ListRoute<Row, V, P> & { shown?: undefined },
): void
export function listRoute<Row, V extends TSchema, P extends TObject>(
  routes: Routes,
  ctx: Pick<Context, 'em'>,
  list: ListRoute<Row, V, P> & { shown?: Shown<Row, Static<V>> },
): void {
  const { path, view, params, rows: select, shown, operationId, tag, scope, permission } = list
  const { summary, description, deprecated, example } = list
  const read = pagesOf(list)
  routes.get(
    path,
    {
      operationId,
      tag,
      scope,
      permission,
      summary,
      description,
      ...(deprecated === undefined ? {} : { deprecated }),
      ...(example === undefined ? {} : { example }),
      ...(params === undefined ? {} : { params: params as TObject }),
      query: queryOf(list),
      response: T.Array(view as TSchema),
      meta: listMetaOf(list),
    },
    async ({ caller, params: given, query }) => {
      const em = ctx.em()
      const { rows, meta } = await read(em, await select({ em, caller, params: given as Static<P> }), query)
      return new Reply<unknown>(shown ? await shown(rows, { caller }) : rows, meta) as Reply<never>
    },
  )
}
