import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin, rulesChanged, type Context, type PluginRule } from '@linecard/plugin-kit'
import fdbHistory from '@linecard/plugin-fdb-history'
import marks from '@linecard/plugin-interface-marks'
import metrics from '@linecard/plugin-metrics'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { lacks } from '@linecard/test-kit/worlds/programs'
import events from '../src/index.ts'
import type { RuleView, StoredRule } from '../src/rules/rule.ts'
import { dataOf, keyOf } from './world.ts'

const test = suite('events: rules', { level: 'full' })
const path = '/component/events/rules'

const expression = {
  metric: 'device_cpu_ratio',
  function: 'last',
  window_sec: 300,
  comparison: '>',
  threshold: 0.9,
} as const
const hot: StoredRule = {
  name: 'cpu_busy',
  group: 'devices',
  enabled: true,
  for_sec: 0,
  severity: 'critical',
  title: '{{labels.part}} of {{labels.device}} is busy: {{humanize value}}',
  description:
    '{{#if labels.vendor}}By {{labels.vendor}}.{{else}}Nobody knows its vendor.{{/if}}\nMore than {{threshold}}.',
  expression: { ...expression },
  promql: null,
}

const dim: PluginRule = {
  ...expression,
  metric: 'device_temperature_celsius',
  name: 'too_warm',
  group: 'air',
  threshold: 60,
  for_sec: 0,
  severity: 'warning',
  title: 'warm',
  description: '',
}
/** What the plugin of the test says now. */
let ofPlugin: PluginRule[] = [dim]
let air!: Context
const plugin = definePlugin({
  id: 'air',
  api: 1,
  setup(ctx: Context) {
    air = ctx
    return ctx
  },
  rules: () => ofPlugin,
})

interface RuleSet {
  version: number
  saved_by: string | null
  rules: RuleView[]
}
let world!: World
const get = async (): Promise<RuleSet> => dataOf<RuleSet>(await world.http('GET', path))
const put = (rules: readonly unknown[], more: object = {}) => world.http('PUT', path, { rules, ...more })

test.before(async () => {
  world = await makeWorld({
    plugins: [metrics, marks, fdbHistory, events, plugin],
    settings: { identity: { rate_limiter_enabled: false }, events: { round_sec: 0.2 } },
  })
  await world.http('PUT', '/system-schedule/events.evaluate_rules', { enabled: false })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled)
     values (7, '192.0.2.7', 'olt "ours"', 71, true), (8, '192.0.2.8', 'olt-theirs', 72, true)`,
  )
})
test.after(() => world?.stop())

/** Values of now. */
async function add(
  values: readonly [device: number, part: string, value: number][],
  metric: string = expression.metric,
) {
  const time = Date.now() - 100
  world
    .use('series')
    .add(
      values.map(([device_id, part, value]) => ({
        metric,
        device_id,
        interface_id: null,
        part,
        time,
        value,
      })),
    )
  await world.use('series').flush()
}

/** Evaluates the rules by their job. */
async function evaluate(): Promise<void> {
  const { id } = dataOf<{ id: string }>(
    await world.http('POST', '/system-schedule/events.evaluate_rules/run'),
  )
  const run = await until('the job ends', async () => {
    const { runs } = await world.use('jobs').reports({ id, limit: 1, offset: 0, lines: true })
    return runs[0] && runs[0].status !== 'running' ? runs[0] : null
  })
  if (run.status !== 'ok') throw new Error(JSON.stringify(run))
}

interface Shown {
  name: string
  annotation: string
  description: string
  severity: string
  device: { id: number } | null
  resolved_at: string | null
}
const ownReason = 'events of this name come from the component events'
/** Whether the plugin sees favourites that go down without a rule. */
const isOwned = () =>
  world
    .use('installation')
    .conditions()
    .some(({ name }) => name === 'favorite_interface_down')
const open = async (): Promise<Shown[]> => {
  const all = dataOf<Shown[]>(await world.http('GET', '/component/events?not_resolved=true'))
  return all.toSorted((a, b) => (a.annotation < b.annotation ? -1 : 1))
}
const openTitles = async () => (await open()).map(({ annotation }) => annotation)

test('an installation begins with the shipped rules; those without a metric say why they are off', async () => {
  const { version, rules } = await get()
  assert.is(version, 0)
  assert.equal(
    rules.map(({ name, internal }) => (internal ? `${name} of a plugin` : name)),
    [
      'too_warm of a plugin',
      'bad_optical_level_rx of a plugin',
      'bad_optical_level_olt_rx of a plugin',
      'iface_increase_in_errors',
      'iface_increase_out_errors',
      'interface_increase_crc_errors',
      'favorite_interface_down',
      'bgp_session_down',
      'bgp_session_restarted',
      'rx_signal_deteriorated',
      'olt_rx_signal_deteriorated',
      'arps_count_abnormal',
    ],
  )
  const off = rules.filter(({ off_reason: reason }) => reason !== null)
  assert.equal(
    off.map(({ name, enabled, off_reason: reason }) => [name, enabled, reason]),
    isOwned() ? [['favorite_interface_down', true, ownReason]] : [],
  )
  const answer = await put(rules)
  assert.is(answer.status, 200, answer.text)
})

test('a rule opens an event for each series of which it holds, and ends it; the title stays as it was', async () => {
  await put([hot])
  await add([
    [7, 'CPU 1', 0.95],
    [7, 'CPU 2', 0.2],
    [8, 'CPU 1', 0.97],
  ])
  await evaluate()
  await until('events are open', async () => (await open()).length === 2)
  const [first, second] = await open()
  assert.equal(
    [first!.annotation, first!.severity, first!.device!.id, first!.description],
    ['CPU 1 of olt "ours" is busy: 950m', 'critical', 7, 'Nobody knows its vendor.\nMore than 0.9.'],
  )
  assert.is(second!.annotation, 'CPU 1 of olt-theirs is busy: 970m')
  await add([
    [7, 'CPU 1', 0.99],
    [8, 'CPU 1', 0.1],
  ])
  await evaluate()
  await until('one has ended', async () => (await open()).length === 1)
  assert.equal(await openTitles(), ['CPU 1 of olt "ours" is busy: 950m'])
  const states = dataOf<{ name: string; holding: number; events: number; error: string | null }[]>(
    await world.http('GET', `${path}/state`),
  )
  const own = states.find(({ name }) => name === 'cpu_busy')!
  assert.equal([own.holding, own.events, own.error], [1, 1, null])
})

test('a router with an ARP table that is too long is an event of the shipped rule', async () => {
  const { rules } = dataOf<RuleSet>(await world.http('GET', `${path}/versions/0`))
  const own = rules.find(({ name }) => name === 'arps_count_abnormal')!
  assert.is(own.enabled, true)
  await put([{ ...own, for_sec: 0 }])
  const poller = world
    .use('installation')
    .pollers()
    .find(({ key }) => key === 'arp_table')!
  const poll = async (device: number, entries: number, complete: boolean): Promise<void> => {
    const time = new Date(Date.now() - 100)
    const data = Array.from({ length: entries }, () => ({ ip: '192.0.2.1', mac: null }))
    const answers = new Map([['arps', { data, complete, missing: [], time, error: null }]])
    const about = {
      ip: '',
      name: '',
      model_key: 'acme',
      status: 'Up',
      uptime: 1,
      uptime_at: null,
      rebooted: false,
    } as const
    const signal = new AbortController().signal
    for (const { component, store } of poller.stores)
      if (component === 'metrics')
        await store({ poller: 'arp_table', device: { id: device, ...about }, answers, signal })
  }
  await poll(7, 10_001, true)
  await poll(8, 20_000, false)
  await world.use('series').flush()
  await evaluate()
  const only = async () => (await openTitles()).join() === 'olt "ours" has 10k ARP entries'
  await until('the event is open, and no other', only)
  await poll(7, 12, true)
  await world.use('series').flush()
  await evaluate()
  await until('it has ended', async () => (await open()).length === 0)
})

test('a rule must hold for its time, without a break', async () => {
  await put([{ ...hot, for_sec: 120 }])
  await add([
    [7, 'CPU 1', 0.1],
    [8, 'CPU 1', 0.95],
  ])
  await evaluate()
  await until('no event is open', async () => (await open()).length === 0)
  const back = (seconds: number) =>
    world.sql(`update events_rule_firing set since = since - interval '${seconds} s'`)
  await back(60)
  await evaluate()
  assert.equal((await world.sql('select title from events_rule_firing')).length, 1)
  assert.equal(await openTitles(), [])
  await back(60)
  await evaluate()
  await until('the event is open', async () => (await open()).length === 1)
  await add([[8, 'CPU 1', 0.1]])
  await evaluate()
  await add([[8, 'CPU 1', 0.95]])
  await evaluate()
  await until('it has ended, and time counts again', async () => (await open()).length === 0)
})

test('a rule that is switched off or removed ends its events', async () => {
  await put([hot])
  await add([[7, 'CPU 1', 0.95]])
  await evaluate()
  await until('the event is open', async () => (await open()).length > 0)
  await put([{ ...hot, enabled: false }])
  await until('none is open', async () => (await open()).length === 0)
  await put([hot])
  await evaluate()
  await until('it is open again', async () => (await open()).length > 0)
  await put([])
  await until('none is open any more', async () => (await open()).length === 0)
})

test('a rule whose evaluation fails or has stopped keeps its events', async () => {
  await put([hot])
  await add([[7, 'CPU 1', 0.95]])
  await evaluate()
  await until('the event is open', async () => (await open()).length > 0)
  const before = await openTitles()
  await world.sql(`update events_rule_state set error = 'too long'`)
  await world.sql('delete from events_rule_firing')
  await new Promise(resolve => setTimeout(resolve, 1500))
  assert.equal(await openTitles(), before)
  await world.sql(`update events_rule_state set error = null, evaluated_at = now() - interval '6 minutes'`)
  await new Promise(resolve => setTimeout(resolve, 1500))
  assert.equal(await openTitles(), before)
})

test('a set is saved as a whole, by one at a time, and earlier ones come back', async () => {
  const { version } = await get()
  const read = await world.http('GET', path)
  const etag = read.headers.get('etag')!
  assert.ok(etag)
  const conditional = async (tag: string) => {
    const response = await fetch(`${world.url}/api/v1${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-auth-key': world.admin, 'if-match': tag },
      body: JSON.stringify({ rules: [{ ...hot, severity: 'info' }] }),
    })
    return response.status
  }
  assert.equal([await conditional(etag), await conditional(etag)], [200, 412])
  const late = await put([hot], { version })
  assert.equal([late.status, late.body.error?.code], [409, 'EVENTS_RULES_CHANGED'])
  const both = await Promise.all([1, 2].map(() => put([hot], { version: version + 1 })))
  assert.equal(both.map(({ status }) => status).toSorted(), [200, 409])
  const list = dataOf<{ version: number; saved_by: string; rules: number }[]>(
    await world.http('GET', `${path}/versions?limit=2`),
  )
  assert.equal(
    list.map(one => [one.version, one.rules]),
    [
      [version + 2, 1],
      [version + 1, 1],
    ],
  )
  assert.ok(list[0]!.saved_by)
  const restored = dataOf<RuleSet>(await world.http('POST', `${path}/versions/${version + 1}/restore`))
  assert.equal([restored.version, restored.rules.at(-1)!.severity], [version + 3, 'info'])
  const unknown = await world.http('GET', `${path}/versions/999999`)
  assert.is(unknown.body.error?.code, 'EVENTS_RULES_VERSION_UNKNOWN')
  const shipped = dataOf<RuleSet>(await world.http('GET', `${path}/versions/0`))
  assert.is(shipped.rules.length, 12)
})

test('mistakes are told by field', async () => {
  const wrong = [
    hot,
    { ...hot, title: '{{labels.nothing}}' },
    { ...hot, name: 'two', expression: { ...expression, metric: 'nonsense' } },
    { ...hot, name: 'three', expression: { ...expression, function: 'increase' } },
    { ...hot, name: 'four', description: '{{#if value}}' },
    { ...hot, name: 'five', promql: 'up' },
    { ...hot, name: 'six', expression: null },
    { ...hot, name: 'seven', expression: null, promql: 'up >\n  sum(up' },
  ]
  const answer = await put(wrong)
  assert.is(answer.body.error?.code, 'EVENTS_RULES_INVALID', answer.text)
  assert.equal(
    answer.body.error!.details.map(detail => detail.path),
    [
      'rules.1.name',
      'rules.1.title',
      'rules.2.expression.metric',
      'rules.3.expression.function',
      'rules.4.description',
      'rules.5.promql',
      'rules.6.expression',
      'rules.7.promql',
    ],
  )
  const { message, ...place } = answer.body.error!.details.at(-1)!
  assert.is(message, 'line 2, column 6: "(" is never closed')
  const hint = 'Add the bracket that closes it'
  assert.equal(place, { path: 'rules.7.promql', code: 'PROMQL_UNCLOSED', hint, line: 2, column: 6 })
  const raw = { ...hot, expression: null, promql: 'nofunc(up)' }
  const { faults } = dataOf<{ faults: object[] }>(await world.http('POST', `${path}/validate`, { rule: raw }))
  assert.equal(
    faults.map(fault => ({ ...fault, message: '', hint: '' })),
    [{ path: 'promql', message: '', code: 'PROMQL_FUNCTION', hint: '', line: 1, column: 1 }],
  )
  for (const bad of [
    { name: 'Upper' },
    { for_sec: -1 },
    { expression: { ...expression, window_sec: 5 } },
    { more: 1 },
  ])
    assert.is((await put([{ ...hot, ...bad }])).status, 400, JSON.stringify(bad))
})

test('of a rule of a plugin only switch, time, severity and texts change, and it is never removed', async () => {
  await put([])
  const own = (await get()).rules.find(({ name }) => name === 'too_warm')
  assert.equal(
    [own!.name, own!.internal, own!.component, own!.severity],
    ['too_warm', true, 'air', 'warning'],
  )
  for (const change of [{ group: 'x' }, { expression: { ...own!.expression!, threshold: 1 } }]) {
    const answer = await put([{ ...own, ...change }])
    assert.match(answer.body.error!.details[0]!.message, /is locked: air makes it/)
  }
  assert.is((await put([{ ...own, severity: 'critical', for_sec: 60, title: 'hot' }])).status, 200)
  ofPlugin = [{ ...dim, threshold: 70 }]
  air.events.emit(rulesChanged, null)
  const changed = (await get()).rules.find(({ name }) => name === 'too_warm')
  assert.equal(
    [changed!.severity, changed!.for_sec, changed!.title, changed!.expression!.threshold],
    ['critical', 60, 'hot', 70],
  )
  await put([{ ...changed, for_sec: 0 }])
  await add(
    [
      [8, 'board', 71],
      [7, 'board', 69],
    ],
    'device_temperature_celsius',
  )
  await evaluate()
  await until('the event is open', async () => (await openTitles()).includes('hot'))
  await put([])
})

interface Validated {
  faults: { path: string }[]
  promql: string | null
  off_reason: string | null
  preview: {
    now: number
    fired: number
    complete: boolean
    series: { device: string; times: { from: string; until: string | null }[] }[]
  } | null
}

test('a preview tells what fires now and would have fired in the last day, of what the caller sees', async () => {
  const hour = 3_600_000
  const now = Date.now()
  const busy = (device_id: number, from: number, to: number) =>
    Array.from({ length: Math.round((to - from) / 60_000) }, (_, n) => ({
      metric: 'device_memory_ratio',
      device_id,
      interface_id: null,
      part: '',
      time: now - to + n * 60_000,
      value: 0.99,
    }))
  world.use('series').add([...busy(7, 5 * hour, 6 * hour), ...busy(8, 0, hour)])
  await world.use('series').flush()
  const rule = { ...hot, for_sec: 600, expression: { ...expression, metric: 'device_memory_ratio' } }
  const ask = async (key?: string) =>
    dataOf<Validated>(await world.http('POST', `${path}/validate`, { rule }, key))
  const all = await ask()
  assert.equal([all.faults, all.off_reason], [[], null])
  assert.is(all.promql, 'last_over_time(linecard_device_memory_ratio[5m]) > 0.9')
  assert.equal([all.preview!.now, all.preview!.fired, all.preview!.complete], [1, 2, true])
  const byName = new Map(all.preview!.series.map(one => [one.device, one.times]))
  const [past] = byName.get('olt "ours"')!
  const hours = (Date.parse(past!.until!) - Date.parse(past!.from)) / hour
  assert.ok(hours > 0.75 && hours < 1.1, String(hours))
  assert.is(byName.get('olt-theirs')![0]!.until, null)
  const limited = await keyOf(world, ['events_configuration'], [71])
  const seen = await ask(limited)
  assert.equal([seen.preview!.now, seen.preview!.series.map(({ device }) => device)], [0, ['olt "ours"']])
  const faulty = dataOf<Validated>(
    await world.http('POST', `${path}/validate`, { rule: { ...rule, title: '{{nothing}}' } }),
  )
  assert.equal([faulty.faults.map(fault => fault.path), faulty.preview], [['title'], null])
})

const missing = lacks('promtool')
const checked = 'the exported file is one that promtool takes'
if (missing) test.skip(checked, missing)
else
  test(checked, async () => {
    ofPlugin = [dim]
    air.events.emit(rulesChanged, null)
    const odd = {
      ...hot,
      name: 'odd',
      group: 'a "group": with # signs',
      title: 'Prices like {{ "{{" }}?',
      expression: {
        ...expression,
        metric: 'interface_up',
        filter: { favorite: true, tags: ['a"b', 'c.*'], vendors: ['V\\'] },
      },
    }
    await put([
      ...(await world.http('GET', `${path}/versions/0`).then(answer => dataOf<RuleSet>(answer).rules)),
      hot,
      odd,
    ])
    const { text, headers } = await world.http('GET', `${path}/prometheus`)
    assert.match(headers.get('content-type') ?? '', /application\/yaml/)
    const folder = mkdtempSync(join(tmpdir(), 'linecard-rules-'))
    try {
      writeFileSync(join(folder, 'rules.yml'), text)
      const said = execFileSync('promtool', ['check', 'rules', join(folder, 'rules.yml')]).toString()
      assert.match(said, isOwned() ? /SUCCESS: 13 rules found/ : /SUCCESS: 14 rules found/)
    } finally {
      rmSync(folder, { recursive: true })
    }
    assert.match(
      text,
      /summary: "\{\{ \$labels.part \}\} of \{\{ \$labels.device \}\} is busy: \{\{ humanize \$value \}\}"/,
    )
  })

test('where Alertmanager tells the events, nothing is evaluated here', async () => {
  await put([hot])
  await add([[7, 'CPU 1', 0.95]])
  await evaluate()
  assert.ok((await world.sql('select 1 from events_rule_firing')).length > 0)
  const answer = await world.http('PUT', '/system/configuration', { events: { evaluate_rules: false } })
  assert.ok(answer.status < 300, answer.text)
  await evaluate()
  assert.is((await world.sql('select 1 from events_rule_firing')).length, 0)
})
