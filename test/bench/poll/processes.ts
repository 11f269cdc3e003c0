import { readFileSync, readdirSync } from 'node:fs'

/** Clock ticks of /proc in a second, and octets of a page. */
const [ticks, pageOctets] = [100, 4096]

interface Usage {
  cpuSec: number
  /** Resident octets. */
  rss: number
}

const fieldsOf = (pid: number | string): number[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)

/** CPU seconds and resident octets of a process, from /proc. */
export function usageOf(pid: number): Usage {
  const fields = fieldsOf(pid)
  return { cpuSec: (fields[11]! + fields[12]!) / ticks, rss: fields[21]! * pageOctets }
}

/** Of several processes together. */
export const usageOfAll = (pids: readonly number[]): Usage =>
  pids
    .map(usageOf)
    .reduce((sum, one) => ({ cpuSec: sum.cpuSec + one.cpuSec, rss: sum.rss + one.rss }), {
      cpuSec: 0,
      rss: 0,
    })

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        return fieldsOf(name)[1] === parent ? [Number(name)] : []
      } catch {
        // It has just ended.
        return []
      }
    })

/** What processes need while `work` runs: CPU seconds, and the most resident octets above `idle`. */
export async function watch<T>(
  pids: readonly number[],
  idle: number,
  work: () => Promise<T>,
): Promise<{ result: T; cpuSec: number; grown: number }> {
  const before = usageOfAll(pids)
  let peak = before.rss
  const look = () => (peak = Math.max(peak, usageOfAll(pids).rss))
  const timer = setInterval(look, 50)
  try {
    const result = await work()
    look()
    return { result, cpuSec: usageOfAll(pids).cpuSec - before.cpuSec, grown: peak - idle }
  } finally {
    clearInterval(timer)
  }
}
