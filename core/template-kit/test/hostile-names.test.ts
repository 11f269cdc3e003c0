import { equal, match } from 'node:assert/strict'
import { suite } from '@linecard/test-kit'
import { createRenderer } from '../src/index.ts'
import { linesOf, refusalOf } from './rendering.ts'

const test = suite('hostile names')
const renderer = createRenderer({ timeMs: 5000 })
test.after(() => renderer.close())

const machinery = ['__proto__', 'constructor', 'prototype', '__defineGetter__', '__lookupSetter__']
const inherited = ['toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString']

const ways: readonly (readonly [name: string, text: (name: string) => string])[] = [
  ['a field', n => `{{a.${n}}}`],
  ['a bare name', n => `{{${n}}}`],
  ['a field of this', n => `{{#with a}}{{this.${n}}}{{/with}}`],
  ['a bare name in with', n => `{{#with a}}{{${n}}}{{/with}}`],
  ['a bare name in each', n => `{{#each l}}{{${n}}}{{/each}}`],
  ['a field of a list', n => `{{l.${n}}}`],
  ['a field of a text', n => `{{t.${n}}}`],
  ['a field of a number', n => `{{n.${n}}}`],
  ['a literal segment', n => `{{a.[${n}]}}`],
  ['@root', n => `{{@root.${n}}}`],
  ['the context around', n => `{{#with a}}{{../${n}}}{{/with}}`],
  ['lookup', n => `{{lookup a "${n}"}}`],
  ['lookup of the top', n => `{{lookup @root "${n}"}}`],
  ['lookup by a variable', n => `{{lookup a (concat "${n.slice(0, 3)}" "${n.slice(3)}")}}`],
  ['lookup in lookup', n => `{{lookup a "${n}" "${n}"}}`],
  ['with', n => `{{#with a.${n}}}x{{/with}}`],
  ['each', n => `{{#each a.${n}}}x{{/each}}`],
  ['the context of a block', n => `{{> b a.${n}}}`],
  ['a block parameter', n => `{{#each l as |i|}}{{i.${n}}}{{/each}}`],
  ['a helper', n => `{{${n} a}}`],
  ['a helper in a helper', n => `{{eq (${n} a) 1}}`],
  ['a block helper', n => `{{#${n} a}}x{{/${n}}}`],
  ['a decorator', n => `{{* ${n}}}`],
  ['a field for join', n => `{{join l "," "${n}"}}`],
]

for (const [way, text] of ways)
  test(`prototypes are not reached: ${way}`, async () => {
    const variables = { a: { x: 1 }, l: [{ y: 1 }], t: 'text', n: 1 }
    for (const name of [...machinery, ...inherited])
      match(
        await refusalOf(renderer, text(name), variables, { b: 'x' }),
        /^(PROTOTYPE_ACCESS|VARIABLE_UNKNOWN|FIELD_UNKNOWN|HELPER_\w+|DECORATOR|SYNTAX) /,
        text(name),
      )
  })

test('prototypes are not written', async () => {
  for (const text of [
    '{{set "__proto__" a}}',
    '{{set "constructor" a}}',
    '{{> b __proto__=a}}',
    '{{> b constructor=a}}',
    '{{#*inline "__proto__"}}x{{/inline}}',
    '{{#*inline "constructor"}}x{{/inline}}',
  ])
    match(
      await refusalOf(renderer, text, { a: { x: 1 } }, { b: '{{x}}' }),
      /^(PROTOTYPE_ACCESS|BLOCK_NAME) /,
      text,
    )
  const blocks = JSON.parse('{"__proto__": "x"}') as Record<string, string>
  match(await refusalOf(renderer, '{{> __proto__}}', {}, blocks), /^BLOCK_NAME /)
  const variables = JSON.parse('{"a": {"__proto__": {"x": 1}}, "l": [1]}') as Record<string, unknown>
  match(await refusalOf(renderer, '{{a.x}}', variables), /^FIELD_UNKNOWN/)
  match(
    await refusalOf(renderer, '{{#each l}}{{> b @root.a}}{{/each}}', variables, { b: '{{x}}' }),
    /^VARIABLE_UNKNOWN/,
  )
})

test('what a worker has of its own cannot be called', async () => {
  for (const name of ['$out', '$get', '$from', '$at', '$set', '$root', '$context', '$enter'])
    for (const text of [
      `{{${name} a 0}}`,
      `{{[${name}] a 0}}`,
      `{{eq (${name} a 0) 1}}`,
      `{{#${name} a 0}}x{{/${name}}}`,
    ])
      match(await refusalOf(renderer, text, { a: 1 }), /^(HELPER_UNKNOWN|SYNTAX)/, text)
  for (const name of ['process', 'global', 'globalThis', 'require', 'helpers', 'container', 'depths', 'data'])
    match(await refusalOf(renderer, `{{${name}.env}}{{lookup ${name} "env"}}`), /^VARIABLE_UNKNOWN/, name)
})

test('marks of values cannot be written by authors or values', async () => {
  for (const mark of ['\x01', '\x02', '\x03', '\x04']) {
    match(await refusalOf(renderer, `a${mark}0`), /^TEXT_CONTROL/)
    match(await refusalOf(renderer, '{{a}}', { a: mark }), /^VALUE_CONTROL/)
    match(await refusalOf(renderer, '{{concat "x" a}}', { a: mark }), /^VALUE_CONTROL/)
  }
})

test('fields may be named like what JavaScript has', async () => {
  const variables = { a: { toString: 'own', length: 3 }, valueOf: 5 }
  equal((await linesOf(renderer, '{{a.toString}} {{a.length}} {{valueOf}}', variables))[0], 'own 3 5')
})
