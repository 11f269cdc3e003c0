import type { EntitySchemaWithMeta } from '@mikro-orm/core'
import { Type as T, type Static, type TObject, type TSchema } from 'typebox'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Routes } from '../http.ts'
import { ListMeta } from '../lists.ts'
import { Reply } from '../replies.ts'
import { Deleted, IdParams } from '../shapes.ts'
import type { Resource, RowOf, Told } from './declaration.ts'
import { listMetaOf, pagesOf, queryOf, type Select, type Shown } from './list.ts'
import { storeOf } from './store.ts'

/** A declared resource. */
export interface Known<Row> {
  /** Declares its operations. */
  declare(routes: Routes): void
  /** A row that the caller sees, for other operations about it. @throws what `unknown` makes */
  row(caller: Caller, id: number): Promise<Row>
}

/** What the routes of a resource are made of. */
interface Parts<E extends EntitySchemaWithMeta, V extends TSchema, B extends TObject, Row extends object> {
  ctx: Pick<Context, 'em'>
  spec: Resource<E, V, B, Row>
  store: ReturnType<typeof storeOf<E, V, B, Row>>
}

const commonOf = (
  {
    scope,
    tag,
    name,
    permission,
  }: Pick<Resource<never, TSchema, TObject, object>, 'scope' | 'tag' | 'name' | 'permission'>,
  kind: 'read' | 'write',
  verb: string,
  { operationId = `${name}.${verb}`, ...texts }: Told,
) => ({
  operationId,
  scope: typeof scope === 'object' ? scope[kind] : scope,
  tag,
  permission: permission[kind],
  ...texts,
})

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
  const { path, name, told, list, shown } = spec
  const view: TSchema = spec.view
  const read = pagesOf(list)
  if (told.list)
    routes.get(
      path,
      {
        ...commonOf(spec, 'read', '', { operationId: `${name}s.list`, ...told.list }),
        query: queryOf(list),
        response: T.Array(view),
        meta: listMetaOf(list) as typeof ListMeta,
      },
      async ({ caller, query }) => {
        const em = ctx.em()
        const seen = await store.seenBy(caller)
        const { rows, meta } = await read<Row>(em, seen(em) as Select<Row>, query)
        return new Reply(shown ? await shown(rows, { caller }) : rows, meta) as Reply<never>
      },
    )
  if (told.one)
    routes.get(
      `${path}/:id`,
      { ...commonOf(spec, 'read', 'get', told.one), params: IdParams, response: view },
      async ({ caller, params: { id } }) => viewOf(parts, await store.row(caller, id), caller),
    )
}

function declareChanges<
  E extends EntitySchemaWithMeta,
  V extends TSchema,
  B extends TObject,
  Row extends object,
>(routes: Routes, parts: Parts<E, V, B, Row>): void {
  const { spec, store } = parts
  const { path, told } = spec
  const [view, body]: [TSchema, TObject] = [spec.view, spec.body]
  const { change = body, changed } = spec
  const examples = spec.change && 'examples' in spec.change ? { examples: spec.change.examples as [] } : {}
  if (told.create)
    routes.post(
      path,
      { ...commonOf(spec, 'write', 'create', told.create), body, response: view, status: 201 },
      async ({ caller, body: given }) => {
        const { id, row } = await store.create(caller, given as Static<B>)
        await changed?.(id)
        return viewOf(parts, row, caller)
      },
    )
  if (told.update)
    routes.put(
      `${path}/:id`,
      {
        ...commonOf(spec, 'write', 'update', told.update),
        params: IdParams,
        body: T.Partial(change, { additionalProperties: false, ...examples }),
        response: view,
      },
      async ({ caller, params: { id }, body: given, note }) => {
        const { row, changes } = await store.update(caller, id, given as Partial<Static<B>>)
        note({ meta: changes })
        await changed?.(id)
        return viewOf(parts, row, caller)
      },
    )
  if (told.delete)
    routes.delete(
      `${path}/:id`,
      { ...commonOf(spec, 'write', 'delete', told.delete), params: IdParams, response: Deleted },
      async ({ caller, params: { id }, note }) => {
        note({ meta: { before: await store.delete(caller, id) } })
        await changed?.(id)
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
    row: store.row,
    declare(routes) {
      declareReads<E, V, B, RowOf<E>>(routes, { ctx, spec, store })
      declareChanges<E, V, B, RowOf<E>>(routes, { ctx, spec, store })
    },
  }
}
