import { assert, suite } from '@linecard/test-kit'
import { parseJson } from '../src/http/json.ts'

const test = suite('bodies of JSON')
const read = (text: string): unknown => parseJson(Buffer.from(text))
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`

test('what JSON.parse reads is read, also texts of quotes, backslashes, braces and numbers', () => {
  for (const text of [
    '{}',
    ' [ ] ',
    '-1.5e-7',
    '"\\""',
    '"\\\\"',
    '{"a\\"":1,"a\\\\":2,"a":3}',
    '{"a":"{\\"a\\":1,\\"a\\":1e999}","b":["1e999",{"a":1},{"a":1}]}',
    '[[{"a":[{"a":{"a":[]}}]}],"a","a"]',
    '{"a":{"b":1},"b":{"a":1,"b":[1e308,-1E+2]}}',
    '"\\ud83d\\ude00 ünï"',
  ])
    assert.equal(read(text), JSON.parse(text), text)
  assert.is(read('  '), undefined)
  assert.equal(read('\uFEFF{"a":1}'), { a: 1 })
})

test('a body that another reader may take for another one is refused, with what is wrong', () => {
  const wrong: [string, string][] = [
    ['{"a":1,"a":2}', '"a" occurs twice'],
    ['{"a":1,"\\u0061":2}', '"a" occurs twice'],
    ['{"x":[1,{"b":[],"c":"\\\\","b":2}]}', '"b" occurs twice'],
    ['{"a":{},"b":1 , "a" :2}', '"a" occurs twice'],
    ['{"__proto__":1}', '"__proto__" is not allowed'],
    ['[{"constr\\u0075ctor":1}]', '"constructor" is not allowed'],
    ['{"a":1e999}', 'a number is too large'],
    ['[-1e999]', 'a number is too large'],
    [`[${'9'.repeat(400)}]`, 'a number is too large'],
    ['["\\u0000"]', 'NUL'],
    ['["\\ud800"]', 'surrogate'],
    ['{"\\udc00":1}', 'surrogate'],
    ['['.repeat(65) + ']'.repeat(65), 'deeper than 64'],
    ['{"a":"b', 'syntax error'],
    ['{"a":"\\"}', 'syntax error'],
    ['{"a":1x}', 'syntax error'],
    ['{"a":"\\x"}', 'syntax error'],
  ]
  for (const [text, reason] of wrong) assert.throws(() => read(text), new RegExp(reason), text)
  assert.throws(() => parseJson(Buffer.from([0x22, 0xff, 0x22])), /not UTF-8/)
})

test('an object of more than 10,000 members is refused before it is made', () => {
  assert.is(Object.keys(read(members(10_000)) as object).length, 10_000)
  assert.throws(() => read(`[${members(10_001)}`), /more than 10000 members/)
})
