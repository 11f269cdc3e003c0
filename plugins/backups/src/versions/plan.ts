import type { Base } from '../base.ts'
import { filledLines, lineChanges } from '../compare/count.ts'
import type { SealedText } from '../contents/contents.ts'
import { tables } from '../tables.ts'
import { textOf } from './read.ts'

/** A configuration that was read from a device. */
export interface ReadConfiguration {
  device_id: number
  model_key: string | null
  text: string
  time: Date
  /** Whose reading it is; null: nobody else can be reading the device. */
  attempt: string | null
  /** A person has accepted it, however short it is. */
  accepted?: true
}

/** Who changed a configuration. */
export interface Changer {
  by: string
  how: 'action' | 'syslog'
  at: Date
}
/** Finds who changed the device after that time. Null: unknown. */
export type FindChanger = (since: Date) => Promise<Changer | null>

/** What is to be done with it, as of the version that was the current one. */
export interface Plan {
  current: string | null
  significant: Buffer
  what:
    | { kind: 'unchanged' }
    | {
        kind: 'new'
        sealed: SealedText
        lines: { added: number; removed: number } | null
        by: Changer | null
      }
    | { kind: 'held'; sealed: SealedText; lines: number; before: number }
}

/** Texts with fewer lines may lose any part of them. */
const guardedLines = 10

/** The current version, and what was held back. */
async function known({ ctx }: Base, deviceId: number) {
  const db = tables(ctx.em())
  const [current, held] = await Promise.all([
    db
      .selectFrom('backups_version')
      .where('device_id', '=', deviceId)
      .where('valid_until', 'is', null)
      .select(['id', 'content_id', 'significant', 'last_seen'])
      .executeTakeFirst(),
    db
      .selectFrom('backups_device')
      .where('device_id', '=', deviceId)
      .select(['held_significant', 'refused'])
      .executeTakeFirst(),
  ])
  return { current, held: held?.held_significant ?? null, refused: held?.refused ?? null }
}

/**
 * Decides what becomes of a reading. Stores nothing.
 *
 * Patterns of lines that do not count may have changed since the version before was stored: so its lines
 * are looked at again before it is taken for another one.
 */
export async function planOf(base: Base, read: ReadConfiguration, find: FindChanger): Promise<Plan> {
  const { ctx, contents } = base
  const { significant: linesOf } = ctx.use('configurations')
  const { current, held, refused } = await known(base, read.device_id)
  const lines = await linesOf(read.model_key, read.text)
  const significant = await contents.significant(lines)
  const plan = { current: current?.id ?? null, significant }
  if (current?.significant.equals(significant)) return { ...plan, what: { kind: 'unchanged' } }
  const sealed = await contents.seal(read.text)
  if (!current) return { ...plan, what: { kind: 'new', sealed, lines: null, by: null } }

  const before = await linesOf(read.model_key, await textOf(base, current.content_id))
  if (before === lines) return { ...plan, what: { kind: 'unchanged' } }
  const [had, has] = [await filledLines(before), await filledLines(lines)]
  const short = had >= guardedLines && has < had * (1 - ctx.config.shrink_percent / 100)
  const again = held?.equals(significant) && !refused?.equals(significant)
  if (short && !again && !read.accepted)
    return { ...plan, what: { kind: 'held', sealed, lines: has, before: had } }
  const changes = await lineChanges(before, lines)
  return { ...plan, what: { kind: 'new', sealed, lines: changes, by: await find(current.last_seen) } }
}
