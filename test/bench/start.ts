/**
 * `npm run bench:start -- [other checkout]`: time until the demo is ready, and the resident memory of the
 * service 5 s later. With another checkout, both demos start in turns, and the ratio of the medians is
 * printed. The first start of each checkout is not counted, because it creates the database.
 *
 * Only the Node process of the service counts. The simulated network and PostgreSQL are processes of their
 * own. Needs Linux: the memory is VmRSS of `/proc/<pid>/status`.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDemo } from './demo.ts'
import { median } from './median.ts'

const rounds = 3
const restMs = 5000

interface Measured {
  seconds: number
  mebibytes: number
}

/** VmRSS of a process, in MiB. */
function residentMemory(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) / 1024
}

async function measure(root: string): Promise<Measured> {
  const demo = await startDemo(root)
  try {
    await sleep(restMs)
    return { seconds: demo.readyMs / 1000, mebibytes: residentMemory(demo.pid) }
  } finally {
    await demo.stop()
  }
}

const here = resolve('.')
const other = process.argv[2] === undefined ? undefined : resolve(process.argv[2])
const roots = other === undefined ? [here] : [here, other]
const measured = new Map(roots.map(root => [root, [] as Measured[]]))

for (const root of roots) await (await startDemo(root)).stop()
for (let round = 0; round < rounds; round++) {
  // The one that starts first changes from round to round.
  for (const root of round % 2 ? roots.toReversed() : roots) measured.get(root)!.push(await measure(root))
}

const medianOf = (root: string, what: keyof Measured) => median(measured.get(root)!.map(one => one[what]))
console.log(`the demo, medians of ${rounds} starts in turns; memory ${restMs / 1000} s after it is ready\n`)
console.log(`${'checkout'.padEnd(40)}${'ready, s'.padStart(10)}${'memory, MiB'.padStart(13)}`)
for (const root of roots) {
  const [seconds, mebibytes] = [medianOf(root, 'seconds'), medianOf(root, 'mebibytes')]
  console.log(`${root.padEnd(40)}${seconds.toFixed(2).padStart(10)}${mebibytes.toFixed(1).padStart(13)}`)
}
if (other !== undefined) {
  const ratio = (what: keyof Measured) => (medianOf(here, what) / medianOf(other, what)).toFixed(3)
  console.log(
    `${'this checkout / the other'.padEnd(40)}${ratio('seconds').padStart(10)}${ratio('mebibytes').padStart(13)}`,
  )
}
