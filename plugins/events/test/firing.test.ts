import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '@linecard/plugin-kit'
import marks from '@linecard/plugin-interface-marks'
import metrics from '@linecard/plugin-metrics'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { lacks } from '@linecard/test-kit/worlds/programs'
import {
  addMarks,
  infos,
  labelsOf,
  minute,
  minutes,
  rules,
  values,
} from '@linecard/test-kit/worlds/rule-scene'
import type { Config } from '../src/config.ts'
import events from '../src/index.ts'
import { evaluateRules } from '../src/rules/evaluate.ts'
import type { RuleView } from '../src/rules/rule.ts'
import type { Events } from '../src/setup.ts'
import { dataOf } from './world.ts'

const test = suite('events: when rules fire', { level: 'full', timeoutMs: 400_000 })
const missing = lacks('promtool')
const path = '/component/events/rules'
const begin = Math.floor(Date.now() / minute) * minute - (minutes + 10) * minute
/** Values come 20 s after each minute, so that no window begins or ends at one. */
const [stepSec, offsetSec] = [20, 20]
/** How long each rule must hold; what comes and goes each few minutes has a short time. */
const holdSec = [0, 60, 120, 60, 600, 0, 60, 120, 300, 600, 0, 60, 120, 300, 0, 60, 60, 120, 300, 60]

let now = begin
let own!: Events
let world!: World
test.before(async () => {
  const plugin = {
    ...events,
    setup(ctx: Context<Config>) {
      own = events.setup({ ...ctx, clock: () => new Date(now) }) as Events
      return own
    },
  }
  world = await makeWorld({
    plugins: [metrics, marks, plugin as typeof events],
    settings: { identity: { rate_limiter_enabled: false } },
  })
  for (const job of ['events.evaluate_rules', 'metrics.roll_up', 'metrics.clean_up'])
    await world.http('PUT', `/system-schedule/${job}`, { enabled: false })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (7, '192.0.2.7', 'olt-ours', 71, true), (8, '192.0.2.8', 'olt-theirs', 72, true)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) select d * 100 - 600 + n, d, n, 'port ' || n, 'ETH' from generate_series(1, 10) n, (values (7), (8)) t (d)`,
  )
  await addMarks(world)
  world
    .use('series')
    .add(values.map(({ n, ...value }) => ({ ...value, time: begin + n * minute + offsetSec * 1000 })))
  await world.use('series').flush()
  const answer = await world.http('PUT', path, {
    rules: rules.map((expression, n) => ({
      name: `rule_${n}`,
      group: `group ${n % 3}`,
      enabled: true,
      for_sec: holdSec[n]!,
      severity: 'warning',
      title: '{{labels.device}}',
      description: '',
      expression,
    })),
  })
  assert.is(answer.status, 200, answer.text)
})
test.after(() => world?.stop())

interface Firing {
  rule: string
  device_id: number
  interface_id: number
  part: string
}

/** What fires at each minute: series whose rule has held for its time. Conditions are made of them. */
async function inLinecard(): Promise<Firing[][]> {
  const parts = {
    ctx: own.ctx,
    renderer: own.rules.renderer,
    rules: async () => (await own.rules.book.now()).rules,
  }
  const found: Firing[][] = []
  for (let n = 0; n <= minutes; n++) {
    now = begin + n * minute
    const { failed } = await evaluateRules(parts, new AbortController().signal)
    assert.equal(failed, [])
    found.push(
      await world.sql<Firing>(
        `select rule, device_id, interface_id, part from events_rule_firing where title is not null`,
      ),
    )
  }
  return found
}

/** A text in quotes of YAML that `promtool` reads. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Values of a series as promtool reads them: one each 20 s, `_` where there is none. */
function inputOf(series: string, at: ReadonlyMap<number, number>): string {
  const slots = Array.from({ length: (minutes * 60) / stepSec + 1 }, (_, slot) => {
    const sec = slot * stepSec - offsetSec
    return sec % 60 === 0 ? (at.get(sec / 60) ?? '_') : '_'
  })
  return `      - series: ${quoted(series)}\n        values: '${slots.join(' ')}'`
}

function inputs(): string[] {
  const series = Map.groupBy(values, value => `linecard_${value.metric}{${labelsOf(value)}}`)
  // What a scrape tells of a device is there from the first evaluation on.
  const info = `1x${(minutes * 60) / stepSec}`
  return [
    ...[...series].map(([name, list]) => inputOf(name, new Map(list.map(({ n, value }) => [n, value])))),
    ...infos.map(
      ([name, labels]) =>
        `      - series: ${quoted(`linecard_${name}{${labels}}`)}\n        values: '${info}'`,
    ),
  ]
}

/** What `promtool` must find at a minute. */
function expected(firing: readonly Firing[], n: number): string {
  const labels = firing.map(({ rule, device_id, interface_id, part }) => {
    const port = interface_id ? `, interface_id="${interface_id}"` : ''
    const named = part ? `, part="${part.replaceAll('"', '\\"')}"` : ''
    return `{alertname="${rule}", device_id="${device_id}"${port}${named}}`
  })
  return [
    `      - expr: 'count by (alertname, device_id, interface_id, part) (ALERTS{alertstate="firing"})'`,
    `        eval_time: ${n}m`,
    `        exp_samples:${labels.length ? '' : ' []'}`,
    ...labels.flatMap(text => [`          - labels: ${quoted(text)}`, '            value: 1']),
  ].join('\n')
}

const title = 'twenty rules fire and end at the same minutes as in Prometheus, each after its time'
if (missing) test.skip(title, missing)
else
  test(title, async () => {
    const found = await inLinecard()
    // Each rule of ours fires, and ends; a test in which nothing happens proves nothing.
    const counted = Map.groupBy(
      found.flatMap((firing, n) => firing.map(one => ({ ...one, n }))),
      ({ rule }) => rule,
    )
    const never = rules.flatMap((_, n) => (counted.has(`rule_${n}`) ? [] : `rule_${n}`))
    assert.equal(never, [])
    const steady = [...counted].flatMap(([rule, list]) => {
      const series = Map.groupBy(list, one => `${one.device_id} ${one.interface_id} ${one.part}`)
      return [...series.values()].every(times => times.length > minutes) ? rule : []
    })
    assert.equal(steady, [])

    const { rules: all } = dataOf<{ rules: RuleView[] }>(await world.http('GET', path))
    const { text } = await world.http('GET', `${path}/prometheus`)
    const folder = mkdtempSync(join(tmpdir(), 'linecard-firing-'))
    const file = (firing: readonly Firing[][]) =>
      writeFileSync(
        join(folder, 'test.yml'),
        [
          'rule_files: [rules.yml]',
          'evaluation_interval: 1m',
          `group_eval_order: [${[...new Set(all.map(({ group }) => group))].map(group => quoted(group)).join(', ')}]`,
          'tests:',
          `  - interval: ${stepSec}s`,
          '    input_series:',
          ...inputs(),
          '    promql_expr_test:',
          ...firing.map(expected),
          '',
        ].join('\n'),
      )
    const said = (): string => {
      try {
        return execFileSync('promtool', ['test', 'rules', 'test.yml'], {
          cwd: folder,
          maxBuffer: 1e8,
        }).toString()
      } catch (error) {
        return `${String((error as { stdout: Buffer }).stdout)}${String((error as { stderr: Buffer }).stderr)}`
      }
    }
    try {
      writeFileSync(join(folder, 'rules.yml'), text)
      file(found)
      assert.match(said().slice(0, 3000), /SUCCESS/)
      // The proof notices a minute.
      const first = found.findIndex(firing => firing.length > 0)
      file(found.map((firing, n) => (n === first ? firing.slice(1) : firing)))
      assert.match(said(), /FAILED/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
