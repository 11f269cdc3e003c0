/**
 * `npm run bench:series`: what it costs to store series. Counters of 1,000 switches with 52 ports go through the
 * store of the poller `counters`, as the engine of the pollers calls it, then as rows into both stores. CPU is that
 * of this process and of the store: the backends, WAL writer and checkpointer of PostgreSQL, or VictoriaMetrics.
 * The wish is 250,000 values a second of CPU; the exit code tells whether PostgreSQL reached it.
 *
 *     npm run bench:series -- [devices] [rounds]
 */
import { execFileSync } from 'node:child_process'
import { createCounters } from './series/counters.ts'
import { costOf, serverPids } from './series/cpu.ts'
import { startStore, type Store } from './series/victoria.ts'
import { startHouse } from './series/house.ts'

const [devices = 1000, rounds = 5] = process.argv.slice(2).map(Number)
const ports = 52
const wish = 250_000

const house = await startHouse({ devices, ports })
const thousands = (n: number) => Math.round(n).toLocaleString('en')
const line = (
  what: string,
  values: number,
  { wallSec, ownSec, storeSec }: Awaited<ReturnType<typeof costOf>>,
) => {
  const perCore = values / (ownSec + storeSec)
  console.log(
    `${what.padEnd(46)}${thousands(values / wallSec).padStart(12)} values/s, ` +
      `CPU ${ownSec.toFixed(2)} s here + ${storeSec.toFixed(2)} s there, ${thousands(perCore).padStart(10)} values/s a core`,
  )
  return perCore
}
let victoria: Store | null = null
let reached = 0
try {
  const pids = await serverPids(house.sql)
  const counters = createCounters({ devices, ports, firstInterface: house.firstInterface })
  // The first round has nothing to compare with; it makes the states.
  await house.poll(counters.round())
  await house.flush()
  const polled = await costOf(pids, async () => {
    for (let round = 0; round < rounds; round++) {
      await house.poll(counters.round())
      await house.flush()
    }
  })
  const values = devices * ports * 14 * rounds
  reached = line('counters → rates → PostgreSQL, binary COPY', values, polled)

  const rows = counters.rows(rounds)
  line('rows → PostgreSQL, binary COPY', values, await costOf(pids, () => house.write(rows)))
  line('rows → PostgreSQL, text COPY', values, await costOf(pids, () => house.writeText(rows)))
  const stored = await house.size()
  console.log(
    `size in PostgreSQL: ${(stored.bytes / stored.rows / 14).toFixed(1)} octets a value with its index ` +
      `(${thousands(stored.rows)} rows)`,
  )
  const rolled = await costOf(pids, () => house.rollUp())
  line('roll-up of 5 minutes', stored.rows * 14, rolled)
  const read = await house.readMs()
  console.log(`chart of a port, ${read.points} points: ${read.ms.toFixed(1)} ms`)
  console.log(`memory of this process: ${thousands(process.memoryUsage().rss / 1e6)} MB`)

  victoria = await startStore()
  if (victoria) {
    const { pid, url } = victoria
    line('rows → VictoriaMetrics, text import', values, await costOf([pid], () => house.push(url, rows)))
    const kb = Number(execFileSync('du', ['-sk', victoria.folder]).toString().split('\t')[0])
    console.log(
      `size in VictoriaMetrics: ${((kb * 1024) / values).toFixed(1)} octets a value, before its merges`,
    )
  } else console.log('VictoriaMetrics is not installed, so it was not measured')
} finally {
  await victoria?.stop()
  await house.stop()
}
if (reached < wish) {
  console.log(`the wish of ${thousands(wish)} values/s a core was not reached: ${thousands(reached)}`)
  process.exitCode = 1
}
