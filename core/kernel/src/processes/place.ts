import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The process namespace of Linux; two containers may share a host name and never share this. */
function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Where this process runs: within one place, a pid names one process. */
export const here = `${hostname()} ${namespace()}`.trim()

/** Whether a process of this place, which is not this one, has certainly ended. */
export function isGone(pid: number): boolean {
  // An earlier process had the pid of this one: in a container every service is process 1.
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
