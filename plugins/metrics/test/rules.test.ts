import type { RuleAnswer, RuleExpression, SeriesPoint } from '@linecard/plugin-kit'
import marks from '@linecard/plugin-interface-marks'
import { assert, suite } from '@linecard/test-kit'
import {
  lacks,
  startPrometheus,
  startVictoriaMetrics,
  type Program,
} from '@linecard/test-kit/worlds/programs'
import {
  addMarks,
  enabled,
  infos,
  labelsOf,
  minute,
  minutes,
  one,
  ports,
  rules,
  values,
} from '@linecard/test-kit/worlds/rule-scene'
import metrics from '../src/index.ts'
import { familyOf, placeOf } from '../src/catalogue/index.ts'
import { startWorld, type World } from './world.ts'

const test = suite('rules on series', { level: 'full' })
const missing = lacks('prometheus') ?? lacks('promtool')
const missingVm = lacks('victoria-metrics')

const end = Math.floor(Date.now() / minute) * minute - 10 * minute
const begin = end - minutes * minute

/** A value each minute, never on the minute: no window begins or ends at one. */
const points: SeriesPoint[] = values.map(({ n, ...value }) => {
  return { ...value, time: begin + n * minute + 17_321 + placeOf(value.metric)!.family.id }
})

/** The values, and what a scrape tells of devices and marks. */
function openMetrics(): string {
  const names = new Map<string, string[]>()
  const add = (name: string, labels: string, value: number, time: number): void => {
    const list = names.get(name) ?? []
    list.push(`linecard_${name}{${labels}} ${value} ${time / 1000}`)
    names.set(name, list)
  }
  for (const point of points) add(point.metric, labelsOf(point), point.value!, point.time)
  for (let time = begin; time <= end; time += minute)
    for (const [name, labels] of infos) add(name, labels, 1, time)
  const text = [...names].map(([name, list]) => `# TYPE linecard_${name} gauge\n${list.join('\n')}\n`)
  return `${text.join('')}# EOF\n`
}

let world!: World
let prometheus: Program | null = null

/** Work in a process that asks a store; one at a time, because each has connections of its own. */
async function asking(settings: object, work: (other: World) => Promise<void>): Promise<void> {
  const other = await world.another({
    plugins: [metrics, marks],
    settings: {
      identity: { rate_limiter_enabled: false },
      metrics: { store: 'prometheus', private_networks: true, ...settings },
    },
  })
  try {
    await work(other)
  } finally {
    await other.stop()
  }
}

test.before(async () => {
  world = await startWorld({}, [marks])
  await addMarks(world)
  world.use('series').add(points)
  await world.use('series').flush()
  if (missing) return
  prometheus = await startPrometheus({ openMetrics: openMetrics() })
})
test.after(async () => {
  await world?.stop()
  await prometheus?.stop()
})

const evaluate = (on: World, list: readonly RuleExpression[], at: number): Promise<RuleAnswer[]> =>
  on.use('series-rules').evaluate(
    list.map(expression => ({ expression })),
    { at: new Date(at), limit: 1000, signal: new AbortController().signal },
  )

const subject = (device: unknown, port: unknown, part: unknown): string =>
  `${String(device)} ${String(port ?? '')} ${String(part ?? '')}`

/** When a rule holds, by series: minutes since the begin. */
type Times = Map<string, Map<number, number>>
const put = (times: Times, series: string, at: number, value: number): void => {
  const own = times.get(series) ?? new Map<number, number>()
  times.set(series, own.set((at - begin) / minute, value))
}

async function inLinecard(on: World): Promise<Times[]> {
  const found = rules.map((): Times => new Map())
  for (let at = begin; at <= end; at += minute)
    for (const [rule, { hits, error }] of (await evaluate(on, rules, at)).entries()) {
      assert.is(error, null)
      for (const { device_id, interface_id, part, value } of hits)
        put(found[rule]!, subject(device_id, interface_id, part), at, value!)
    }
  return found
}

let held: Promise<Times[]> | null = null
const inPostgres = (): Promise<Times[]> => (held ??= inLinecard(world))

async function inPrometheus(expression: RuleExpression): Promise<Times> {
  const query = world.use('series-rules').promql(expression)
  const form = new URLSearchParams({ query, start: `${begin / 1000}`, end: `${end / 1000}`, step: '60' })
  const response = await fetch(`${prometheus!.url}/api/v1/query_range?${form}`)
  const { data, error } = (await response.json()) as {
    data?: { result: { metric: Record<string, string>; values: [number, string][] }[] }
    error?: string
  }
  if (!data) throw new Error(`${query}: ${error}`)
  const found: Times = new Map()
  for (const { metric, values: samples } of data.result)
    for (const [time, value] of samples)
      put(
        found,
        subject(metric['device_id'], metric['interface_id'], metric['part']),
        time * 1000,
        Number(value),
      )
  return found
}

const sorted = (times: Times) =>
  [...times].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([series, own]) => [series, [...own.keys()]])

if (missing) test.skip('twenty rules hold at the same times in PostgreSQL and in Prometheus', missing)
else
  test('twenty rules hold at the same times in PostgreSQL and in Prometheus', async () => {
    const here = await inPostgres()
    for (const [rule, expression] of rules.entries()) {
      const there = await inPrometheus(expression)
      const name = `${rule} ${world.use('series-rules').promql(expression)}`
      assert.equal(sorted(here[rule]!), sorted(there), name)
      const times = [...here[rule]!.values()].reduce((sum, own) => sum + own.size, 0)
      assert.ok(times > 5, `${name} holds ${times} times`)
      for (const [series, own] of here[rule]!)
        for (const [at, value] of own) {
          const off = Math.abs(value - there.get(series)!.get(at)!)
          assert.ok(off <= 1e-6 * Math.max(1, Math.abs(value)), `${name} ${series} ${at}: off by ${off}`)
        }
    }
  })

const onVm = 'the same rules hold at the same times in VictoriaMetrics'
if (missingVm) test.skip(onVm, missingVm)
else
  test(onVm, async () => {
    const here = await inPostgres()
    const store = await startVictoriaMetrics()
    try {
      await asking({ read_url: store.url, write_url: store.url }, async other => {
        other.use('series').add(points)
        await other.use('series').flush()
        await fetch(`${store.url}/internal/force_flush`)
        const there = await inLinecard(other)
        for (const [rule, expression] of rules.entries()) {
          const name = `${rule} ${world.use('series-rules').promql(expression)}`
          assert.equal(sorted(there[rule]!), sorted(here[rule]!), name)
        }
      })
    } finally {
      await store.stop()
    }
  })

if (missing) test.skip('Linecard asks Prometheus by query, and applies the filters itself', missing)
else
  test('Linecard asks Prometheus by query, and applies the filters itself', () =>
    asking({ read_url: prometheus!.url }, async other => {
      for (const n of [30, 77, 140]) {
        const [here, there] = await Promise.all(
          [world, other].map(on => evaluate(on, rules, begin + n * minute)),
        )
        const told = (answers: readonly RuleAnswer[]) =>
          answers.map(({ hits, total, error }) => {
            return { total, error, hits: hits.map(hit => ({ ...hit, value: hit.value?.toFixed(5) })) }
          })
        assert.equal(told(there!), told(here!))
      }
      const raw = await other
        .use('series-rules')
        .evaluate(
          [
            { promql: 'avg by (device_id) (linecard_device_cpu_ratio) > 0' },
            { promql: 'vector(4)' },
            { promql: 'sum(' },
            { promql: '4' },
          ],
          { at: new Date(end - minute), limit: 10, signal: new AbortController().signal },
        )
      assert.equal(
        raw.map(
          ({ hits, error }) => error ?? hits.map(hit => [hit.device_id, hit.labels['device'], hit.part]),
        ),
        [
          [
            [7, 'olt "ours"', ''],
            [8, 'olt-theirs', ''],
          ],
          [[null, '', '']],
          'line 1, column 4: "(" is never closed',
          'line 1, column 1: it gives a number and no series',
        ],
      )
    }))

test('raw PromQL is told to be impossible in PostgreSQL, and a wrong expression where it is wrong', async () => {
  const service = world.use('series-rules')
  const signal = new AbortController().signal
  const [raw, good] = await service.evaluate([{ promql: 'up' }, { expression: rules[0]! }], {
    at: new Date(begin + 2 * minute),
    limit: 2,
    signal,
  })
  assert.match(raw!.error ?? '', /no PromQL/)
  assert.equal([good!.hits.length, good!.total], [2, ports.length])
  const paths = (expression: RuleExpression) => service.faultsOf(expression).map(({ path }) => path)
  assert.equal(paths(one('nonsense', 'last', 60, '>', 0)), ['metric'])
  assert.equal(paths(one('interface_up', 'increase', 60, '>', 0)), ['function'])
  assert.equal(paths(one('interface_receive_errors_total', 'last', 60, '>', 0)), ['function'])
  assert.equal(paths(one('interface_up', 'last', 60, 'outside', 3, { upper: 1 })), ['upper'])
  assert.equal(paths(one('device_cpu_ratio', 'last', 60, '>', 3, { filter: { types: ['ONU'] } })), [
    'filter.types',
  ])
  assert.equal(paths(one('device_cpu_ratio', 'last', 60, '>', 3, { also: [enabled] })), ['also.0.metric'])
  for (const expression of rules) assert.equal(service.faultsOf(expression), [])
})

test('devices that are switched off and interfaces that are gone fire nothing', async () => {
  const at = begin + 2 * minute
  const ids = async () =>
    (await evaluate(world, [rules[0]!], at))[0]!.hits.map(hit => hit.interface_id ?? hit.device_id)
  assert.equal(await ids(), ports)
  await world.sql('update inventory_device set enabled = false where id = 8')
  await world.sql('delete from inventory_interface where id = 103')
  assert.equal(await ids(), [101, 102, 104, 105])
  await world.sql('update inventory_device set enabled = true where id = 8')
})

test('every slot of every metric has a place', () => {
  for (const { name, functions } of world.use('series-rules').metrics()) {
    assert.ok(functions.length > 0, name)
    const place = placeOf(name)
    if (place) assert.is(familyOf(place.family.id), place.family)
  }
})
