import { type Job } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import type { Base } from '../base.ts'
import { currentOfAll } from '../current.ts'
import { textOf } from '../versions/read.ts'
import { tables } from './tables.ts'
import { createHash } from 'node:crypto'
import { inPieces, mapInSlices } from '@linecard/driver-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { isCut, linesOf } from '../lines/lines.ts'

/** Lines of one statement. */
const atOnce = 1000
/**
 * Held shared while a configuration is indexed, and alone while lines are removed that none has: so no line
 * goes between its use and the commit.
 */
const lock = sql`hashtext('backups_line')`
const shared = (em: SqlEntityManager) => sql`select pg_advisory_xact_lock_shared(${lock})`.execute(tables(em))

const digestOf = (line: string): string => createHash('sha256').update(line).digest('hex').slice(0, 32)

/** Ids of lines by their digests; unknown ones are stored. */
async function idsOf(em: SqlEntityManager, texts: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  // In one order everywhere: two processes with the same new lines then wait, and do not lock each other out.
  const digests = [...texts.keys()].toSorted()
  for await (const some of inPieces(digests, atOnce)) {
    const own = some.map(digest => texts.get(digest)!)
    const rows = await sql<{ id: string; digest: string }>`
      with asked as (
          select * from unnest(${[...some]}::uuid[], ${own}::text[]) as a (digest, text)
        ),
        known as (select l.id, l.digest from backups_line l join asked a on a.digest = l.digest),
        stored as (
          insert into backups_line (digest, text)
          select a.digest, a.text from asked a
          where a.digest not in (select k.digest from known k) order by a.digest
          on conflict (digest) do update set text = excluded.text
          returning id, digest
        )
      select id::text, replace(digest::text, '-', '') as digest from known
      union all select id::text, replace(digest::text, '-', '') from stored`.execute(tables(em))
    for (const { id, digest } of rows.rows) ids.set(digest, id)
  }
  return ids
}

/** The current configuration of a device, without secrets. */
interface CurrentText {
  device_id: number
  version_id: string
  model_key: string | null
  masked: string
}

/** Makes a configuration what the search finds of its device. */
async function indexDevice(
  { ctx }: Base,
  { device_id, version_id, model_key, masked }: CurrentText,
): Promise<void> {
  const lines = linesOf(masked)
  const digests = await mapInSlices(lines, digestOf)
  const texts = new Map(digests.map((digest, at) => [digest, lines[at]!]))
  await retryable(() =>
    ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      await shared(em)
      const ids = await idsOf(em, texts)
      const row = {
        version_id,
        model_key,
        lines: sql<string[]>`${digests.map(digest => ids.get(digest)!)}::bigint[]` as never,
        cut: isCut(masked),
        indexed_at: ctx.clock(),
      }
      await tables(em)
        .insertInto('backups_device_lines')
        .values({ device_id, ...row })
        .onConflict(conflict => conflict.column('device_id').doUpdateSet(row))
        .execute()
    }),
  )
}

/** Removes lines that no configuration has any more, so many at once. Returns their number. */
export async function trimLines({ ctx }: Base, signal: AbortSignal): Promise<number> {
  let [removed, after] = [0, '0']
  while (!signal.aborted) {
    const looked = await ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      // Without the index each line would be held against each line of each device.
      await sql`
        select pg_advisory_xact_lock(${lock}), set_config('enable_seqscan', 'off', true)`.execute(tables(em))
      const { rows } = await sql<{ last: string | null; gone: number }>`
        with piece as (select id from backups_line where id > ${after}::bigint order by id limit ${atOnce}),
          gone as (
            delete from backups_line l using piece p
            where l.id = p.id
              and not exists (select from backups_device_lines d where d.lines @> array[p.id])
            returning 1
          )
        select max(id)::text as last, (select count(*)::int from gone) as gone from piece`.execute(tables(em))
      return rows[0]!
    })
    removed += looked.gone
    if (looked.last === null) break
    after = looked.last
  }
  return removed
}

/** Configurations are indexed again after so long: drivers learn to mask more secrets. In ms. */
const anewMs = 7 * 86_400_000

/** Brings the index up to date. Returns the number of devices that were indexed. */
export async function indexPending(
  base: Base,
  signal: AbortSignal,
  progress?: (done: number, total: number) => void,
) {
  const { ctx } = base
  const known = await tables(ctx.em())
    .selectFrom('backups_device_lines')
    .select(['device_id', 'version_id', 'model_key', 'indexed_at'])
    .execute()
  const byDevice = new Map(known.map(row => [row.device_id, row]))
  const old = ctx.clock().getTime() - anewMs
  const pending = (await currentOfAll(base)).filter(({ id, version_id, model_key }) => {
    const own = byDevice.get(id)
    if (!own || own.version_id !== version_id) return true
    // Another model has other secrets.
    return own.model_key !== model_key || own.indexed_at.getTime() < old
  })
  let [done, failed] = [0, 0]
  for (const { id, version_id, content_id, model_key } of pending) {
    if (signal.aborted) break
    progress?.(done + failed, pending.length)
    try {
      const masked = await ctx.use('configurations').masked(model_key, await textOf(base, content_id))
      await indexDevice(base, { device_id: id, version_id, model_key, masked })
      done++
    } catch (error) {
      // The version or the device may be gone. Else the next run tries again; other devices do not wait.
      failed++
      ctx.log.warn({ err: error, device_id: id }, 'a configuration could not be indexed')
    }
  }
  return { done, failed }
}

export const searchIndex: Job<Base> = {
  summary: 'Makes new versions of configurations known to the search',
  cron: '*/2 * * * *',
  timeoutSec: 3600,
  async run(base, { signal, log, progress }) {
    const { done, failed } = await indexPending(base, signal, progress)
    if (done + failed > 0) log.info({ devices: done, failed }, 'configurations indexed')
  },
}

export const searchTrim: Job<Base> = {
  summary: 'Removes lines from the index of the search that no configuration has any more',
  cron: '41 3 * * *',
  timeoutSec: 3600,
  async run(base, { signal, log }) {
    log.info({ lines: await trimLines(base, signal) }, 'lines removed from the index')
  },
}
