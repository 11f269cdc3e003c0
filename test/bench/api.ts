/**
 * The API on 10,000 devices, 500,000 interfaces and 100,000 ONUs, as a client sees it: requests/s, p50 and
 * p99 of the requests that billing systems and portals send most. The device list runs in turns with a bare
 * Fastify route that answers the same bytes from the same PostgreSQL. Fails if the list has less than 0.6 of
 * the rate of that route, if a search takes 100 ms or more at p99, or if an answer is wrong.
 */
import { Client } from 'pg'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { fill } from './api/dataset.ts'
import { startBeside } from './api/beside.ts'
import { clients, round, together, type Measured } from './api/measure.ts'
import { devicePages, loads } from './api/operations.ts'
import { defineBench } from './kit/bench.ts'
import { inTurns, ratioOf } from './kit/numbers.ts'

const [least, longestMs] = [0.6, 100]

export default defineBench({
  name: 'api',
  summary:
    'device list, searches and changes at 10,000 devices; the list beside a bare Fastify route, equal bytes',
  takes: '6 min',
  options: {
    devices: { full: 10_000, smoke: 300 },
    interfaces: { full: 500_000, smoke: 15_000 },
    onus: { full: 100_000, smoke: 3_000 },
    rounds: { full: 5, smoke: 1 },
    seconds: { full: 3, smoke: 0.5 },
  },
  async run({ devices, interfaces, onus, rounds, seconds }, report) {
    const undo: (() => Promise<unknown>)[] = []
    try {
      const database = await createDatabase()
      undo.push(() => database.drop())
      const beside = await startBeside(database.url)
      undo.push(() => beside.stop())
      const { service, bare, ask } = beside
      const client = new Client({ connectionString: database.url })
      await client.connect()
      undo.push(() => client.end())
      await fill(client, { devices, interfaces, onus, sightings: onus * 3 })
      console.log(
        `${devices} devices, ${interfaces} interfaces, ${onus} ONUs; ${clients.list} clients at the same time, ` +
          `${clients.search} for the searches; medians of ${rounds} rounds of ${seconds} s; milliseconds\n`,
      )
      console.log(
        `${'operation'.padEnd(40)}${'requests/s'.padStart(12)}${'p50'.padStart(10)}` +
          `${'p99'.padStart(10)}${'requests'.padStart(11)}${'errors'.padStart(9)}`,
      )
      const line = (name: string, { perSec, p50, p99, requests, errors }: Measured): void => {
        console.log(
          `${name.padEnd(40)}${perSec.toFixed(0).padStart(12)}${p50.toFixed(1).padStart(10)}` +
            `${p99.toFixed(1).padStart(10)}${String(requests).padStart(11)}${String(errors).padStart(9)}`,
        )
        if (errors > 0) report.fault(`${name}: ${errors} requests failed`)
        if (requests === 0) report.fault(`${name}: no request was answered`)
      }

      const pages = devicePages(devices)
      await beside.compare(pages, report)
      const side = (url: string) => () => round(url, service.key, pages, seconds, clients.list)
      const sides = { ours: side(service.url), bare: side(bare.url) }
      await inTurns(1, sides)
      const measured = await inTurns(rounds, sides)
      line('device list, 100 a page', together(measured.ours))
      line('the same by a bare Fastify route', together(measured.bare))

      for (const { name, search, asks, fault } of await loads(client)) {
        for (const [nth, one] of asks.entries()) {
          const wrong = fault(JSON.parse(await ask(service.url, one)), nth)
          if (wrong) report.fault(`${name}, ${one.path} ${JSON.stringify(one.body) ?? ''}: ${wrong}`)
        }
        const all: Measured[] = []
        for (let nth = 0; nth < rounds; nth++)
          all.push(await round(service.url, service.key, asks, seconds / 2, clients.search))
        const sum = together(all)
        line(name, sum)
        if (search)
          report.limit(
            sum.p99 < longestMs,
            `${name}: ${sum.p99.toFixed(1)} ms at p99, not under ${longestMs}`,
          )
      }
      const rate = (all: readonly Measured[]) => all.map(one => one.perSec)
      const ratio = ratioOf(rate(measured.ours), rate(measured.bare))
      console.log(
        `\ndevice list / bare Fastify route, median of rounds: ${ratio.toFixed(2)} (at least ${least})`,
      )
      report.limit(ratio >= least, `the device list has ${ratio.toFixed(2)} of the rate of a bare route`)
    } finally {
      for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(error))
    }
  },
})
