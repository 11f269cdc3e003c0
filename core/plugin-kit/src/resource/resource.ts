import type { EntitySchemaWithMeta } from '@mikro-orm/core'
import type { InferKyselyTable, SqlEntityManager } from '@mikro-orm/postgresql'
import type { Expression, RawBuilder, Selectable, SqlBool } from 'kysely'
import { Type as T, type Static, type TObject, type TSchema } from 'typebox'
import type { Caller, Scope } from '../caller.ts'
import type { Context } from '../context.ts'
import type { ApiError } from '../errors.ts'
import type { Routes, RouteSpec } from '../http.ts'
import { ListMeta } from '../lists.ts'
import { Reply } from '../replies.ts'
import { Deleted, IdParams } from '../shapes.ts'
import { pagesOf, queryOf, type Asked, type ListShape, type Select, type Shown } from './list.ts'
import { tableOf } from './table.ts'

/** A row as it is read: the columns of its entity, without hidden and lazy ones. */
export type RowOf<E> = E extends EntitySchemaWithMeta ? Selectable<InferKyselyTable<E>> : never

/** What a function gets that runs inside the transaction of a change. It must not ask other packages. */
export interface Changing<Row> extends Asked {
  /** The row, which is locked; null: it is a new one. */
  before: Row | null
}

/** The texts of an operation. */
export interface Told extends Pick<
  RouteSpec<undefined, undefined, undefined, TSchema>,
  'summary' | 'description' | 'deprecated' | 'errors' | 'action'
> {
  /** By default `<name>s.list`, `<name>.get`, `<name>.create`, `<name>.update` or `<name>.delete`. */
  operationId?: string
  /** In place of the one of the resource. */
  permission?: string
}

/** A table behind the API. An operation exists if its text is told. */
export interface Resource<E extends EntitySchemaWithMeta, V extends TSchema, B extends TObject, Row> {
  entity: E
  /** Below `/api/v1`. */
  path: `/${string}`
  /** Begins the operationIds: `inventory.group`. */
  name: string
  tag: string
  scope: Scope
  permission: { read: string; write: string }
  /** What is read. */
  view: V
  /** What POST takes, and PUT with all members optional. A member that is a column is stored in it. */
  body: B
  /** What can be asked of the list. */
  list: ListShape
  /** More columns, made by SQL of the row `t`. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The condition on the row `r` with which a caller sees it; null: all. What is not seen is unknown. */
  visible?(caller: Caller): Expression<SqlBool> | null
  unknown(id: number): ApiError
  /** For a unique key that another row has (SQLSTATE 23505). */
  taken?(body: Partial<Static<B>>): ApiError
  /** For a row that others refer to (SQLSTATE 23503). */
  used?(id: number): ApiError
  /**
   * Columns that are not as the body has them. A member of undefined is left out: a new row gets the default,
   * an old one keeps its value.
   */
  write?(body: Partial<Static<B>>, changing: Changing<Row>): Promise<object> | object
  /** What must be so before a row goes, or must go before it. */
  remove?(row: Row, asked: Asked): Promise<void>
  /** Views of rows that are none by themselves. */
  shown?: Shown<Row, Static<V>>
  told: Partial<Record<'list' | 'one' | 'create' | 'update' | 'delete', Told>>
}

/** A declared resource. */
export interface Known<Row> {
  /** Declares its operations. */
  declare(routes: Routes): void
  /** For routes beside them: a row that the caller sees. @throws the error of `unknown` */
  row(asked: Asked, id: number): Promise<Row>
}

/** Values as an answer has them: times are texts. */
const plain = (row: object): Record<string, unknown> => JSON.parse(JSON.stringify(row))

/** Of a row before and after a change: the columns that differ. */
function changesOf(before: object, now: Readonly<Record<string, unknown>>) {
  const [was, is] = [plain(before), plain(now)]
  const names = Object.keys(is).filter(name => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  const only = (all: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map(name => [name, all[name] ?? null]))
  return { names, before: only(was), now: only(is) }
}

/** What PostgreSQL refuses by a key, in words, by SQLSTATE. */
type Words = Partial<Record<'23503' | '23505', () => ApiError>>

/** Reads and changes the rows of a resource for a caller. */
function storeOf<E extends EntitySchemaWithMeta, V extends TSchema, B extends TObject, Row extends object>(
  ctx: Pick<Context, 'em'>,
  { entity, computed, visible, unknown, taken, used, write, remove }: Resource<E, V, B, Row>,
) {
  const table = tableOf<Row>(entity, computed)
  const seen = ({ em, caller }: Asked) => {
    const rule = visible?.(caller) ?? null
    return rule ? table.rows(em).where(rule) : table.rows(em)
  }
  const row = async (asked: Asked, id: number): Promise<Row> => {
    const found = await seen(asked).where('r.id', '=', id).executeTakeFirst()
    if (!found) throw unknown(id)
    return found as Row
  }
  /** One transaction. What its keys refuse has words. */
  const inOne = async <R>(work: (em: SqlEntityManager) => Promise<R>, words: Words) => {
    try {
      return await ctx.em().transactional(em => work(em as SqlEntityManager))
    } catch (error) {
      const state = error instanceof Error && 'code' in error ? String(error.code) : ''
      throw words[state as keyof Words]?.() ?? error
    }
  }
  /** A row whose lock is held. It is read after it was locked: a statement that waits sees the old one. */
  const locked = async (asked: Asked, id: number): Promise<Row> => {
    await table.lock(asked.em, id)
    return row(asked, id)
  }
  const valuesOf = async (body: Partial<Static<B>>, changing: Changing<Row>) => {
    const values = { ...table.columnsOf(changing.em, body), ...(await write?.(body, changing)) }
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  }
  const wordsOf = (body: Partial<Static<B>>): Words => (taken ? { '23505': () => taken(body) } : {})

  return {
    seen,
    row,
    create: (caller: Caller, body: Static<B>): Promise<Row> =>
      inOne(async em => {
        const id = await table.insert(em, await valuesOf(body, { em, caller, before: null }))
        const made = await table.rows(em).where('r.id', '=', id).executeTakeFirstOrThrow()
        return made as Row
      }, wordsOf(body)),
    update: (caller: Caller, id: number, body: Partial<Static<B>>) =>
      inOne(async em => {
        const before = await locked({ em, caller }, id)
        const values = await valuesOf(body, { em, caller, before })
        const changed = changesOf(before, values)
        if (changed.names.length === 0) return { row: before, changed }
        await table.update(em, id, Object.fromEntries(changed.names.map(name => [name, values[name]])))
        return { row: await row({ em, caller }, id), changed }
      }, wordsOf(body)),
    delete: (caller: Caller, id: number): Promise<Row> =>
      inOne(
        async em => {
          const before = await locked({ em, caller }, id)
          await remove?.(before, { em, caller })
          await table.remove(em, id)
          return before
        },
        used ? { '23503': () => used(id) } : {},
      ),
  }
}

/** What the routes of a resource are made of. */
interface Parts<E extends EntitySchemaWithMeta, V extends TSchema, B extends TObject, Row extends object> {
  ctx: Pick<Context, 'em'>
  spec: Resource<E, V, B, Row>
  store: ReturnType<typeof storeOf<E, V, B, Row>>
}

const commonOf = (
  { scope, tag, name }: Pick<Resource<never, TSchema, TObject, object>, 'scope' | 'tag' | 'name'>,
  verb: string,
  permission: string,
  { operationId = `${name}.${verb}`, ...texts }: Told,
) => ({ operationId, scope, tag, permission, ...texts })

const viewOf = async <
  E extends EntitySchemaWithMeta,
  V extends TSchema,
  B extends TObject,
  Row extends object,
>(
  { spec: { shown } }: Parts<E, V, B, Row>,
  row: Row,
  caller: Caller,
): Promise<never> => (shown ? (await shown([row], { caller }))[0] : row) as never

function declareReads<
  E extends EntitySchemaWithMeta,
  V extends TSchema,
  B extends TObject,
  Row extends object,
>(routes: Routes, parts: Parts<E, V, B, Row>): void {
  const { ctx, spec, store } = parts
  const { path, name, told, list, shown, permission } = spec
  const view: TSchema = spec.view
  const read = pagesOf(list)
  if (told.list)
    routes.get(
      path,
      {
        ...commonOf(spec, '', permission.read, { operationId: `${name}s.list`, ...told.list }),
        query: queryOf(list),
        response: T.Array(view),
        meta: ListMeta,
      },
      async ({ caller, query }) => {
        const em = ctx.em()
        const { rows, meta } = await read<Row>(em, store.seen({ em, caller }) as Select<Row>, query)
        return new Reply(shown ? await shown(rows, { caller }) : rows, meta) as Reply<never>
      },
    )
  if (told.one)
    routes.get(
      `${path}/:id`,
      { ...commonOf(spec, 'get', permission.read, told.one), params: IdParams, response: view },
      async ({ caller, params: { id } }) =>
        viewOf(parts, await store.row({ em: ctx.em(), caller }, id), caller),
    )
}

function declareChanges<
  E extends EntitySchemaWithMeta,
  V extends TSchema,
  B extends TObject,
  Row extends object,
>(routes: Routes, parts: Parts<E, V, B, Row>): void {
  const { spec, store } = parts
  const { path, told, permission } = spec
  const [view, body]: [TSchema, TObject] = [spec.view, spec.body]
  if (told.create)
    routes.post(
      path,
      { ...commonOf(spec, 'create', permission.write, told.create), body, response: view, status: 201 },
      async ({ caller, body: given }) =>
        viewOf(parts, await store.create(caller, given as Static<B>), caller),
    )
  if (told.update)
    routes.put(
      `${path}/:id`,
      {
        ...commonOf(spec, 'update', permission.write, told.update),
        params: IdParams,
        body: T.Partial(body, { additionalProperties: false }),
        response: view,
      },
      async ({ caller, params: { id }, body: given, note }) => {
        const { row, changed } = await store.update(caller, id, given as Partial<Static<B>>)
        note({ meta: { before: changed.before, now: changed.now } })
        return viewOf(parts, row, caller)
      },
    )
  if (told.delete)
    routes.delete(
      `${path}/:id`,
      { ...commonOf(spec, 'delete', permission.write, told.delete), params: IdParams, response: Deleted },
      async ({ caller, params: { id }, note }) => {
        note({ meta: { before: plain(await store.delete(caller, id)) } })
        return { id }
      },
    )
}

/** Without `shown` a row is the view: it has all its fields. */
type Viewed<Row, V extends TSchema> = Row extends Static<V> ? unknown : { shown: Shown<Row, Static<V>> }

/**
 * Declares a table behind the API: list, one, create, change and delete. A change runs in one transaction
 * that holds the lock of the row, and its record has the columns that changed, before and now. The kernel
 * adds ETag and `If-Match`.
 */
export function resource<E extends EntitySchemaWithMeta, V extends TSchema, B extends TObject>(
  ctx: Pick<Context, 'em'>,
  spec: Resource<E, V, B, RowOf<E>> & Viewed<RowOf<E>, V>,
): Known<RowOf<E>> {
  const store = storeOf<E, V, B, RowOf<E>>(ctx, spec)
  return {
    declare(routes) {
      declareReads<E, V, B, RowOf<E>>(routes, { ctx, spec, store })
      declareChanges<E, V, B, RowOf<E>>(routes, { ctx, spec, store })
    },
    row: store.row,
  }
}
