import type { Job } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Attachments } from './setup.ts'
import { clearSpool } from './spool.ts'
import { tables } from './tables.ts'

/** A younger file may still get its row. */
const graceMs = 3_600_000

/** Beginnings of keys. They are compared one after the other, so that never all keys are in memory. */
const beginnings = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

interface NamedKey {
  id: number
  key: string
  /** False: the key of a preview. */
  main: boolean
  /** The row is older than `before`. */
  old: boolean
}

/** Keys that rows name, of those with this beginning. */
function keysOf({ ctx }: Attachments, beginning: string, before: Date): Promise<NamedKey[]> {
  const [from, to] = [beginning, `${beginning}g`]
  const files = tables(ctx.em()).selectFrom('attachments_file')
  return files
    .where('storage_key', '>=', from)
    .where('storage_key', '<', to)
    .select([
      'id',
      'storage_key as key',
      sql<boolean>`true`.as('main'),
      sql<boolean>`created_at < ${before.toISOString()}::timestamptz`.as('old'),
    ])
    .unionAll(
      files
        .where('thumbnail_key', '>=', from)
        .where('thumbnail_key', '<', to)
        .select([
          'id',
          sql<string>`thumbnail_key`.as('key'),
          sql<boolean>`false`.as('main'),
          sql<boolean>`false`.as('old'),
        ]),
    )
    .execute()
}

/**
 * Removes files that no row names, for example those of deleted devices, and finds rows whose file is gone.
 * These rows stay: if a folder is not mounted, all of them would be lost.
 */
async function compare(
  attachments: Attachments,
  before: Date,
  signal: AbortSignal,
): Promise<{ removed: number; lost: number[] }> {
  const storage = attachments.storage()
  const lost: number[] = []
  let removed = 0
  for (const first of beginnings) {
    signal.throwIfAborted()
    const found = await storage.list(first)
    const rows = await keysOf(attachments, first, before)
    const named = new Set(rows.map(({ key }) => key))
    for (const { key, modified } of found) {
      if (modified >= before || named.has(key)) continue
      signal.throwIfAborted()
      await storage.remove(key)
      removed++
    }
    const stored = new Set(found.map(({ key }) => key))
    lost.push(...rows.filter(row => row.main && row.old && !stored.has(row.key)).map(({ id }) => id))
  }
  return { removed, lost }
}

const cleanUp: Job<Attachments> = {
  summary: 'Removes files that belong to no attachment, and reports attachments whose file is lost',
  cron: '23 * * * *',
  timeoutSec: 1800,
  async run(parts, { signal, log }) {
    const before = new Date(parts.ctx.clock().getTime() - graceMs)
    const unfinished = await clearSpool(parts.ctx, before)
    const { removed, lost } = await compare(parts, before, signal)
    if (lost.length > 0)
      log.warn(
        { count: lost.length, ids: lost.slice(0, 20) },
        `attachments without their file: ${lost.length}, the first are ${lost.slice(0, 20).join(', ')}`,
      )
    parts.gauges.touch()
    log.info({ removed, unfinished, lost: lost.length }, 'attachments cleaned up')
  },
}

export const jobs = { clean_up: cleanUp }
