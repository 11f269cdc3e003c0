/** What processes use, from /proc: these benches need Linux. */
import { readFileSync, readdirSync } from 'node:fs'

/** Clock ticks of /proc in a second (USER_HZ), and octets of a page. */
const [ticks, pageOctets] = [100, 4096]

export interface Usage {
  cpuSec: number
  /** Resident octets. */
  rss: number
}

export interface Process extends Usage {
  pid: number
  parent: number
  name: string
  /** CPU seconds of its children that have ended. */
  endedSec: number
}

const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Null: it has ended. */
export function processOf(pid: number): Process | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
  const end = text.lastIndexOf(')')
  const fields = text
    .slice(end + 2)
    .split(' ')
    .map(Number)
  return {
    pid,
    name: text.slice(text.indexOf('(') + 1, end),
    parent: fields[1]!,
    cpuSec: (fields[11]! + fields[12]!) / ticks,
    endedSec: (fields[13]! + fields[14]!) / ticks,
    rss: fields[21]! * pageOctets,
  }
}

export const childrenOf = (parent: number): Process[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => processOf(Number(pid)) ?? [])
    .filter(one => one.parent === parent)

const sum = (all: readonly Usage[]): Usage => ({
  cpuSec: all.reduce((whole, { cpuSec }) => whole + cpuSec, 0),
  rss: all.reduce((whole, { rss }) => whole + rss, 0),
})

/** Of several processes together. One that has ended throws: its time is lost. */
export const usageOf = (...pids: readonly number[]): Usage =>
  sum(
    pids.map(pid => {
      const found = processOf(pid)
      if (!found) throw new Error(`process ${pid} has ended`)
      return found
    }),
  )

/** CPU seconds of this process with all of its threads. */
export function ownCpuSec(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Wall clock and CPU of a piece of work: of this process, and of those of a store. */
export async function costOf(
  pids: readonly number[] | (() => Promise<readonly number[]>),
  work: () => Promise<unknown>,
): Promise<{ wallSec: number; ownSec: number; storeSec: number }> {
  const look = async () =>
    (typeof pids === 'function' ? await pids() : pids).flatMap(pid => processOf(pid) ?? [])
  const before = new Map((await look()).map(one => [one.pid, one.cpuSec]))
  const [own, started] = [ownCpuSec(), performance.now()]
  await work()
  const wallSec = (performance.now() - started) / 1000
  const ownSec = ownCpuSec() - own
  // A backend that began meanwhile counts from its begin.
  const storeSec = (await look()).reduce((all, { pid, cpuSec }) => all + cpuSec - (before.get(pid) ?? 0), 0)
  return { wallSec, ownSec, storeSec }
}

/** What processes need while `work` runs: CPU seconds, and the most resident octets above `idle`. */
export async function watch<T>(
  pids: readonly number[],
  idle: number,
  work: () => Promise<T>,
): Promise<{ result: T; cpuSec: number; grown: number }> {
  const before = usageOf(...pids)
  let peak = before.rss
  const look = () => (peak = Math.max(peak, usageOf(...pids).rss))
  const timer = setInterval(look, 50)
  try {
    const result = await work()
    look()
    return { result, cpuSec: usageOf(...pids).cpuSec - before.cpuSec, grown: peak - idle }
  } finally {
    clearInterval(timer)
  }
}

/** Follows the resident memory of a process. Gives the highest value since the last call, in MiB. */
export function followMemory(pid: number): { peak(): number; stop(): void } {
  let highest = 0
  const look = () => {
    highest = Math.max(highest, processOf(pid)?.rss ?? 0)
  }
  const timer = setInterval(look, 50)
  return {
    peak() {
      look()
      const peak = highest / 2 ** 20
      highest = 0
      return peak
    },
    stop: () => clearInterval(timer),
  }
}
