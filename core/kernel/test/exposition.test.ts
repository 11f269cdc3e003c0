import { counter, histogram, type Metric } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { exposeAll, exposed } from '../src/http/exposition.ts'

const test = suite('metrics of plugins')
const heard: string[] = []
const log = {
  error: (_: object, message: string) => {
    heard.push(message)
  },
}
const gauge = (name: string, value = 1): Metric => ({
  name,
  help: 'Help',
  type: 'gauge',
  collect: () => [{ value }],
})

test('counters, gauges and histograms in the text format', () => {
  const calls = counter('linecard_a_calls_total', 'Calls\nof "a" \\')
  calls.add({ result: 'a "b"\\\n' }, 2)
  calls.add({ result: 'a "b"\\\n' })
  calls.add()
  assert.is(
    exposed(calls),
    '# HELP linecard_a_calls_total Calls\\nof "a" \\\\\n# TYPE linecard_a_calls_total counter\n' +
      'linecard_a_calls_total{result="a \\"b\\"\\\\\\n"} 3\nlinecard_a_calls_total 1\n',
  )
  assert.match(exposed(gauge('linecard_a', -Infinity)), /\nlinecard_a -Inf\n$/)

  const spent = histogram('linecard_a_spent_seconds', 'Spent', [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) spent.observe(value, { source: 'device' })
  assert.is(
    exposed(spent).split('\n').slice(2).join('\n'),
    [
      'linecard_a_spent_seconds_bucket{source="device",le="0.1"} 2',
      'linecard_a_spent_seconds_bucket{source="device",le="1"} 3',
      'linecard_a_spent_seconds_bucket{source="device",le="+Inf"} 4',
      'linecard_a_spent_seconds_sum{source="device"} 7.65',
      'linecard_a_spent_seconds_count{source="device"} 4',
      '',
    ].join('\n'),
  )
})

test('too many values of a label become "other"', () => {
  const calls = counter('linecard_a_calls_total', 'Calls')
  for (let count = 0; count < 5_000; count++) calls.add({ ip: `10.0.0.${count}` })
  const samples = [...calls.collect()]
  assert.ok(samples.length <= 1_001)
  assert.equal(samples.at(-1), { labels: { ip: 'other' }, value: 4_000 })
})

test('invalid metrics are omitted with a message in the log; the others are scraped', () => {
  const text = exposeAll(
    [
      {
        key: 'a',
        metrics: () => [
          gauge('linecard_good'),
          gauge('foreign'),
          gauge('linecard_good'),
          gauge('linecard_x_total'),
          gauge('linecard_taken'),
        ],
      },
      {
        key: 'b',
        metrics: () => [
          { ...gauge('linecard_b'), collect: () => [{ labels: { 'no-label': '' }, value: 1 }] } as Metric,
          {
            ...gauge('linecard_c'),
            collect() {
              throw new Error('broken')
            },
          },
        ],
      },
      {
        key: 'c',
        metrics: () => {
          throw new Error('no metrics')
        },
      },
      { key: 'd', metrics: () => [gauge('linecard_last')] },
    ],
    ['linecard_taken'],
    log,
  )
  assert.equal(text.match(/^\w+/gm), ['linecard_good', 'linecard_last'])
  assert.is(heard.length, 7)
})
