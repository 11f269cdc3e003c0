import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { SeriesPoint } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import metrics from '../src/index.ts'
import { operations } from '../src/answers/operations.ts'
import {
  lacks,
  startPrometheus,
  startVictoriaMetrics,
  type Program,
} from '@linecard/test-kit/worlds/programs'
import { chart, keyOf, runJob, startWorld, type Charted, type World } from './world.ts'

const test = suite('stores', { level: 'full' })
const missing = lacks('victoria-metrics') ?? lacks('prometheus') ?? lacks('promtool')

const minute = 60_000
/** Four hours, until a quarter to an hour: hours of roll-ups do not fit. */
const end = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 900_000
const begin = end - 240 * minute

/** A value each minute, not on the minute; twenty minutes in the middle are silent. */
function* points(): Generator<SeriesPoint> {
  for (const [at, operation] of operations.entries())
    for (const [metric, interface_id] of [
      ...operation.ofInterface.map(name => [name, 101 + (at % 3)] as const),
      ...operation.ofDevice.map(name => [name, null] as const),
    ])
      for (const part of operation.key === 'cpu' ? ['', 'card "3"'] : [''])
        for (let n = 0; n < 240; n++) {
          if (n >= 100 && n < 120) continue
          const value = 1000 * (at + 1) + 100 * Math.sin(n / 9 + at) + n
          yield { metric, device_id: 7, interface_id, part, time: begin + n * minute + 17_321, value }
        }
}
const all = [...points()]

/** The same as a text of OpenMetrics, for the blocks of Prometheus. */
function openMetrics(): string {
  const names = new Map<string, string[]>()
  for (const { metric, interface_id, part, time, value } of all) {
    const port = interface_id === null ? '' : `,interface_id="${interface_id}"`
    const labels = `{device_id="7"${port}${part === '' ? '' : `,part="${part.replaceAll('"', '\\"')}"`}}`
    const lines = names.get(metric) ?? []
    lines.push(`linecard_${metric}${labels} ${Math.fround(value)} ${time / 1000}`)
    names.set(metric, lines)
  }
  const text = [...names].map(([name, lines]) => `# TYPE linecard_${name} gauge\n${lines.join('\n')}\n`)
  return `${text.join('')}# EOF\n`
}

let world!: World
const others: World[] = []
const programs: Program[] = []
let victoria!: World
let prometheus!: World

const joined = async (settings: Record<string, unknown>): Promise<World> => {
  const other = await world.another({
    plugins: [metrics],
    settings: {
      identity: { rate_limiter_enabled: false },
      metrics: { store: 'prometheus', private_networks: true, ...settings },
    },
  })
  others.push(other)
  return other
}

test.before(async () => {
  world = await startWorld()
  if (missing) return
  const [vm, prom] = await Promise.all([
    startVictoriaMetrics(),
    startPrometheus({ openMetrics: openMetrics() }),
  ])
  programs.push(vm, prom)
  victoria = await joined({ write_url: `${vm.url}/`, read_url: vm.url })
  prometheus = await joined({ read_url: prom.url })
  world.use('series').add(all)
  await world.use('series').flush()
  victoria.use('series').add(all)
  await victoria.use('series').flush()
  // What was just written is seen a second later; this does not wait for it.
  await fetch(`${vm.url}/internal/force_flush`)
})
test.after(async () => {
  for (const other of others.toReversed()) await other.stop()
  await world?.stop()
  await Promise.all(programs.map(program => program.stop()))
})

const asked = { start: begin / 1000, end: end / 1000 }

/** Each series by its labels; the values as they are. */
const linesOf = ({ series }: Charted) =>
  new Map(
    series.map(({ labels: { metric, interface_id, part }, unit, points: values }) => [
      `${metric} ${interface_id ?? ''} ${part ?? ''} ${unit}`,
      values,
    ]),
  )

/** What differs by more than 1 %, or is there only once. */
function differences(here: Charted, there: Charted): string[] {
  const [ours, theirs] = [linesOf(here), linesOf(there)]
  const names = [...ours.keys()].toSorted()
  if (String(names) !== String([...theirs.keys()].toSorted()))
    return [`series ${names.join('; ')} and ${[...theirs.keys()].toSorted().join('; ')}`]
  return names.flatMap(name =>
    ours.get(name)!.flatMap(([time, value], at) => {
      const [otherTime, other] = theirs.get(name)![at] ?? [null, null]
      if (time !== otherTime || (value === null) !== (other === null))
        return [`${name} at ${time}: ${value}, ${otherTime}: ${other}`]
      return value !== null && Math.abs(value - other!) > Math.abs(value) * 0.01
        ? [`${name} at ${time}: ${value}, ${other}`]
        : []
    }),
  )
}

const compare = (what: string, other: () => World) =>
  test(`every operation answers equal from PostgreSQL and from ${what}, within 1 %`, async () => {
    let compared = 0
    for (const [at, { key, ofDevice, ofInterface }] of operations.entries())
      for (const subject of [
        ...(ofDevice.length > 0 ? [{ device_id: 7 } as Record<string, number>] : []),
        ...(ofInterface.length > 0 ? [{ interface_id: 101 + (at % 3) } as Record<string, number>] : []),
      ])
        for (const step of [60, 300, 3600])
          for (const aggregate of ['avg', 'min', 'max']) {
            const query: Record<string, string | number> = { ...asked, ...subject, step, aggregate }
            const [here, there] = await Promise.all([chart(world, key, query), chart(other(), key, query)])
            assert.equal(differences(here, there), [], `${key} ${JSON.stringify(query)}`)
            assert.equal([here.step, here.start, here.end], [there.step, there.start, there.end])
            compared += here.series.length
          }
    assert.ok(compared > 200, String(compared))
    const query = `/component/metrics_wrapper/percentile?interface_id=101&start=${asked.start}&end=${asked.end}`
    const [here, there] = await Promise.all([world, other()].map(one => one.http('GET', query)))
    assert.ok((here!.body.data as { receive: number }).receive > 0)
    assert.equal(
      JSON.stringify(there!.body.data, (_, value) =>
        typeof value === 'number' ? Math.round(value / 50) : value,
      ),
      JSON.stringify(here!.body.data, (_, value) =>
        typeof value === 'number' ? Math.round(value / 50) : value,
      ),
    )
  })

if (missing) {
  test.skip('every operation answers equal from VictoriaMetrics and Prometheus', missing)
  test.skip('a raw expression, and refusals', missing)
} else {
  compare('VictoriaMetrics', () => victoria)
  compare('Prometheus', () => prometheus)

  test('roll-ups in PostgreSQL still answer like Prometheus', async () => {
    await runJob(world, 'roll_up')
    for (const step of [300, 3600])
      for (const aggregate of ['avg', 'min', 'max']) {
        const query = { ...asked, interface_id: 101, step, aggregate }
        const [here, there] = await Promise.all([
          chart(world, 'traffic', query),
          chart(prometheus, 'traffic', query),
        ])
        assert.equal(differences(here, there), [])
      }
  })

  test('the interfaces with the largest averages are the same in every store', async () => {
    const errorRates = ['interface_receive_errors_per_second', 'interface_transmit_errors_per_second']
    const wanted = { metrics: errorRates, from: new Date(begin), to: new Date(end), above: 3000, limit: 10 }
    const worst = (one: World, more: object = {}) =>
      one.use('series').worst({ ...wanted, ...more }, AbortSignal.timeout(20_000))
    // An hour from the roll-ups, and the whole time from what was read.
    const to = new Date(end - (end % (60 * minute)))
    for (const more of [{}, { from: new Date(to.getTime() - 60 * minute), to }]) {
      const here = await worst(world, more)
      assert.equal([here.length, here[0]!.device_id, here[0]!.interface_id], [1, 7, 103])
      for (const other of [victoria, prometheus]) {
        const [there] = await worst(other, more)
        assert.equal([there!.device_id, there!.interface_id], [7, 103])
        for (const [at, value] of there!.values.entries())
          assert.ok(Math.abs(value! / here[0]!.values[at]! - 1) < 0.01, `${value} ${here[0]!.values[at]}`)
      }
    }
    for (const one of [world, victoria, prometheus]) assert.equal(await worst(one, { above: 1e6 }), [])
    let message = ''
    await worst(world, { metrics: ['device_cpu_ratio', ...errorRates] }).catch(
      (error: Error) => (message = error.message),
    )
    assert.match(message, 'not of one family')
  })

  test('an expression that the store refuses is a mistake of the caller, in its words', async () => {
    for (const other of [victoria, prometheus]) {
      const raw = (query: string) =>
        other.http(
          'GET',
          `/component/metrics_wrapper/query-range?${new URLSearchParams({ query })}&start=1&step=1`,
        )
      const wrong = await raw('sum(')
      assert.equal([wrong.status, wrong.body.error?.code], [400, 'METRICS_EXPRESSION'], wrong.text)
      const good = await raw('1 + 1')
      assert.is(good.status, 200, good.text)
      const { series, step } = good.body.data as Charted
      assert.ok(step > (60 * 86_400) / 11_000 && series[0]!.points.length <= 11_000)
      assert.ok(series[0]!.points.every(([, value]) => value === 2))
    }
  })

  test('an expression can name every device, so a limited user has none', async () => {
    const limited = await keyOf(world, [71])
    const { body } = await prometheus.http(
      'GET',
      '/component/metrics_wrapper/query-range?query=up',
      undefined,
      limited,
    )
    assert.is(body.error?.code, 'METRICS_QUERY_LIMITED')
  })
}

/** A store that answers as the test wants. */
async function fake(answer: {
  status: number
  text: string
  slowMs?: number
}): Promise<Server & { url: string }> {
  const server = createServer((_, response) => {
    setTimeout(() => response.writeHead(answer.status).end(answer.text), answer.slowMs ?? 0)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(server, { url: `http://127.0.0.1:${(server.address() as { port: number }).port}` })
}

test("a store that is slow, away or confused is our trouble, not the caller's", async () => {
  const answer: { status: number; text: string; slowMs?: number } = { status: 503, text: 'starting' }
  const server = await fake(answer)
  const other = await joined({ read_url: server.url, timeout_sec: 1 })
  const codes: unknown[] = []
  for (const next of [
    { status: 503, text: 'starting' },
    { status: 422, text: '{"status":"error","errorType":"execution","error":"too many samples"}' },
    { status: 400, text: '{"status":"error","errorType":"bad_data","error":"exceeded 11,000 points"}' },
    { status: 200, text: 'hello' },
    { status: 200, text: '{"status":"success","data":{"resultType":"vector","result":[]}}' },
    { status: 200, text: '{}', slowMs: 3_000 },
  ]) {
    Object.assign(answer, { slowMs: 0 }, next)
    const { status, body } = await other.http('GET', '/component/metrics_wrapper/cpu?device_id=7')
    codes.push([status, body.error?.code])
  }
  server.close()
  server.closeAllConnections()
  const { status, body } = await other.http('GET', '/component/metrics_wrapper/cpu?device_id=7')
  codes.push([status, body.error?.code])
  assert.equal(codes, [
    [503, 'METRICS_STORE_AWAY'],
    [503, 'METRICS_STORE_ANSWER'],
    [503, 'METRICS_STORE_ANSWER'],
    [503, 'METRICS_STORE_ANSWER'],
    [503, 'METRICS_STORE_ANSWER'],
    [503, 'METRICS_STORE_AWAY'],
    [503, 'METRICS_STORE_AWAY'],
  ])
})

test('a store in a private network is asked only where the setting allows it', async () => {
  const server = await fake({ status: 200, text: '{}' })
  let requests = 0
  server.on('request', () => requests++)
  const other = await joined({ read_url: server.url, write_url: server.url, private_networks: false })
  const { body } = await other.http('GET', '/component/metrics_wrapper/cpu?device_id=7')
  assert.is(body.error?.code, 'METRICS_STORE_AWAY')
  assert.is(requests, 0)
  server.close()
})

test('values wait while the store is away, and come when it is back', async () => {
  const answer = { status: 503, text: '' }
  const server = await fake(answer)
  const bodies: string[] = []
  server.on('request', request => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => (answer.status === 204 ? bodies.push(body) : null))
  })
  const other = await joined({ read_url: server.url, write_url: server.url })
  const series = other.use('series')
  series.add([
    { metric: 'device_ping_up', device_id: 7, interface_id: null, part: '', time: begin, value: 1 },
  ])
  await series.flush()
  Object.assign(answer, { status: 204 })
  await series.flush()
  await until('the values have come', () => bodies.length > 0)
  assert.equal(bodies, [
    `linecard_device_ping_up{device_id="7",device="olt \\"ours\\"",ip="192.0.2.7"} 1 ${begin}\n`,
  ])
  server.close()
})
