/**
 * The API on 10,000 devices, 500,000 interfaces and 100,000 ONUs, as a client sees it: requests/s, p50 and
 * p99 of the requests that billing systems and portals send most. The device list runs in turns with a bare
 * Fastify route that answers the same bytes from the same PostgreSQL. Fails if the list has less than 0.6 of
 * the rate of that route, if a search takes 100 ms or more at p99, or if an answer is wrong.
 *
 * Needs a PostgreSQL in which it can create databases: LINECARD_TEST_POSTGRES, else the one of this machine,
 * else an embedded one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { fill } from './api/dataset.ts'
import { clients, round, together, type Ask, type Measured } from './api/measure.ts'
import { devicePages, loads } from './api/operations.ts'
import { launch, startService } from './api/service.ts'
import { median } from './median.ts'

const size = { devices: 10_000, interfaces: 500_000, onus: 100_000, sightings: 300_000 }
const [rounds, seconds, warmUp] = [5, 3, 3]
const least = 0.6
const longestMs = 100

const undo: (() => Promise<unknown>)[] = []
const faults: string[] = []

/** The body of an answer. Throws if the request fails. */
async function ask(url: string, key: string, { method = 'GET', path, body }: Ask): Promise<string> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'x-auth-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${method} ${path} → ${answer.status}: ${text.slice(0, 500)}`)
  return text
}

const line = (name: string, { perSec, p50, p99, requests, errors }: Measured): void => {
  console.log(
    `${name.padEnd(40)}${perSec.toFixed(0).padStart(12)}${p50.toFixed(1).padStart(10)}` +
      `${p99.toFixed(1).padStart(10)}${String(requests).padStart(11)}${String(errors).padStart(9)}`,
  )
  if (errors > 0) faults.push(`${name}: ${errors} requests failed`)
}

try {
  const database = await createDatabase()
  undo.push(() => database.drop())
  const folder = await mkdtemp(join(tmpdir(), 'linecard-bench-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const service = await startService(folder, database.url)
  undo.push(() => service.stop())
  const client = new Client({ connectionString: database.url })
  await client.connect()
  undo.push(() => client.end())

  const started = performance.now()
  await fill(client, size)
  console.log(
    `${size.devices} devices, ${size.interfaces} interfaces, ${size.onus} ONUs, ${size.sightings} ` +
      `sightings of MACs: made in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  console.log(
    `${clients.list} clients at the same time, ${clients.search} for the searches, over HTTP; medians of ` +
      `${rounds} rounds of ${seconds} s; milliseconds\n`,
  )
  console.log(
    `${'operation'.padEnd(40)}${'requests/s'.padStart(12)}${'p50'.padStart(10)}` +
      `${'p99'.padStart(10)}${'requests'.padStart(11)}${'errors'.padStart(9)}`,
  )

  const bare = await launch(
    [join(import.meta.dirname, 'api/bare.ts'), database.url],
    join(folder, 'bare.log'),
  )
  undo.push(() => bare.stop())
  const pages = devicePages(size.devices)
  for (const page of pages) {
    if ((await ask(service.url, service.key, page)) !== (await ask(bare.url, service.key, page)))
      faults.push(`the bare route answers ${page.path} with different bytes`)
  }
  const sides = { ours: [] as Measured[], bare: [] as Measured[] }
  for (const url of [service.url, bare.url]) await round(url, service.key, pages, warmUp, clients.list)
  for (let nth = 0; nth < rounds; nth++) {
    // The one that is measured first changes from round to round.
    for (const side of nth % 2 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const))
      sides[side].push(
        await round(side === 'ours' ? service.url : bare.url, service.key, pages, seconds, clients.list),
      )
  }
  line('device list, 100 a page', together(sides.ours))
  line('the same by a bare Fastify route', together(sides.bare))

  for (const { name, search, asks, fault } of await loads(client)) {
    for (const [nth, one] of asks.entries()) {
      const wrong = fault(JSON.parse(await ask(service.url, service.key, one)), nth)
      if (wrong) faults.push(`${name}, ${one.path} ${JSON.stringify(one.body) ?? ''}: ${wrong}`)
    }
    const measured: Measured[] = []
    for (let nth = 0; nth < rounds; nth++)
      measured.push(await round(service.url, service.key, asks, seconds / 2, clients.search))
    const all = together(measured)
    line(name, all)
    if (search && !(all.p99 < longestMs))
      faults.push(`${name}: ${all.p99.toFixed(1)} ms at p99, must be under ${longestMs}`)
  }

  const ratio = median(sides.ours.map((one, nth) => one.perSec / sides.bare[nth]!.perSec))
  console.log(
    `\ndevice list / bare Fastify route, median of rounds: ${ratio.toFixed(2)} (must be at least ` +
      `${least}); the same bytes`,
  )
  if (!(ratio >= least)) faults.push(`the device list has ${ratio.toFixed(2)} of the rate of a bare route`)
} finally {
  for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(error))
}
for (const fault of faults.slice(0, 20)) console.log(`FAILED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
