import { existsSync, readFileSync, statSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
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

/** A server writes its pid at once into the file that it has made. One that is empty for longer was left. */
const emptyMs = 10_000

const fileOf = (data: string): string => join(data, 'postmaster.pid')

function readFrom(file: string, data: string): Postmaster | 'stale' | null {
  let lines: string[]
  let ageMs: number
  try {
    lines = readFileSync(file, 'utf8').split('\n')
    ageMs = Date.now() - statSync(file).mtimeMs
  } catch {
    return null
  }
  // A server alone with one client, for repairs, writes its pid as a negative number.
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
 * meanwhile: without it two servers could run on the same data.
 */
export async function removeStale(data: string): Promise<void> {
  const file = fileOf(data)
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
  } catch {
    // Another process was quicker.
    return
  }
  // Fails if a third server has made its own: then that one is valid.
  if (readFrom(aside, data) !== 'stale') await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}
