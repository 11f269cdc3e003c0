import { readFileSync } from 'node:fs'

/** Clock ticks of /proc in a second (USER_HZ). */
const ticks = 100

function cpuSecOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticks
  } catch {
    // A backend that ended meanwhile.
    return 0
  }
}

/** Backends of this database, and what the server does in the background. */
export const serverPids =
  async (sql: <T extends object>(text: string) => Promise<T[]>): Promise<() => Promise<number[]>> =>
  async () =>
    (
      await sql<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database()
         or backend_type in ('walwriter', 'checkpointer', 'background writer')`,
      )
    ).map(({ pid }) => pid)

/** Wall clock and CPU of a piece of work: of this process, and of those of a store. */
export async function costOf(
  pids: readonly number[] | (() => Promise<number[]>),
  work: () => Promise<unknown>,
): Promise<{ wallSec: number; ownSec: number; storeSec: number }> {
  const list = async () => (typeof pids === 'function' ? pids() : pids)
  const before = new Map((await list()).map(pid => [pid, cpuSecOf(pid)]))
  const own = process.cpuUsage()
  const started = performance.now()
  await work()
  const wallSec = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(own)
  // A backend that began meanwhile counts from its begin.
  const storeSec = (await list()).reduce((sum, pid) => sum + cpuSecOf(pid) - (before.get(pid) ?? 0), 0)
  return { wallSec, ownSec: (user + system) / 1e6, storeSec }
}
