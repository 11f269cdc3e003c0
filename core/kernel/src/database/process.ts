import { hostname } from 'node:os'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { ProcessInfo } from '@linecard/plugin-kit'

/** PostgreSQL cuts `application_name` at 63 bytes. */
const maxNameBytes = 63
const startedAt = new Date(Math.round(Date.now() - process.uptime() * 1000))
const host = () => hostname().replace(/[^\w.-]/g, '_')

/** `application_name` of the lasting connection of a process. `processesOf` finds the processes by it. */
export const processName = (mode: ProcessInfo['mode']): string =>
  `linecard/${mode}/${process.pid}/${startedAt.getTime().toString(36)}/${host()}`.slice(0, maxNameBytes)

const isMode = (text: string): text is ProcessInfo['mode'] =>
  text === 'serve' || text === 'worker' || text === 'command'

/** Processes of the installation that are connected now. */
export async function processesOf(em: SqlEntityManager): Promise<ProcessInfo[]> {
  const connected = sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'linecard/%' order by 1`
  const { rows } = await connected.execute(em.getKysely())
  return rows.flatMap(({ name }) => {
    const [, mode = '', pid, time = '', on = ''] = name.split('/')
    const started = parseInt(time, 36)
    if (!isMode(mode) || !Number.isFinite(started)) return []
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
