/**
 * Cost of the guard: the same handler with a key, a permission and device groups, and without them. The
 * requests alternate, each kind over its own kept-alive connection. Counts the queries to the database. Fails
 * if the medians differ by 0.15 ms or more, or if a request with a remembered key queries the database.
 */
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import { personWith } from '@linecard/test-kit/worlds/people'
import { median } from './median.ts'

const rounds = 5
const perRound = 1_500
const limitMs = 0.15

// All queries of this process to the database go through this function.
const { Client } = createRequire(createRequire(import.meta.resolve('@mikro-orm/postgresql')).resolve('pg'))(
  'pg',
) as { Client: { prototype: { query(...args: unknown[]): unknown } } }
const asked: string[] = []
const query = Client.prototype.query
Client.prototype.query = function counted(this: unknown, ...args: unknown[]) {
  const [what] = args
  asked.push(typeof what === 'string' ? what : String((what as { text?: string }).text))
  return query.apply(this as never, args)
}

const response = T.Object({ ok: T.Boolean() }, { additionalProperties: false })
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['identity'],
  config: T.Object({}),
  setup: () => ({}),
  permissions: { probe_show: { label: 'Probe', description: 'Probe', group: 'Probe' } },
  routes(routes) {
    routes.get(
      '/probe/open',
      { operationId: 'probe.open', tag: 'probe', summary: 'Without a guard', permission: 'public', response },
      () => ({ ok: true }),
    )
    routes.get(
      '/probe/guarded',
      {
        operationId: 'probe.guarded',
        tag: 'probe',
        summary: 'With key, permission and group',
        permission: 'probe_show',
        response,
      },
      ({ caller }) => ({ ok: caller.groupIds!.length === 3 }),
    )
  },
})

const world = await makeWorld({ plugins: [probe], http: { rate_limit: { max: 1_000_000 } } })
try {
  const groups: number[] = []
  for (const name of ['north', 'south', 'east'])
    groups.push(((await world.http('POST', '/device-group', { name })).body.data as { id: number }).id)
  const { key } = await personWith(world, ['probe_show', 'device_show'], groups)
  const port = Number(new URL(world.url!).port)
  const agents = {
    open: new Agent({ keepAlive: true, maxSockets: 1 }),
    guarded: new Agent({ keepAlive: true, maxSockets: 1 }),
  }

  const ask = (which: 'open' | 'guarded'): Promise<number> =>
    new Promise((resolve, reject) => {
      const start = performance.now()
      // Both requests have the key, so that reading their headers takes the same time.
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          path: `/api/v1/probe/${which}`,
          agent: agents[which],
          headers: { 'x-auth-key': key },
        },
        answer => {
          answer.resume()
          answer.on('end', () =>
            answer.statusCode === 200
              ? resolve(performance.now() - start)
              : reject(new Error(`${which}: ${answer.statusCode}`)),
          )
        },
      )
      sent.on('error', reject)
      sent.end()
    })

  for (let n = 0; n < 1_000; n++) for (const which of ['open', 'guarded'] as const) await ask(which)
  const differences: number[] = []
  let queries = 0
  let spentMs = 0
  console.log(`${rounds} rounds of ${perRound} requests each, in turns\n\nround  without   with      guard`)
  for (let round = 1; round <= rounds; round++) {
    const times = { open: [] as number[], guarded: [] as number[] }
    const before = asked.length
    const start = performance.now()
    for (let n = 0; n < perRound; n++)
      for (const which of n % 2 ? (['open', 'guarded'] as const) : (['guarded', 'open'] as const))
        times[which].push(await ask(which))
    spentMs += performance.now() - start
    queries += asked.slice(before).filter(text => text.includes('identity_')).length
    differences.push(median(times.guarded) - median(times.open))
    console.log(
      `${String(round).padStart(5)}  ${median(times.open).toFixed(3)} ms  ` +
        `${median(times.guarded).toFixed(3)} ms  ${differences.at(-1)!.toFixed(3)} ms`,
    )
  }

  // A remembered key: one request to remember it, then as many requests as possible in half a second.
  await new Promise(resolve => setTimeout(resolve, 1_100))
  await ask('guarded')
  const before = asked.length
  const end = performance.now() + 500
  let warm = 0
  for (; performance.now() < end; warm++) await ask('guarded')
  const warmQueries = asked.slice(before).filter(text => text.includes('identity_'))

  const cost = median(differences)
  console.log(`\nguard: ${cost.toFixed(3)} ms for each request (median of rounds; limit ${limitMs} ms)`)
  console.log(
    `queries to the database: ${queries} in ${rounds * perRound} guarded requests over ` +
      `${(spentMs / 1000).toFixed(1)} s (a key is looked up once a second)`,
  )
  console.log(`remembered key: ${warmQueries.length} queries in ${warm} requests`)
  if (!(cost < limitMs) || warmQueries.length > 0) {
    console.log('FAILED')
    process.exitCode = 1
  }
} finally {
  await world.stop()
}
