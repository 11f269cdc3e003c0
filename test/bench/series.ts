/**
 * What it costs to store series. Counters of 1,000 switches with 52 ports go through the store of the poller
 * `counters`, as the engine of the pollers calls it, then as rows into both stores. CPU is that of this process and
 * of the store: the backends, WAL writer and checkpointer of PostgreSQL, or VictoriaMetrics. The wish is 250,000
 * values a second of CPU; the exit code tells whether PostgreSQL reached it.
 */
import { execFileSync } from 'node:child_process'
import { defineBench } from './kit/bench.ts'
import { startHouse } from './kit/metrics-house.ts'
import { costOf } from './kit/processes.ts'
import { serverPids } from './kit/server.ts'
import { startStore } from './kit/victoria.ts'
import { createCounters } from './series/counters.ts'

const [ports, wish] = [52, 250_000]
const thousands = (n: number) => Math.round(n).toLocaleString('en')

/** Prints a line, and gives values a second of CPU. */
function line(
  what: string,
  values: number,
  { wallSec, ownSec, storeSec }: Awaited<ReturnType<typeof costOf>>,
): number {
  const perCore = values / (ownSec + storeSec)
  console.log(
    `${what.padEnd(46)}${thousands(values / wallSec).padStart(12)} values/s, ` +
      `CPU ${ownSec.toFixed(2)} s here + ${storeSec.toFixed(2)} s there, ${thousands(perCore).padStart(10)} values/s a core`,
  )
  return perCore
}

export default defineBench({
  name: 'series',
  summary: 'values stored a second of CPU: PostgreSQL by three ways beside VictoriaMetrics, the same rows',
  takes: '2 min',
  needs: ['victoria-metrics'],
  options: { devices: { full: 1000, smoke: 20 }, rounds: { full: 5, smoke: 2 } },
  async run({ devices, rounds }, report) {
    const house = await startHouse({ devices, ports })
    try {
      const pids = serverPids(house.sql)
      const counters = createCounters({ devices, ports, firstInterface: house.firstInterface })
      // The first round has nothing to compare with; it makes the states.
      await house.poll(counters.round())
      await house.flush()
      const values = devices * ports * 14 * rounds
      let stored = (await house.size()).rows
      /** Every way stores the same number of rows. */
      const measured = async (what: string, work: () => Promise<unknown>) => {
        const perCore = line(what, values, await costOf(pids, work))
        const { rows } = await house.size()
        report.same(`rows, ${what}`, rows - stored, values / 14)
        stored = rows
        return perCore
      }
      const reached = await measured('counters → rates → PostgreSQL, binary COPY', async () => {
        for (let round = 0; round < rounds; round++) {
          await house.poll(counters.round())
          await house.flush()
        }
      })
      const rows = counters.rows(rounds)
      await measured('rows → PostgreSQL, binary COPY', () => house.write(rows))
      await measured('rows → PostgreSQL, text COPY', () => house.writeText(rows))
      const size = await house.size()
      console.log(
        `size in PostgreSQL: ${(size.bytes / size.rows / 14).toFixed(1)} octets a value with its index ` +
          `(${thousands(size.rows)} rows)`,
      )
      line('roll-up of 5 minutes', size.rows * 14, await costOf(pids, () => house.rollUp()))
      const read = await house.readMs()
      console.log(`chart of a port, ${read.points} points: ${read.ms.toFixed(1)} ms`)
      console.log(`memory of this process: ${thousands(process.memoryUsage().rss / 1e6)} MB`)

      if (report.has('victoria-metrics')) {
        const victoria = await startStore()
        try {
          const { pid, url } = victoria
          line(
            'rows → VictoriaMetrics, text import',
            values,
            await costOf([pid], () => house.push(url, rows)),
          )
          report.same('values, VictoriaMetrics', await victoria.samples(), values)
          const kb = Number(execFileSync('du', ['-sk', victoria.folder]).toString().split('\t')[0])
          console.log(
            `size in VictoriaMetrics: ${((kb * 1024) / values).toFixed(1)} octets a value, before its merges`,
          )
        } finally {
          await victoria.stop()
        }
      }
      report.limit(reached >= wish, `the wish of ${thousands(wish)} values/s a core: ${thousands(reached)}`)
    } finally {
      await house.stop()
    }
  },
})
