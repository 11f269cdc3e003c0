import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a running server writes into its data directory: pid, data directory, start time, port, … status. */
export interface Postmaster {
  pid: number
  port: number
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
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

/** A server writes its pid at once into the file that it has made. One that is empty for longer was left. */
const emptyMs = 10_000

const fileOf = (data: string): string => join(data, 'postmaster.pid')

function readFrom(file: string, data: string): Postmaster | 'stale' | null {
  let lines: string[]
  let ageMs: number
  try {
    lines = readFileSync(file, 'utf8').split('\n')
    ageMs = Math.abs(Date.now() - statSync(file).mtimeMs)
  } catch {
    return null
  }
  // A server in single-user mode writes its pid as a negative number.
  const [pid, port] = [Math.abs(Number(lines[0])), Number(lines[3])]
  // Not 0: kill(0) would ask for the processes of this group, which always live.
  if (!(pid > 0)) return ageMs > emptyMs ? 'stale' : { pid: 0, port: 0 }
  if (isServerOf(pid, data)) return { pid, port }
  return isAlive(pid) ? 'stale' : null
}

/**
 * The server that runs on this data directory. Its port is 0, and its pid too, while it has not written them.
 * `stale` if its file was left behind: the pid belongs to another process now, or was never written.
 */
export const findPostmaster = (data: string): Postmaster | 'stale' | null => readFrom(fileOf(data), data)

/**
 * Takes away the file that a server has left behind, but not that of one which another process has started
 * meanwhile: without it two servers could run on the same data. Nothing of this process comes in between.
 */
export function removeStale(data: string): void {
  const file = fileOf(data)
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    // Another process was quicker.
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  try {
    if (readFrom(aside, data) !== 'stale') linkSync(aside, file)
  } catch (error) {
    // A third server has made its own: then that one is valid. Else there are no hard links here.
    if (!isCode(error, 'EEXIST')) renameSync(aside, file)
  }
  rmSync(aside, { force: true })
}
