import type { Job } from '@linecard/plugin-kit'
import type { Attachments } from './attachments.ts'
import { clearSpool } from './spool.ts'

/** Files that arrived so lately may still get their row. */
const GRACE_MS = 3_600_000

/** Beginnings of keys: one part at a time is compared, so that never all keys are in memory. */
const parts256 = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

interface Row {
  id: number
  key: string
  main: boolean
  old: boolean
}

/** Keys that rows name, of those that begin so. */
const rowsOf = ({ ctx }: Attachments, first: string, before: Date): Promise<Row[]> => {
  const range = [first, `${first}g`]
  return ctx.em().execute<Row[]>(
    `
    select id, storage_key as key, true as main, created_at < ?::timestamptz as old from attachments_file where storage_key >= ? and storage_key < ?
    union all select id, thumbnail_key, false, false from attachments_file where thumbnail_key >= ? and thumbnail_key < ?`,
    [before.toISOString(), ...range, ...range],
  )
}

/**
 * Removes files that no row names, as deleted devices leave them; finds rows whose file is gone. These stay:
 * a folder that is not mounted would cost all of them.
 */
async function compare(
  attachments: Attachments,
  before: Date,
  signal: AbortSignal,
): Promise<{ removed: number; lost: number[] }> {
  const storage = attachments.storage()
  const lost: number[] = []
  let removed = 0
  for (const first of parts256) {
    signal.throwIfAborted()
    const found = await storage.list(first)
    const rows = await rowsOf(attachments, first, before)
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
  summary: 'Removes files of attachments that are gone, and reports attachments whose file is lost',
  cron: '23 * * * *',
  timeoutSec: 1800,
  async run(parts, { signal, log }) {
    const before = new Date(parts.ctx.clock().getTime() - GRACE_MS)
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
