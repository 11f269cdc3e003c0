import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { suite } from '@linecard/test-kit'
import { maxIncluded } from '../src/base/bounds.ts'
import { failure, failureOf } from '../src/base/failure.ts'
import { refused, type Refused } from '../src/base/refused.ts'
import type { Site } from '../src/base/site.ts'
import type { Helper } from '../src/helpers/index.ts'
import { branch, context, each, set, unless, within } from '../src/render/runtime/blocks.ts'
import { box } from '../src/render/runtime/box.ts'
import { callable } from '../src/render/runtime/call.ts'
import { at, enter, leave, out } from '../src/render/runtime/output.ts'
import { fieldOf, from, get, up } from '../src/render/runtime/read.ts'
import { clockOctets, clockOf, setState, spend, state, step, wrongAt } from '../src/render/runtime/state.ts'

/** What compiled templates call while they run, called here without a template. */
const test = suite('what templates call while they run')

const siteOf = (more: Partial<Site> = {}): Site => ({
  where: 'template',
  line: 2,
  column: 3,
  name: 'a.b',
  octets: 0,
  soft: false,
  lazy: false,
  mayBeEmpty: false,
  ...more,
})

/** Begins a render that may take this time and give so many octets. */
function begin(
  root: Record<string, unknown> = {},
  { sites = [siteOf()], outputOctets = 100, deadline = Infinity, names = [] as string[] } = {},
) {
  const clock = clockOf(new SharedArrayBuffer(clockOctets))
  const budget = { timeMs: 70, outputOctets }
  setState({ sites, root, names, budget, clock, deadline, octets: 0, included: 0, steps: 0 })
  return clock
}

const findingOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as Refused).finding
  }
  throw new Error('nothing was refused')
}
const codeOf = (run: () => unknown) => findingOf(run).code

const options = (more: object = {}) =>
  ({
    fn: (around: { value: unknown }, more_?: { data?: object; blockParams?: unknown[] }) =>
      `[${JSON.stringify([around.value, more_?.data, more_?.blockParams])}]`,
    inverse: () => 'else',
    ...more,
  }) as never

test('output counts to its limit and not above, and an empty value counts one octet', () => {
  begin({}, { outputOctets: 5 })
  spend(3, 0)
  spend(2, 0)
  equal(state().octets, 5)
  equal(
    codeOf(() => spend(1, 0)),
    'OUTPUT_LIMIT',
  )
  begin({}, { outputOctets: 5 })
  for (let n = 0; n < 5; n++) spend(0, 0)
  equal(state().octets, 5)
  const { message, line, column, severity } = findingOf(() => spend(0, 0))
  deepEqual([message, line, column, severity], ['the template gives more than 5 octets', 2, 3, 'error'])
})

test('the time is looked at on every 64th step, and a render that is over it ends', () => {
  begin({}, { deadline: 0 })
  for (let n = 1; n < 64; n++) step(0)
  equal(
    codeOf(() => step(0)),
    'TIME_LIMIT',
  )
  equal(state().steps, 64)
  for (let n = 1; n < 64; n++) step(0)
  equal(findingOf(() => step(0)).message, 'rendering took longer than 70 ms')
  begin()
  for (let n = 0; n < 200; n++) step(0)
})

test('the site that runs is told to the main thread, beside the time of the beginning', () => {
  const clock = begin({}, { sites: [siteOf(), siteOf(), siteOf()] })
  equal(clock.started.length, 1)
  equal(clock.site.length, 1)
  equal(clock.started.buffer.byteLength, clock.site.byteOffset + 8)
  clock.started[0] = 1e12
  step(2)
  deepEqual([clock.started[0], clock.site[0]], [1e12, 2])
})

test('if, unless and with take the branch that the value says', () => {
  begin()
  const [yes, no] = [branch, unless].map(run => (value: unknown) => run.call(box('x'), value, 0, options()))
  for (const value of [1, 'a', [0], true]) deepEqual([yes!(value), no!(value)], ['[["x",null,null]]', 'else'])
  for (const value of [false, null, undefined, '', []])
    deepEqual([yes!(value), no!(value)], ['else', '[["x",null,null]]'])
  equal(within.call(box('x'), { a: 1 }, 0, options()), '[[{"a":1},null,[{"a":1}]]]')
  equal(within.call(box('x'), null, 0, options()), 'else')
})

test('each goes through lists and objects and tells index, key, first and last', () => {
  begin()
  equal(
    each.call(box(null), ['a', 'b', 'c'], 0, options()),
    '[["a",{"_parent":{},"key":0,"index":0,"first":true,"last":false},["a",0]]]' +
      '[["b",{"_parent":{},"key":1,"index":1,"first":false,"last":false},["b",1]]]' +
      '[["c",{"_parent":{},"key":2,"index":2,"first":false,"last":true},["c",2]]]',
  )
  equal(
    each.call(box(null), { x: 7 }, 0, options({ data: { level: 1 } })),
    '[[7,{"level":1,"_parent":{"level":1},"key":"x","index":0,"first":true,"last":true},[7,"x"]]]',
  )
  for (const empty of [[], {}]) equal(each.call(box(null), empty, 0, options()), 'else')
  equal(state().steps, 4)
  for (const wrong of [null, undefined, 'text', 7])
    equal(
      codeOf(() => each.call(box(null), wrong, 0, options())),
      'EACH_LIST',
    )
})

test('set writes a variable of the top level, and not one that a field of the item hides', () => {
  const root: Record<string, unknown> = { a: 1 }
  begin(root)
  equal(set.call(box(root), 'a', 2, 0), '')
  equal(set.call(box({ b: 1 }), 'c', 3, 0), '')
  deepEqual(root, { a: 2, c: 3 })
  equal(
    codeOf(() => set.call(box({ b: 1 }), 'b', 4, 0)),
    'SET_NAME',
  )
  deepEqual([Object.keys(root), state().steps], [['a', 'c'], 3])
})

test('an included block sees its context and what it was given, and no forbidden name', () => {
  const root = { secret: 1 }
  begin(root)
  const item = { a: 1 }
  equal(context(item, 0, {}).value, item)
  deepEqual(context(item, 'b', 2, 'c', 3, 0, {}).value, { a: 1, b: 2, c: 3 })
  deepEqual(context(root, 'b', 2, 0, {}).value, { b: 2 })
  deepEqual(context([7], 0, {}).value, [7])
  for (const base of ['text', null, undefined, 7])
    equal(
      codeOf(() => context(base, 0, {})),
      'BLOCK_ARGUMENTS',
    )
  equal(
    codeOf(() => context([7], 'b', 2, 0, {})),
    'BLOCK_ARGUMENTS',
  )
  for (const name of ['__proto__', 'constructor']) ok(codeOf(() => context(item, name, 2, 0, {})))
})

test('blocks include each other to a depth, and one that has ended does not count', () => {
  begin()
  for (let n = 0; n < maxIncluded; n++) equal(enter(0), '')
  equal(leave(), '')
  enter(0)
  equal(state().included, maxIncluded)
  const { code, message } = findingOf(() => enter(0))
  deepEqual([code, message], ['DEPTH_LIMIT', `blocks include each other more than ${maxIncluded} deep`])
  equal(state().steps, maxIncluded + 2)
})

test('a block counts its own text, and a step', () => {
  begin({}, { sites: [siteOf({ octets: 60 }), siteOf()] })
  equal(at(1), '')
  deepEqual([state().octets, state().steps], [0, 1])
  at(0)
  deepEqual([state().octets, state().steps], [60, 2])
  equal(
    codeOf(() => at(0)),
    'OUTPUT_LIMIT',
  )
})

test('a value is one line of text, counted in octets and marked with its site', () => {
  begin({}, { sites: Array.from({ length: 40 }, () => siteOf()) })
  equal(out('жx', 36), '\u000310\u0002жx\u0004')
  equal(state().octets, 3)
  for (const [value, text] of [
    [0, '0'],
    [false, 'false'],
    ['', ''],
  ] as const)
    equal(out(value, 0), `\u00030\u0002${text}\u0004`)
  const wrong = {
    VALUE_NULL: null,
    VALUE_LIST: [1],
    VALUE_OBJECT: { a: 1 },
    VALUE_CONTROL: 'a\nb',
    VALUE_NUMBER: NaN,
  }
  for (const [code, value] of Object.entries(wrong))
    equal(
      codeOf(() => out(value, 0)),
      code,
    )
  for (const value of ['\u0000', '\u001f', '\u007f', '\u009f', '\u0003'])
    equal(
      codeOf(() => out(value, 0)),
      'VALUE_CONTROL',
    )
  for (const value of [' ', '~', '\u00a0']) ok(out(value, 0))
  equal(
    codeOf(() => out(Infinity, 0)),
    'VALUE_NUMBER',
  )
  equal(
    findingOf(() => out({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, 0)).hint,
    'Name one of its fields: a.b.a, a.b.b, a.b.c, a.b.d, a.b.e.',
  )
})

test('only own fields are read: nothing of a prototype, of a text or of nothing', () => {
  equal(fieldOf({ a: 0 }, 'a'), 0)
  for (const [holder, name] of [
    [{}, 'toString'],
    [[], 'map'],
    ['text', 'length'],
    [null, 'a'],
    [undefined, 'a'],
    [Object.create({ a: 1 }), 'a'],
  ] as const)
    equal(fieldOf(holder, name), undefined)
  equal(fieldOf([5], '0'), 5)
})

test('a name is a field of the item, else a variable of the top level', () => {
  const root = { a: 'root', b: { c: { d: 4 } }, zero: 0 }
  begin(root, { names: ['vlan'] })
  const item = { a: 'item' }
  equal(get.call(box(item), 'a', 0, {}), 'item')
  equal(get.call(box(item), 'zero', 0, {}), 0)
  equal(get.call(box(root), 'b', 'c', 'd', 0, {}), 4)
})

test('what is missing is refused in the words of the author, with a name that was meant', () => {
  const root = { port: { name: 1 }, nothing: null, count: 7 }
  const sites = [siteOf({ name: 'port.nome' }), siteOf({ name: 'prt' }), siteOf({ name: 'prt.name' })]
  begin(root, { sites, names: ['vlan'] })
  const missing = (...given: unknown[]) => findingOf(() => get.call(box({ item: 1 }), ...given, {}))
  const field = missing('port', 'nome', 0)
  deepEqual([field.code, field.message], ['FIELD_UNKNOWN', '"port.nome": there is no "nome"'])
  ok(field.hint!.includes('name'), field.hint)
  equal(missing('nothing', 'x', 0).message, '"port.nome": there is no "x" in null')
  equal(missing('count', 'x', 0).message, '"port.nome": there is no "x" in the number')
  const variable = missing('prt', 1)
  deepEqual([variable.code, variable.message], ['VARIABLE_UNKNOWN', 'there is no variable "prt"'])
  ok(variable.hint!.includes('port'), variable.hint)
  equal(missing('prt', 'name', 2).message, 'there is no variable "prt" (prt.name)')
  ok(missing('vlam', 1).hint!.includes('vlan'))
  ok(missing('itm', 1).hint!.includes('item'))
})

test('a soft site gives nothing for what is missing, and a lazy one keeps the error', () => {
  begin({}, { sites: [siteOf({ soft: true }), siteOf({ lazy: true })] })
  equal(get.call(box({}), 'a', 0, {}), undefined)
  equal(failureOf(get.call(box({}), 'a', 1, {}))!.finding.code, 'VARIABLE_UNKNOWN')
  equal(from({ a: 1 }, 'b', 0, {}), undefined)
  equal(failureOf(from(undefined, 1, {}))!.finding.code, 'VARIABLE_UNKNOWN')
})

test('fields of a given value, and of a context above', () => {
  begin()
  equal(from({ a: { b: 2 } }, 'a', 'b', 0, {}), 2)
  equal(from(null, 0, {}), null)
  equal(up(box({ a: 3 }), 'a', 0, {}), 3)
  equal(
    codeOf(() => up(undefined, 'a', 0, {})),
    'VARIABLE_UNKNOWN',
  )
  equal(
    codeOf(() => from({ a: 1 }, 'c', 0, {})),
    'FIELD_UNKNOWN',
  )
  equal(findingOf(() => from(undefined, 'a', 0, {})).message, '"a.b" has no value here')
})

const helper = (run: Helper['run'], more: Partial<Helper> = {}) =>
  callable({ args: [], run, ...more } as unknown as Helper)
const broken = failure(refused(siteOf(), { code: 'BROKEN', message: '', hint: '' }))

test('a helper gets its arguments, and its refusal has the place', () => {
  begin()
  equal(helper(values => JSON.stringify(values))(1, 'b', 0, {}), '[1,"b"]')
  equal(state().steps, 1)
  const { code, line } = findingOf(() =>
    helper((_values, wrong) => {
      throw wrong({ code: 'WRONG', message: '', hint: '' })
    })(0, {}),
  )
  deepEqual([code, line], ['WRONG', 2])
  throws(() => helper(() => JSON.parse('{'))(0, {}), SyntaxError)
})

test('an argument that failed fails the helper around it, unless it may not need it', () => {
  begin({}, { sites: [siteOf(), siteOf({ lazy: true })] })
  const count = (values: unknown[]) => values.length
  equal(helper(count)(1, broken, 1, {}), broken)
  equal(helper(count, { args: 'lazy' })(1, broken, 1, {}), 2)
  equal(helper(count)(1, broken, 0, {}), 2)
})

test('a lazy helper keeps its error, and a soft one has no unknown field', () => {
  begin({}, { sites: [siteOf({ lazy: true }), siteOf({ soft: true }), siteOf({ soft: true, lazy: true })] })
  const refuses = (code: string, more: Partial<Helper> = {}) =>
    helper((_values, wrong) => {
      throw wrong({ code, message: '', hint: '' })
    }, more)
  equal(failureOf(refuses('WRONG')(0, {}))!.finding.code, 'WRONG')
  equal(refuses('FIELD_UNKNOWN')(1, {}), undefined)
  equal(
    codeOf(() => refuses('WRONG')(1, {})),
    'WRONG',
  )
  equal(
    codeOf(() => refuses('FIELD_UNKNOWN', { args: 'lazy' })(1, {})),
    'FIELD_UNKNOWN',
  )
  equal(failureOf(refuses('FIELD_UNKNOWN', { args: 'lazy' })(2, {}))!.finding.code, 'FIELD_UNKNOWN')
})

test('an error has the place of its site', () => {
  begin({}, { sites: [siteOf(), siteOf({ where: 'block', line: 9, column: 8 })] })
  const { where, line, column } = wrongAt(1, { code: 'X', message: '', hint: '' }).finding
  deepEqual([where, line, column], ['block', 9, 8])
})
