import { assert, cpuMs, suite } from '@linecard/test-kit'
import {
  checkExpression,
  compilePattern,
  evaluate,
  ExpressionError,
  holds,
  readsOf,
} from '../src/expressions/index.ts'

const test = suite('expressions')

const variables = {
  iface: null,
  params: { action: 'Add', vlan: '100', name: 'a "quoted" name', list: ['x', 'y'] },
  user: { role: { id: 1 } },
  onu: { interface: { _technology: 'gpon' } },
  item: { id: 3, name: 'LINE-100', descr: null },
  interfaces_list: [{ id: 1 }, { id: 2, name: 'b' }],
  free: { first: 7 },
}

const table: readonly (readonly [string, unknown])[] = [
  // What authors of existing systems have written.
  ["params.action === 'Add'", true],
  ["params.action !== 'Add'", false],
  ['!iface', true],
  ['user.role.id < 0', false],
  ["onu.interface._technology == 'gpon' && !iface", true],
  ['item.id != 0', true],
  ['${item.name}', 'LINE-100'],
  ['${item.id}: ${item.name}', '3: LINE-100'],
  ['`${item.name} (${item.id + 1})`', 'LINE-100 (4)'],
  ["'<' + `${item.name}` + '>'", '<LINE-100>'],
  ['params.name == \'a "quoted" name\'', true],
  ["`===` == '==='", true],
  ['item.name.toLowerCase().includes("line")', true],
  ['item.descr || item.name', 'LINE-100'],
  // Nothing is no error.
  ['iface == null', true],
  ['iface == undefined', true],
  ['iface.name == null', true],
  ['!has(iface.name)', true],
  ['has(item.descr)', false],
  ['has(item.name)', true],
  ['${item.descr}|', '|'],
  ['iface.id > 1', false],
  ['null == ""', false],
  ['""', ''],
  // Parameters are texts.
  ['params.vlan == 100', true],
  ['params.vlan > 99 && params.vlan <= 100', true],
  ['params.vlan + 1', '1001'],
  ['params.vlan * 1 + 1', 101],
  ["params.vlan in ['1', '100']", true],
  ['params.vlan in [1, 100]', true],
  ["'010' == 10", false],
  // Lists.
  ['interfaces_list.exists(x, x.id == 2)', true],
  ['interfaces_list.all(x, x.id > 1)', false],
  ["interfaces_list.exists_one(x, x.name == 'b')", true],
  ['interfaces_list.filter(x, x.id > 1).size()', 1],
  ['interfaces_list.map(x, x.id).join("-")', '1-2'],
  ['interfaces_list.length', 2],
  ['interfaces_list[1].name', 'b'],
  ['interfaces_list[9].name', null],
  ['params["action"]', 'Add'],
  ['[1, [2]] == [1, [2]]', true],
  ['{"a": 1} == {"a": 2}', false],
  // Texts and numbers.
  ['"a-b".split("-")[1].upper()', 'B'],
  ['"a-b".replace("-", "/").substring(0, 2)', 'a/'],
  ['" x ".trim().startsWith("x") && "x".endsWith("x")', true],
  ['"gpon-onu_1/2/3".matches("^gpon-onu_[0-9/]+$")', true],
  ['"abc".indexOf("c") + size("ab") + int("4.9") + double("0.5")', 8.5],
  ['-free.first % 4 + 6 / 4', -1.5],
  ['true ? string(1) : text(2)', '1'],
  ['bool(0) || lower("A") == "a"', true],
  // Prototypes are not reached.
  ['params.constructor', null],
  ['item["__proto__"]', null],
  ['params.list["filter"] == null ? 1 : 2', ExpressionError],
]
for (const [expression, expected] of table)
  test(expression, () => {
    if (expected === ExpressionError) throws(expression)
    else assert.equal(evaluate(expression, variables), expected)
  })

function throws(expression: string, known: Readonly<Record<string, unknown>> = variables): ExpressionError {
  let error: unknown
  try {
    evaluate(expression, known)
  } catch (thrown) {
    error = thrown
  }
  assert.ok(error instanceof ExpressionError, `${expression}: ${String(error)}`)
  return error
}

const wrong: readonly (readonly [string, number, RegExp, RegExp])[] = [
  ['onnu.id == 1', 1, /no variable `onnu`/, /Did you mean `onu`/],
  ["params.action = 'Add'", 15, /unexpected character: =/, /Compare with `==`/],
  ['iface and user', 7, /`and` is no operator/, /&&/],
  ['not iface', 1, /`not` is no operator/, /!x/],
  ["params.action === 'Add' && nme == 1", 28, /no variable `nme`/, /There are/],
  ['`a ${ nope } b`', 7, /no variable `nope`/, /There are/],
  ['${item.name} ${zz}', 16, /no variable `zz`/, /There are/],
  ['params.action == “Add”', 18, /unexpected character/, /straight quotes/],
  ['params.action ==', 17, /end of the expression/, /too early/],
  ["'open", 1, /unterminated/i, /quotes/],
  ['foo(1)', 1, /no function `foo`/, /There are/],
  ['params.action.uper()', 1, /no function `uper`/, /Did you mean `upper`/],
  ['upper()', 1, /wrong number of arguments/, /text\.upper/],
  ['params.action.sub.x', 1, /a text has no field `sub`/, /Fields/],
  ['1 / 0', 1, /does not work/, /division by 0/],
  ['item < 1', 1, /does not work on an object and a number/, /Compare/],
  ['item + "x"', 1, /does not work/, /name a field/],
  ["item.name.matches('(?=a)')", 1, /look-around/, /matches/],
  ['b"x"', 1, /octets/, /text/],
  ['iface?.name', 6, /`\?\.` is no operator/, /null/],
  ['item.name | upper', 11, /unexpected character/, /functions/],
  ['', 1, /empty/, /Remove/],
  ['process.exit()', 1, /no function `exit`|no variable/, /There are/],
  ['constructor', 1, /no variable `constructor`/, /There are/],
]
for (const [expression, column, problem, hint] of wrong)
  test(`wrong: ${expression}`, () => {
    const error = throws(expression)
    assert.equal([error.column, error.status], [column, 400], error.message)
    assert.ok(problem.test(error.problem), error.problem)
    assert.ok(hint.test(error.hint), error.hint)
  })

const long = Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'a'.repeat(50) }))
const hostile: readonly string[] = [
  'l.all(a, l.all(b, l.all(c, l.all(d, true))))',
  'l.map(a, l.map(b, b.name + b.name + b.name))',
  'l.map(a, l.map(b, b))',
  'l.map(a, l + l)',
  `l.map(a, "${'x'.repeat(500)}".replace("x", a.name))`,
  `${'('.repeat(400)}1${')'.repeat(400)}`,
  `${'!'.repeat(999)}x`,
  'x'.repeat(1001),
  `[${'1,'.repeat(400)}1]`,
]
for (const expression of hostile)
  test(`hostile: ${expression.slice(0, 60)}`, () => {
    const started = cpuMs()
    throws(expression, { l: long })
    assert.ok(cpuMs() - started < 2000, `${cpuMs() - started} ms`)
  })

test('a pattern that would take for ever elsewhere is quick', () => {
  const started = cpuMs()
  assert.equal(evaluate('t.matches("^(a+)+$")', { t: `${'a'.repeat(50_000)}b` }), false)
  assert.ok(cpuMs() - started < 1000)
})

test('what a condition makes of values', () => {
  for (const value of [null, false, 0, '']) assert.equal(holds('x', { x: value }), false)
  for (const value of [true, 1, 'a', '0', [], {}]) assert.equal(holds('x', { x: value }), true)
})

test('names are checked against a schema, inside of loops too', () => {
  const schema = {
    type: 'object',
    properties: {
      device: { type: 'object', properties: { name: { type: 'string' } } },
      list: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
      data: { type: 'object', patternProperties: { '^.*$': {} } },
    },
  }
  const found = (text: string) =>
    checkExpression(text, 'parameter:a', schema).map(({ code, column, hint }) => [code, column, hint])
  assert.equal(found('device.name == "x" && list.exists(x, x.id > 1) && data.vlans.any == 1'), [])
  assert.equal(found('device.nmae'), [['VARIABLE_UNKNOWN', 8, 'Did you mean `name`?']])
  assert.equal(found('list.exists(x, x.idd > 1)'), [['VARIABLE_UNKNOWN', 18, 'Did you mean `id`?']])
  assert.equal(found('devise.name'), [['VARIABLE_UNKNOWN', 1, 'Did you mean `device`?']])
  assert.equal(found('device.name.startsWidth("a")'), [['FUNCTION_UNKNOWN', 1, 'Did you mean `startsWith`?']])
  assert.equal(found('device ='), [['EXPRESSION_WRONG', 8, 'Compare with `==`.']])
})

test('paths that are read', () => {
  assert.equal(readsOf('params.a.b == 1 && list.exists(x, x.id == params.c) && a[params.d].e && has(z.y)'), [
    'params.a.b',
    'list',
    'params.c',
    'a',
    'params.d',
    'z.y',
  ])
})

test('patterns: linear, whole, and named when they are not supported', () => {
  const good = compilePattern('[0-9]{1,4}')
  assert.ok(good.ok && good.pattern.matches('100') && !good.pattern.matches('x100'))
  const problem = (text: string) => {
    const found = compilePattern(text)
    return found.ok ? 'good' : `${found.column}: ${found.problem}`
  }
  assert.equal(problem('a(?=b)'), '2: look-around is not supported')
  assert.equal(problem('(a)\\1'), '4: back-references are not supported')
  assert.equal(problem('/^a$/i'), '1: it has slashes around it')
  assert.ok(/missing closing/.test(problem('(a')), problem('(a'))
  assert.ok(/invalid repeat|repeat/.test(problem('a{2000}')), problem('a{2000}'))
  assert.equal(problem('\\\\1'), 'good')
})
