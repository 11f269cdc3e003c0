import type { Job } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { currentOfAll } from '../current.ts'
import { textOf } from '../versions/read.ts'
import { indexDevice, trimLines } from './index-device.ts'
import { tables } from './tables.ts'

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
