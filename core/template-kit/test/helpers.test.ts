import { equal, match } from 'node:assert/strict'
import { suite } from '@linecard/test-kit'
import { createRenderer, helpers } from '../src/index.ts'
import { refusalOf } from './rendering.ts'

const test = suite('helpers')
const renderer = createRenderer({ timeMs: 5000 })
test.after(() => renderer.close())

const variables = {
  n: null,
  one: 1,
  text: '1',
  zero: 0,
  word: 'abc',
  empty: '',
  yes: true,
  list: [1, '2', { id: 3 }],
  none: [],
  object: { a: 1, b: 2 },
}

/** Renders an expression between brackets, or gives the code of its error. */
async function gives(expression: string): Promise<string> {
  const text = expression.startsWith('{{') ? expression : `[{{${expression}}}]`
  try {
    return (await renderer.render({ text }, variables)).text
  } catch (error) {
    return (error as { finding: { code: string } }).finding.code
  }
}

const table = (name: string, cases: Readonly<Record<string, string>>) =>
  test(name, async () => {
    for (const [expression, wanted] of Object.entries(cases))
      equal(await gives(expression), /^[A-Z_]{6,}$/.test(wanted) ? wanted : `[${wanted}]`, expression)
  })

table('numbers and texts are equal as authors expect', {
  'eq one text': 'true',
  'eq text "1.0"': 'false',
  'eq one "1.0"': 'true',
  'eq one "01"': 'true',
  'eq one word': 'false',
  'eq yes "true"': 'true',
  'eq n null': 'true',
  'eq n empty': 'false',
  'eq n zero': 'false',
  'ne object null': 'true',
  'eq object 1': 'HELPER_TYPE',
  'eq list list': 'HELPER_TYPE',
  'ne one "2"': 'true',
})

table('numbers are compared as numbers, texts by their characters', {
  'lt "9" "10"': 'true',
  'lt "b" "a"': 'false',
  'gt word ""': 'true',
  'gt one ""': 'true',
  'gt "" ""': 'false',
  'gte 1 "1"': 'true',
  'lte 2 1': 'false',
  'gt one word': 'HELPER_TYPE',
  'gt n 1': 'HELPER_TYPE',
  'gt object 1': 'HELPER_TYPE',
  'gt object ""': 'HELPER_TYPE',
  'gt list ""': 'HELPER_TYPE',
  'gt yes ""': 'HELPER_TYPE',
})

table('what is true', {
  'not n': 'true',
  'not zero': 'true',
  'not "0"': 'true',
  'not empty': 'true',
  'not none': 'true',
  'not missing': 'true',
  'not "00"': 'false',
  'not object': 'false',
  'not list': 'false',
  'and yes one word': 'true',
  'and yes zero': 'false',
  'or zero "" n': 'false',
  'or zero word': 'true',
})

table('default takes the first that is there', {
  'default n empty "x"': 'x',
  'default zero "x"': '0',
  'default missing.deep n "x"': 'x',
  'default empty ""': '',
  'default n n': 'VALUE_NULL',
  'default (lower n) "x"': 'HELPER_TYPE',
  'default (lookup object "z") (lookup object "a")': '1',
})

table('arithmetic keeps whole numbers whole', {
  'add text 1': '2',
  'add 1 2 3': '6',
  'add 0.1 0.2': '0.3',
  'sub 1 3': '-2',
  'mul "3" 4': '12',
  'div 7 2': '3',
  'div -7 2': '-3',
  'div 7.5 2': '3.75',
  'mod 7 4': '3',
  'div one zero': 'DIVISION_BY_ZERO',
  'mod one "0"': 'DIVISION_BY_ZERO',
  'add word 1': 'HELPER_TYPE',
  'add n 1': 'HELPER_TYPE',
  'add empty 1': 'HELPER_TYPE',
  'add yes 1': 'HELPER_TYPE',
  'mul 9007199254740991 2': 'HELPER_RANGE',
  'number " 042 "': '42',
  'number word': 'HELPER_TYPE',
  'hex 10': 'a',
  'hex "255" 6': '0000ff',
  'hex -1': 'HELPER_RANGE',
  'hex 1.5': 'HELPER_RANGE',
})

table('texts', {
  'lower 12': '12',
  'lower n': 'HELPER_TYPE',
  'upper object': 'HELPER_TYPE',
  'concat word one yes': 'abc1true',
  'concat list': 'HELPER_TYPE',
  'replace "a.b.c" "." "-"': 'a-b-c',
  'replace "a$1" "$1" "$&"': 'a$&',
  'replace word "" "x"': 'HELPER_RANGE',
  'substr word 1': 'bc',
  'substr word 1 1': 'b',
  'substr word -2 1': 'b',
  'substr word 9': '',
  'substr word 0 -1': 'HELPER_RANGE',
  'pad 12 2': '12',
  'pad 123 2': '123',
  'pad word 5 " "': '  abc',
  'pad word 5 "ab"': 'HELPER_RANGE',
  'join (split "a,b" ",") "-"': 'a-b',
  'join none': '',
  'join list': 'HELPER_TYPE',
  'join (split "abc" "") "."': 'a.b.c',
  'trim "  a b "': 'a b',
  'length word': '3',
  'length object': '2',
  'length none': '0',
  'length n': 'HELPER_TYPE',
})

table('transliteration gives printable ASCII that consoles take', {
  'ascii "Щастя, Їжак і Ґанок"': 'Shchastia, Izhak i Ganok',
  'ascii "Объезд ёлки"': 'Obezd elky',
  'ascii "Čeština Łódź Straße"': 'Cestina Lodz Strasse',
  'ascii "a?b`c\'d"': 'abcd',
  'ascii "№5 — «x» 漢字"': 'No5 - x ',
})

table('numbers for people have four digits and a prefix', {
  'humanize 0': '0',
  'humanize 999.96': '1000',
  'humanize 1234567': '1.235M',
  'humanize -0.0421': '-42.1m',
  'humanize 0.95': '950m',
  'humanize 12': '12',
  'humanize "x"': 'HELPER_TYPE',
})

table('lists', {
  'first list': '1',
  'last none': 'FIELD_UNKNOWN',
  'first word': 'HELPER_TYPE',
  'contains list 2': 'true',
  'contains list 3': 'false',
  'contains word "bc"': 'true',
  'contains word "x"': 'false',
  'contains n 1': 'HELPER_TYPE',
  'in 2 list': 'true',
  'in "x" "a" "x"': 'true',
  'in n 1 null': 'true',
  'join (range 3 1)': '',
  'join (range 1 "7" 3)': '1,4,7',
  'range 1 2': 'VALUE_LIST',
})

table('lookup', {
  'lookup object "a"': '1',
  'lookup list 1': '2',
  'lookup list "2" "id"': '3',
  'lookup object "z"': 'FIELD_UNKNOWN',
  'lookup word 0': 'FIELD_UNKNOWN',
  'lookup object n': 'HELPER_TYPE',
})

test('every helper has a name of its own and says how it is written', () => {
  equal(new Set(helpers.map(({ name }) => name)).size, helpers.length)
  for (const { name, usage, summary, least, most } of helpers) {
    match(usage, new RegExp(`^(\\(|\\{\\{#?)${name}\\b`))
    match(summary, /^[A-Z]/)
    equal(most === null || most >= least, true)
  }
})

test('an argument too few or too many is refused for every helper', async () => {
  for (const { name, group, least, most } of helpers) {
    const call = (count: number) =>
      group === 'block'
        ? `{{#${name}${' one'.repeat(count)}}}{{/${name}}}`
        : `{{#if (${name}${' one'.repeat(count)})}}{{/if}}`
    for (const count of [least - 1, ...(most === null ? [] : [most + 1])])
      if (count > 0 || group !== 'variable')
        match(await refusalOf(renderer, call(count), variables), /^HELPER_ARGUMENTS/, call(count))
  }
})
