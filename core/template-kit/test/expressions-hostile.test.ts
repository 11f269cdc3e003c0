import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { failureOf, longestTurn, suite } from '@linecard/test-kit'
import { createRenderer, type Parameter } from '../src/index.ts'
import { refusalOf } from './rendering.ts'

const test = suite('hostile expressions and parameters')
const renderer = createRenderer({ threads: 2 })
test.after(() => renderer.close())
/** Work for one caller may hold up the others for so long, in ms of CPU time of the main thread. */
const longestMs = 200

const field = (more: Partial<Parameter>): Parameter => ({
  key: 'a',
  name: 'A',
  type: 'input_string',
  ...more,
})
const growing = '"xxxxxxxxx".replace("x","yyyyyyyyyy").replace("y","zzzzzzzzzz").replace("z","wwwwwwwwww")'
/** Some 170 characters that took 13.9 s of CPU. */
const slowPattern = `[0,1,2,3].all(x, !${growing}.replace("w","abbaabbaab").matches("([ab]?a[ab]?){200}[cd]"))`

const hostile: Record<string, Parameter[]> = {
  'a pattern on a text that it made': [field({ visible_if: slowPattern })],
  'the same in every field': Array.from({ length: 60 }, (_, at) =>
    field({ key: `a${at}`, visible_if: slowPattern }),
  ),
  'loops in loops': [field({ visible_if: 'l.all(a, l.all(b, l.all(c, l.all(d, a + b + c + d >= 0))))' })],
  'a filter that is evaluated for each item': [
    field({
      type: 'select_from_variable',
      source_parameter_key: 'l',
      item_filter: 'l.exists(x, x > 9999)',
      item_name: growing,
    }),
  ],
  'a thousand parentheses': [field({ visible_if: `${'('.repeat(499)}1${')'.repeat(499)}` })],
  'a thousand signs': [field({ visible_if: `${'!'.repeat(999)}1` })],
  'a pattern for what is filled in': [
    field({ regular_expr: '(((a?){40}){40}b?){10}c', default_value: 'a'.repeat(1000) }),
  ],
}
const variables = { l: Array.from({ length: 2000 }, (_, at) => at) }

test.before(() => renderer.form([], {}))

for (const [what, parameters] of Object.entries(hostile))
  test(`${what}: a form, its values and its lint hold nobody up`, async () => {
    const longest = await longestTurn(async () => {
      const linted = {
        parts: { template: '{{params.a}}' },
        blocks: {},
        parameters,
        variables: {},
        constructs: true,
      }
      await Promise.allSettled([
        renderer.form(parameters, variables),
        renderer.params(parameters, { [parameters[0]!.key]: 'a'.repeat(1000) }, variables),
        renderer.lint(linted),
      ])
    })
    ok(longest <= longestMs, `${Math.round(longest)} ms of the main thread`)
  })

test('an expression that takes too long is told where it stands, and its thread is not lost', async () => {
  const [shown] = await renderer.form(hostile['a pattern on a text that it made']!, {})
  match(shown!.problem!, /the expression takes too long/)
  equal((await renderer.params([field({})], { a: '7' }, {}))['a'], '7')
})

test('what a caller sends wrongly has the same code and fields as before', async () => {
  const failure = (await failureOf(renderer.params([field({ required: true })], { b: 1 }, {}))) as Error & {
    code: string
    status: number
    details: { path: string }[]
  }
  deepEqual(
    [failure.code, failure.status, failure.details.map(({ path }) => path)],
    ['TEMPLATE_PARAMS_WRONG', 400, ['params.b']],
  )
})

test('only variables that are read are sent, and a hint knows the names of all', async () => {
  // A function cannot be sent to a thread.
  const seen = { used: { id: 5 }, other: () => 0 }
  const [known, wrong] = await renderer.form(
    [
      field({ type: 'input_variable', source_parameter_key: 'used.id' }),
      field({ key: 'b', visible_if: 'usde.id == 5' }),
    ],
    seen,
  )
  equal(known!.value, '5')
  match(wrong!.problem!, /no variable `usde`.*`used`/)
})

test('one user with 150 endless previews does not keep another one waiting', async () => {
  const endless =
    '{{#each (range 1 9999)}}{{#each (range 1 9999)}}{{#each (range 1 9999)}}{{/each}}{{/each}}{{/each}}'
  const stop = new AbortController()
  let ended = 0
  const many = Array.from({ length: 150 }, () =>
    renderer
      .render({ text: endless }, {}, { userId: 1, signal: stop.signal })
      .catch(() => null)
      .finally(() => ended++),
  )
  equal((await renderer.render({ text: 'a' }, {}, { userId: 2 })).text, 'a')
  // Two were running, and perhaps two more were begun before it.
  ok(ended <= 4, `${ended} of the other one's came first`)
  equal((await renderer.params([field({})], { a: '7' }, {}, { userId: 3 }))['a'], '7')
  ok(ended <= 8, `${ended} of the other one's came first`)
  stop.abort()
  await Promise.all(many)
  equal(await refusalOf(renderer, 'a'), 'rendered: ["a"]')
})
