import { isDeepStrictEqual } from 'node:util'
import { type Caller, type Context } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { pagesOf, type Select } from '@linecard/plugin-kit/resource'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from './errors.ts'
import { assertGroups, assertOwn, groupsOfNew, type Grouped, seenTemplates } from './groups.ts'
import type { Kept, New, Save, TemplateStore, KeptVersion } from './kept.ts'
import { templateQueries } from './tables.ts'

/** Templates of one kind that a list or a search for a free name looks at. */
const mostTemplates = 10_000

/** The columns of a template. */
const kept = ['id', 'name', 'definition', 'version', 'updated_at', 'updated_by'] as const
const former = ['version', 'name', 'saved_at', 'saved_by', 'note'] as const

/** What can be asked of a list of templates. */
export const listed = {
  search: { in: ['name'], description: 'Part of the name' },
  sort: ['id', 'name', 'version', 'updated_at'],
  order: 'name',
  cap: mostTemplates,
  standard: 1000,
} as const
const pages = pagesOf(listed)

/**
 * One that the caller sees. With `lock`, until the end of the transaction.
 * @throws ApiError TEMPLATE_UNKNOWN
 */
async function templateById<D>(
  em: SqlEntityManager,
  plugin: string,
  { id, caller, lock = false }: { id: number; caller: Caller; lock?: boolean },
): Promise<Kept<D>> {
  const { db, template } = templateQueries(em, plugin)
  const row = db.selectFrom(template).select(kept).where('id', '=', id).where(seenTemplates(caller))
  const found = await (lock ? row.forUpdate() : row).executeTakeFirst()
  if (!found) throw fail('TEMPLATE_UNKNOWN', { id })
  return found as Kept<D>
}

type Reading<D> = Pick<TemplateStore<D>, 'all' | 'get' | 'list' | 'named' | 'version' | 'versions'>

/** The reading half of a store. */
function createReading<D extends Grouped>(open: () => SqlEntityManager, plugin: string): Reading<D> {
  const on = () => templateQueries(open(), plugin)
  const get = (id: number, caller: Caller) => templateById<D>(open(), plugin, { id, caller })
  const versionsOf = (id: number, caller: Caller) => {
    const { db, version } = on()
    return db.selectFrom(version).where('template_id', '=', id).where(seenTemplates(caller))
  }
  return {
    get,
    list(query, caller) {
      const { db, template } = on()
      const rows = db.selectFrom(template).select(kept).where(seenTemplates(caller))
      return pages(open(), rows as Select<Kept<D>>, query)
    },
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
export function createStore<D extends Grouped>(
  ctx: Pick<Context, 'em' | 'clock' | 'use'>,
  plugin: string,
): TemplateStore<D> {
  const { em: open, clock } = ctx
  const reading = createReading<D>(open, plugin)

  const insert = (name: string, definition: New<D>, { login }: Caller, note: string): Promise<Kept<D>> =>
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

  const create: TemplateStore<D>['create'] = async (name, definition, caller, note = '') => {
    const { group_ids: ids = await groupsOfNew(ctx, caller) } = definition
    await assertGroups(ctx, caller, ids)
    return insert(name, { ...definition, group_ids: ids }, caller, note)
  }

  const save: TemplateStore<D>['save'] = async (id, change, caller) => {
    const present = await reading.get(id, caller)
    assertOwn(caller, present)
    const wanted = change.definition?.group_ids
    if (wanted) await assertGroups(ctx, caller, wanted, present.definition.group_ids)
    return unlessTaken(change.name ?? '', () =>
      open().transactional(async em => {
        const before = await templateById<D>(em, plugin, { id, caller, lock: true })
        // They may have changed since they were looked at.
        assertOwn(caller, before)
        const after = changed(before, change, clock(), caller)
        if (after === before) return before
        const { db, template } = templateQueries(em, plugin)
        const { id: _, ...columns } = { ...after, definition: JSON.stringify(after.definition) }
        await db.updateTable(template).set(columns).where('id', '=', id).execute()
        await keepVersion(em, plugin, after, change.note ?? '')
        return after
      }),
    )
  }

  return {
    ...reading,
    create,
    save,
    remove: (id, caller) =>
      open().transactional(async em => {
        assertOwn(caller, await templateById<D>(em, plugin, { id, caller, lock: true }))
        const { db, template } = templateQueries(em, plugin)
        await db.deleteFrom(template).where('id', '=', id).execute()
      }),
    async clone(id, { name, group_ids: wanted }, caller) {
      const original = await reading.get(id, caller)
      const before = original.definition.group_ids
      const ids = wanted ?? (await groupsOfNew(ctx, caller, before))
      await assertGroups(ctx, caller, ids, wanted ? [] : before)
      const free = name ?? freeName(original.name, new Set((await reading.all()).map(one => one.name)))
      return insert(free, { ...original.definition, group_ids: ids }, caller, `copy of "${original.name}"`)
    },
    async restore(id, number, caller) {
      assertOwn(caller, await reading.get(id, caller))
      const { name, definition } = await reading.version(id, number, caller)
      const { group_ids: _, ...change } = definition
      const note = `restored from version ${number}`
      return save(id, { name, definition: change as unknown as Partial<D>, note }, caller)
    },
  }
}
