import { isDeepStrictEqual } from 'node:util'
import type { EntitySchemaWithMeta } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Static, TObject, TSchema } from 'typebox'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { ApiError } from '../errors.ts'
import type { Changing, Resource } from './declaration.ts'
import type { Asked } from './list.ts'
import { tableOf, type Table } from './table.ts'

/** Values as an answer has them: times are texts. */
const plain = (row: object): Record<string, unknown> => JSON.parse(JSON.stringify(row))
/** Members may stand in another order: jsonb has one of its own. */
const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a ?? null)), JSON.parse(JSON.stringify(b ?? null)))

/** The members of a body that no answer shows: no record of a change shows them either. */
const hiddenIn = ({ properties }: TObject): ReadonlySet<string> =>
  new Set(
    Object.entries(properties).flatMap(([name, schema]) =>
      (schema as { writeOnly?: boolean }).writeOnly === true ? [name] : [],
    ),
  )
/** A row as a record has it. */
const recordOf = (row: object, hidden: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(plain(row)).map(([name, value]) => [name, hidden.has(name) ? '***' : value]),
  )

/** The columns that a change has changed. Of one that is not shown it says only that it was written. */
function changesOf(before: object, now: object, written: readonly string[], hidden: ReadonlySet<string>) {
  const [was, is] = [plain(before), plain(now)]
  const changed = { before: {} as Record<string, unknown>, now: {} as Record<string, unknown> }
  for (const name of new Set([...Object.keys(is), ...written])) {
    const isRead = name in is
    if (name === 'updated_at' || (isRead && isSame(was[name], is[name]))) continue
    const isHidden = !isRead || hidden.has(name)
    changed.before[name] = isHidden ? '***' : (was[name] ?? null)
    changed.now[name] = isHidden ? '***' : (is[name] ?? null)
  }
  return changed
}

/** What PostgreSQL refuses by a key, in words, by SQLSTATE. */
type Words = Partial<Record<'23503' | '23505', () => ApiError | Promise<ApiError | null>>>

/** Runs one transaction. What its keys refuse has words. */
async function inOne<R>(
  ctx: Pick<Context, 'em'>,
  work: (em: SqlEntityManager) => Promise<R>,
  words: Words,
): Promise<R> {
  try {
    return await ctx.em().transactional(em => work(em as SqlEntityManager))
  } catch (error) {
    const state = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw (await words[state as keyof Words]?.()) ?? error
  }
}

/** Finds the rows that a caller sees, and those that they may change. */
function findingOf<E extends EntitySchemaWithMeta, V extends TSchema, B extends TObject, Row extends object>(
  table: Table<Row>,
  { visible, owned, unknown }: Resource<E, V, B, Row>,
) {
  /** Gives the rows that a caller sees. It is asked before a transaction begins. */
  const seenBy = async (caller: Caller) => {
    const rule = (await visible?.(caller)) ?? null
    return (em: SqlEntityManager) => (rule ? table.rows(em).where(rule) : table.rows(em))
  }
  type Seen = Awaited<ReturnType<typeof seenBy>>
  const row = async (em: SqlEntityManager, seen: Seen, id: number): Promise<Row> => {
    const found = await seen(em).where('r.id', '=', id).executeTakeFirst()
    if (!found) throw unknown(id)
    return found as Row
  }
  const own = async ({ em, caller }: Asked, seen: Seen, id: number): Promise<Row> => {
    const found = await row(em, seen, id)
    const refusal = owned?.(found, caller)
    if (refusal) throw refusal
    return found
  }
  return {
    seenBy,
    row,
    own,
    /** A row to change, read after it was locked: a statement that waits for a lock sees the old row. */
    async locked(asked: Asked, seen: Seen, id: number): Promise<Row> {
      await table.lock(asked.em, id)
      return own(asked, seen, id)
    },
  }
}

/** Reads and changes the rows of a resource for a caller. */
export function storeOf<
  E extends EntitySchemaWithMeta,
  V extends TSchema,
  B extends TObject,
  Row extends object,
>(ctx: Pick<Context, 'em'>, spec: Resource<E, V, B, Row>) {
  const { entity, check, taken, used, write, wrote, remove } = spec
  const hidden = hiddenIn(spec.body)
  const table = tableOf<Row>(entity)
  const { seenBy, row, own, locked } = findingOf(table, spec)
  /** The row as its change has left it, whoever sees it now. */
  const written = async (em: SqlEntityManager, id: number): Promise<Row> =>
    (await table.rows(em).where('r.id', '=', id).executeTakeFirstOrThrow()) as Row
  const valuesOf = async (body: Partial<Static<B>>, changing: Changing<Row>) => {
    const values = { ...table.columnsOf(changing.em, body), ...(await write?.(body, changing)) }
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  }
  const wordsOf = (body: Partial<Static<B>>): Words => (taken ? { '23505': () => taken(body) } : {})
  const change = async (asked: Asked, id: number, body: Partial<Static<B>>, before: Row) => {
    const { em } = asked
    const values = await valuesOf(body, { ...asked, before })
    const was = plain(before)
    const names = Object.keys(values).filter(name => !(name in was) || !isSame(was[name], values[name]))
    if (names.length > 0)
      await table.update(em, id, Object.fromEntries(names.map(name => [name, values[name]])))
    await wrote?.(id, body, { ...asked, before })
    const now = await written(em, id)
    return { row: now, changes: changesOf(before, now, names, hidden) }
  }

  return {
    seenBy,
    row: async (caller: Caller, id: number): Promise<Row> => row(ctx.em(), await seenBy(caller), id),
    async create(caller: Caller, body: Static<B>): Promise<{ id: number; row: Row }> {
      await check?.(body, { caller, before: null })
      return inOne(
        ctx,
        async em => {
          const changing = { em, caller, before: null }
          const id = await table.insert(em, await valuesOf(body, changing))
          await wrote?.(id, body, changing)
          return { id, row: await written(em, id) }
        },
        wordsOf(body),
      )
    },
    async update(caller: Caller, id: number, body: Partial<Static<B>>) {
      const seen = await seenBy(caller)
      for (;;) {
        const checked = check ? await own({ em: ctx.em(), caller }, seen, id) : null
        if (checked) await check!(body, { caller, before: checked })
        const done = await inOne(
          ctx,
          async em => {
            const before = await locked({ em, caller }, seen, id)
            // Somebody was faster: what was checked is not what would be changed.
            return checked && !isSame(checked, before) ? null : change({ em, caller }, id, body, before)
          },
          wordsOf(body),
        )
        if (done) return done
      }
    },
    /** Gives what the record of it has. */
    async delete(caller: Caller, id: number): Promise<Record<string, unknown>> {
      const seen = await seenBy(caller)
      return inOne(
        ctx,
        async em => {
          const before = await locked({ em, caller }, seen, id)
          await remove?.(before, { em, caller })
          await table.remove(em, id)
          return recordOf(before, hidden)
        },
        used ? { '23503': () => used(id) } : {},
      )
    },
  }
}
