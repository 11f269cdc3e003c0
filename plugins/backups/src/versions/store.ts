import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import type { SealedText } from '../contents/contents.ts'
import { tables } from '../tables.ts'
import { planOf, type FindChanger, type Plan, type ReadConfiguration } from './plan.ts'

/** What became of a reading. */
export type Stored =
  | { result: 'ok' | 'unchanged'; version_id: string }
  /** It has fewer lines than the version before had: a person or a second reading decides. */
  | { result: 'held'; lines: number; before: number }

/** What else is written in the same transaction. */
export type Also = (em: SqlEntityManager, stored: Stored) => Promise<void>

/** Another process may store a version in the meantime: then everything is compared with that one. */
const tries = 3

/** Stores a text if it is a new one, and keeps it from being removed as unused. Returns its id. */
async function storeContent(em: SqlEntityManager, sealed: SealedText, time: Date): Promise<string> {
  const { id } = await tables(em)
    .insertInto('backups_content')
    .values({ ...sealed, key_id: 1, used_at: time })
    .onConflict(conflict => conflict.column('hash').doUpdateSet({ used_at: time }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const notHeld = { held_id: null, held_significant: null, held_at: null, held_lines: null }

/** The row of the device, locked until the end of the transaction. @throws if there is no such device */
async function lockDevice(em: SqlEntityManager, deviceId: number) {
  await tables(em)
    .insertInto('backups_device')
    .values({ device_id: deviceId } as never)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return tables(em)
    .selectFrom('backups_device')
    .where('device_id', '=', deviceId)
    .select('attempt')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const currentOf = async (em: SqlEntityManager, deviceId: number): Promise<string | null> =>
  (
    await tables(em)
      .selectFrom('backups_version')
      .where('device_id', '=', deviceId)
      .where('valid_until', 'is', null)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null

async function hold(em: SqlEntityManager, read: ReadConfiguration, plan: Plan): Promise<Stored> {
  if (plan.what.kind !== 'held') throw new Error('nothing is to be held back')
  const { sealed, lines, before } = plan.what
  await tables(em)
    .updateTable('backups_device')
    .set({
      held_id: await storeContent(em, sealed, read.time),
      held_significant: plan.significant,
      held_at: read.time,
      held_lines: lines,
    })
    .where('device_id', '=', read.device_id)
    .execute()
  return { result: 'held', lines, before }
}

async function touch(em: SqlEntityManager, read: ReadConfiguration, plan: Plan): Promise<Stored> {
  await tables(em)
    .updateTable('backups_version')
    .set({ last_seen: sql`greatest(last_seen, ${read.time}::timestamptz)`, significant: plan.significant })
    .where('id', '=', plan.current!)
    .execute()
  return { result: 'unchanged', version_id: plan.current! }
}

async function add(em: SqlEntityManager, read: ReadConfiguration, plan: Plan): Promise<Stored> {
  if (plan.what.kind !== 'new') throw new Error('there is no new version')
  const { sealed, lines, by } = plan.what
  const content = await storeContent(em, sealed, read.time)
  if (plan.current !== null)
    await tables(em)
      .updateTable('backups_version')
      .set({ valid_until: read.time })
      .where('id', '=', plan.current)
      .execute()
  const { id } = await tables(em)
    .insertInto('backups_version')
    .values({
      device_id: read.device_id,
      content_id: content,
      significant: plan.significant,
      first_seen: read.time,
      last_seen: read.time,
      valid_until: null,
      changed_by: by?.by ?? null,
      changed_how: by?.how ?? null,
      changed_at: by?.at ?? null,
      lines_added: lines?.added ?? null,
      lines_removed: lines?.removed ?? null,
      told: plan.current === null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { result: 'ok', version_id: id }
}

/**
 * Stores a reading: as a new version, as a later sighting of the current one (fault 40), or held back
 * because it is suspiciously short (fault 28). All of it or nothing.
 *
 * @returns null if another attempt reads the device by now
 * @throws if the device was removed, or the database is away or full
 */
export async function storeVersion(
  base: Base,
  read: ReadConfiguration,
  find: FindChanger = async () => null,
  also: Also = async () => {},
): Promise<Stored | null> {
  for (let left = tries; left > 0; left--) {
    const plan = await planOf(base, read, find)
    const stored = await retryable(() =>
      base.ctx.em().transactional(async forked => {
        const em = forked as SqlEntityManager
        const { attempt } = await lockDevice(em, read.device_id)
        if (read.attempt !== null && attempt !== read.attempt) return null
        if ((await currentOf(em, read.device_id)) !== plan.current) return 'again' as const
        const { kind } = plan.what
        const done =
          kind === 'held'
            ? await hold(em, read, plan)
            : kind === 'new'
              ? await add(em, read, plan)
              : await touch(em, read, plan)
        if (kind !== 'held')
          await tables(em)
            .updateTable('backups_device')
            .set({ ...notHeld, refused: null })
            .where('device_id', '=', read.device_id)
            .execute()
        await also(em, done)
        return done
      }),
    )
    if (stored !== 'again') return stored
  }
  throw new Error('versions of the device are stored too fast')
}
