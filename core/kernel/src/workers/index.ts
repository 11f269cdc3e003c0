import type { PgBoss } from 'pg-boss'
import type { Work, WorkQueue } from '@linecard/plugin-kit'
import type { Start } from '../start.ts'
import { openWorkQueue } from './queue.ts'

/** Whether a service leaves the work to workers that it starts. */
export const hasWorkers = ({ serve, options, config }: Start): boolean =>
  serve && options.workerCommand !== undefined && config.workers.processes > 0

/** The work of the installation, as this process sees it. */
export function createWork(start: Start, connected: () => Promise<PgBoss>): Work {
  const { options, config, lasts } = start
  const open = new Map<string, Promise<WorkQueue>>()
  let ends: Set<() => Promise<void>> | null = null
  return {
    takes: lasts && !hasWorkers(start),
    plans: lasts,
    group: options.workerGroup ?? config.workers.group,
    queue(name, leaseSec) {
      const key = `${name} ${leaseSec}`
      const known = open.get(key)
      if (known) return known
      const made = connected().then(boss => openWorkQueue(boss, name, leaseSec))
      open.set(key, made)
      made.catch(() => open.delete(key))
      return made
    },
    onStop(end) {
      // Steps of the stop run in reverse: what begins after the jobs ends before them.
      if (!ends) {
        const all = (ends = new Set())
        const run = () => Promise.all([...all].map(one => one())).then(() => undefined)
        start.stop.push({ what: 'work', ms: 2_000, run })
      }
      const all = ends
      all.add(end)
      return () => void all.delete(end)
    },
  }
}
