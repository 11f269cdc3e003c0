import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Ticks of a second in /proc on Linux. */
const ticks = 100

/** CPU seconds of this process and of its children that have ended; 0 where the system does not say. */
export function cpuSeconds(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8')
    // After the name, which may have spaces: state is field 3; utime, stime, cutime, cstime are 14 to 17.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks
  } catch {
    return 0
  }
}

const spent = () =>
  cpus().reduce(
    ({ idle, all }, { times }) => ({
      idle: idle + times.idle,
      all: all + times.user + times.nice + times.sys + times.irq + times.idle,
    }),
    { idle: 0, all: 0 },
  )

/** Tells, at each call, the share of the processors' time since the last call that nothing used: 0 to 1. */
export function idleShares(): () => number {
  let before = spent()
  return () => {
    const now = spent()
    const [idle, all] = [now.idle - before.idle, now.all - before.all]
    before = now
    return all > 0 ? idle / all : 0
  }
}
