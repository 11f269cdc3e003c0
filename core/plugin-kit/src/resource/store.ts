import { isDeepStrictEqual } from 'node:util'
import type { EntitySchemaWithMeta } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Static, TObject, TSchema } from 'typebox'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { ApiError } from '../errors.ts'
import type { Changing, Resource } from './declaration.ts'
import type { Asked } from './list.ts'
import { tableOf } from './table.ts'

/** Values as an answer has them: times are texts. */
export const plain = (row: object): Record<string, unknown> => JSON.parse(JSON.stringify(row))
/** Members may stand in another order: jsonb has one of its own. */
const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a ?? null)), JSON.parse(JSON.stringify(b ?? null)))

/** The columns that a change has changed. Of one that is not read it says only that it was written. */
function changesOf(before: object, now: object, written: readonly string[]) {
  const [was, is] = [plain(before), plain(now)]
  const changed = { before: {} as Record<string, unknown>, now: {} as Record<string, unknown> }
  for (const name of new Set([...Object.keys(is), ...written])) {
    const isHidden = !(name in is)
    if (name === 'updated_at' || (!isHidden && isSame(was[name], is[name]))) continue
    changed.before[name] = isHidden ? '***' : (was[name] ?? null)
    changed.now[name] = isHidden ? '***' : (is[name] ?? null)
  }
  return changed
}

/** What PostgreSQL refuses by a key, in words, by SQLSTATE. */
type Words = Partial<Record<'23503' | '23505', () => ApiError | Promise<ApiError | null>>>

/** Reads and changes the rows of a resource for a caller. */
export function storeOf<
  E extends EntitySchemaWithMeta,
  V extends TSchema,
  B extends TObject,
  Row extends object,
>(
  ctx: Pick<Context, 'em'>,
  { entity, visible, owned, unknown, taken, used, write, wrote, remove }: Resource<E, V, B, Row>,
) {
  const table = tableOf<Row>(entity)
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
      throw (await words[state as keyof Words]?.()) ?? error
    }
  }
  /** A row to change, read after it was locked: a statement that waits for a lock sees the old row. */
  const locked = async (asked: Asked, id: number): Promise<Row> => {
    await table.lock(asked.em, id)
    const found = await row(asked, id)
    const refusal = owned?.(found, asked.caller)
    if (refusal) throw refusal
    return found
  }
  /** The row as its change has left it, whoever sees it now. */
  const written = async (em: SqlEntityManager, id: number): Promise<Row> =>
    (await table.rows(em).where('r.id', '=', id).executeTakeFirstOrThrow()) as Row
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
        const changing = { em, caller, before: null }
        const id = await table.insert(em, await valuesOf(body, changing))
        await wrote?.(id, body, changing)
        return written(em, id)
      }, wordsOf(body)),
    update: (caller: Caller, id: number, body: Partial<Static<B>>) =>
      inOne(async em => {
        const before = await locked({ em, caller }, id)
        const values = await valuesOf(body, { em, caller, before })
        const was = plain(before)
        const names = Object.keys(values).filter(name => !(name in was) || !isSame(was[name], values[name]))
        if (names.length > 0)
          await table.update(em, id, Object.fromEntries(names.map(name => [name, values[name]])))
        await wrote?.(id, body, { em, caller, before })
        const now = await written(em, id)
        return { row: now, changed: changesOf(before, now, names) }
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
