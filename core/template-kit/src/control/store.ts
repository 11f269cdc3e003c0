import { isDeepStrictEqual } from 'node:util'
import { retryable, type Caller, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from './errors.ts'
import type { Kept, Save, TemplateStore } from './kept.ts'
import { createReading, kept, templateById } from './reading.ts'
import { templateQueries } from './tables.ts'

/** Versions of one template at most; the oldest are dropped. */
export const mostVersions = 200

/** SQLSTATE unique_violation. */
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'

/** @throws ApiError TEMPLATE_NAME_TAKEN */
async function unlessTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await retryable(work)
  } catch (error) {
    if (!isTaken(error)) throw error
    throw fail('TEMPLATE_NAME_TAKEN', { name }, [{ path: 'name', message: 'is in use' }])
  }
}

/** A name that is free: `name (2)`, `name (3)` … */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) {
    const suffix = ` (${n})`
    const free = name.slice(0, 200 - suffix.length) + suffix
    if (!taken.has(free)) return free
  }
}

async function keepVersion<D>(
  em: SqlEntityManager,
  plugin: string,
  row: Kept<D>,
  note: string,
): Promise<void> {
  const { db, version } = templateQueries(em, plugin)
  await db
    .insertInto(version)
    .values({
      template_id: row.id,
      version: row.version,
      name: row.name,
      definition: JSON.stringify(row.definition),
      saved_at: row.updated_at,
      saved_by: row.updated_by,
      note,
    })
    .execute()
  await db
    .deleteFrom(version)
    .where('template_id', '=', row.id)
    .where('version', '<=', row.version - mostVersions)
    .execute()
}

/** The row after the change; the same row if nothing changes. @throws ApiError TEMPLATE_CHANGED */
function changed<D extends object>(before: Kept<D>, change: Save<D>, now: Date, caller: Caller): Kept<D> {
  if (change.version !== undefined && change.version !== before.version)
    throw fail('TEMPLATE_CHANGED', { who: before.updated_by, version: before.version })
  const name = change.name ?? before.name
  const definition = { ...before.definition, ...change.definition }
  if (name === before.name && isDeepStrictEqual(definition, before.definition)) return before
  const { id, version } = before
  return { id, name, definition, version: version + 1, updated_at: now, updated_by: caller.login }
}

/** The templates of a plugin, in the tables that `templateTables` makes. */
export function createStore<D extends object>(
  { em: open, clock }: Pick<Context, 'em' | 'clock'>,
  plugin: string,
): TemplateStore<D> {
  const reading = createReading<D>(open, plugin)

  const create: TemplateStore<D>['create'] = (name, definition, { login }, note = '') =>
    unlessTaken(name, () =>
      open().transactional(async em => {
        const { db, template } = templateQueries(em, plugin)
        const text = JSON.stringify(definition)
        const row = (await db
          .insertInto(template)
          .values({ name, definition: text, version: 1, updated_at: clock(), updated_by: login })
          .returning(kept)
          .executeTakeFirstOrThrow()) as Kept<D>
        await keepVersion(em, plugin, row, note)
        return row
      }),
    )

  const save: TemplateStore<D>['save'] = (id, change, caller) =>
    unlessTaken(change.name ?? '', () =>
      open().transactional(async em => {
        const before = await templateById<D>(em, plugin, id, true)
        const after = changed(before, change, clock(), caller)
        if (after === before) return before
        const { db, template } = templateQueries(em, plugin)
        const { id: _, ...columns } = { ...after, definition: JSON.stringify(after.definition) }
        await db.updateTable(template).set(columns).where('id', '=', id).execute()
        await keepVersion(em, plugin, after, change.note ?? '')
        return after
      }),
    )

  return {
    ...reading,
    create,
    save,
    async remove(id) {
      const { db, template } = templateQueries(open(), plugin)
      const { numDeletedRows } = await db.deleteFrom(template).where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 0n) throw fail('TEMPLATE_UNKNOWN', { id })
    },
    async clone(id, name, caller) {
      const original = await reading.get(id)
      const free = name ?? freeName(original.name, new Set((await reading.all()).map(one => one.name)))
      return create(free, original.definition, caller, `copy of "${original.name}"`)
    },
    async restore(id, number, caller) {
      const { name, definition } = await reading.version(id, number)
      return save(id, { name, definition, note: `restored from version ${number}` }, caller)
    },
  }
}
