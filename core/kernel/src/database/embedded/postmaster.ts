import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running server writes into its data directory: pid, data directory, start time, port, … status. */
export interface Postmaster {
  pid: number
  port: number
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * After a crash any other process may have the same pid. The command line tells the difference; it is
 * readable also where /proc/<pid>/cwd is not, as for root in a container. On other systems than Linux the
 * password decides.
 */
function isServerOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux' || !existsSync('/proc/self/cmdline')) return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
  } catch {
    return false
  }
}

/**
 * The server that runs on this data directory. `stale` if its file was left behind and the pid belongs to
 * another process now.
 */
export function findPostmaster(data: string): Postmaster | 'stale' | null {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  // The file is written in two steps: without a port the server is just starting.
  if (isServerOf(pid, data)) return { pid, port }
  return isAlive(pid) ? 'stale' : null
}
