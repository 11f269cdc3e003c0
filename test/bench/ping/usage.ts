import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of /proc a second, and octets of a page. */
const [ticks, page] = [100, 4096]

interface Process {
  pid: number
  parent: number
  name: string
  cpuSec: number
  rssMb: number
}

function processOf(pid: string): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const fields = text.slice(end + 2).split(' ')
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      name: text.slice(text.indexOf('(') + 1, end),
      cpuSec: (Number(fields[11]) + Number(fields[12])) / ticks,
      rssMb: (Number(fields[21]) * page) / 1e6,
    }
  } catch {
    return null
  }
}

/** The fping processes that this process has started: their CPU time in s and their memory in MB. */
export function fpings(): { count: number; cpuSec: number; rssMb: number } {
  const own = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => processOf(pid) ?? [])
    .filter(({ parent, name }) => parent === process.pid && name === 'fping')
  return {
    count: own.length,
    cpuSec: own.reduce((sum, one) => sum + one.cpuSec, 0),
    rssMb: own.reduce((sum, one) => sum + one.rssMb, 0),
  }
}

/** CPU time of this process in s. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
