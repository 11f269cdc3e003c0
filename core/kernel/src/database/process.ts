import { hostname } from 'node:os'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ProcessInfo } from '@linecard/plugin-kit'

/** PostgreSQL cuts names of applications at 63 bytes. */
const longest = 63
const startedAt = new Date(Math.round(Date.now() - process.uptime() * 1000))
const host = () => hostname().replace(/[^\w.-]/g, '_')

/** Name of a process's lasting connection: who looks at the connections sees the processes. */
export const processName = (mode: ProcessInfo['mode']): string =>
  `linecard/${mode}/${process.pid}/${startedAt.getTime().toString(36)}/${host()}`.slice(0, longest)

/** Processes of the installation that are connected now. */
export async function processesOf(em: SqlEntityManager): Promise<ProcessInfo[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name like 'linecard/%' order by 1`,
  )
  return rows.flatMap(({ name }) => {
    const [, mode = '', pid, time = '', on = ''] = name.split('/')
    const started = parseInt(time, 36)
    if ((mode !== 'serve' && mode !== 'command') || !Number.isFinite(started)) return []
    return [
      {
        host: on,
        pid: Number(pid),
        mode,
        started_at: new Date(started),
        current: Number(pid) === process.pid && started === startedAt.getTime(),
      },
    ]
  })
}
