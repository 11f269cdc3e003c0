import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { suite } from '@linecard/test-kit'
import { createRenderer, TemplateError } from '../src/index.ts'
import { linesOf, refusalOf } from './rendering.ts'

const test = suite('render')
const renderer = createRenderer({ timeMs: 5000 })
test.after(() => renderer.close())
const lines = (...given: [string, object?, Record<string, string>?]) =>
  linesOf(renderer, given[0], given[1] as Record<string, unknown>, given[2])
const refusal = (...given: [string, object?, Record<string, string>?]) =>
  refusalOf(renderer, given[0], given[1] as Record<string, unknown>, given[2])

test('lines know their text, their values and their place; blank lines are dropped', async () => {
  const text =
    'interface {{iface.name}}\r\n\r\n  {{#if params.vlan}}\r\n  vlan {{params.vlan}}\r\n  {{/if}}\r\nexit'
  const rendered = await renderer.render({ text }, { iface: { name: 'gpon 0/1' }, params: { vlan: '5' } })
  equal(rendered.text, 'interface gpon 0/1\nvlan 5\nexit')
  const at = (line: number, column: number) => ({ where: 'template', line, column })
  deepEqual(rendered.lines, [
    { text: 'interface gpon 0/1', values: [[10, 18, 'iface.name', at(1, 11), false]], place: at(1, 1) },
    { text: 'vlan 5', values: [[5, 6, 'params.vlan', at(4, 8), false]], place: at(4, 3) },
    { text: 'exit', values: [], place: at(6, 1) },
  ])
})

test('a bare name is a field of the item, else a variable; this, ../ and @root say which', async () => {
  deepEqual(
    await lines(
      '{{#each list}}\n{{name}} {{vlan}} {{this.vlan}} {{../vlan}} {{@root.vlan}} {{x}} {{@index}}\n{{/each}}',
      {
        list: [
          { name: 'a', vlan: 1 },
          { name: 'b', vlan: 2 },
        ],
        vlan: 9,
        x: 7,
      },
    ),
    ['a 1 1 9 9 7 0', 'b 2 2 9 9 7 1'],
  )
})

test('set is seen after the block in which it was set, in blocks that are included too', async () => {
  deepEqual(
    await lines(
      '{{set "port" params.port}}{{#if iface}}{{set "port" iface.port}}{{/if}}port {{port}}\n' +
        '{{#each list as |item|}}{{set "sum" (add (default sum 0) item)}}{{/each}}sum {{sum}}\n{{> tail}}\n{{other}}',
      { params: { port: 1 }, iface: { port: 4 }, list: [1, 2, 3] },
      { tail: '{{set "other" (concat "o" sum)}}tail {{sum}}' },
    ),
    ['port 4', 'sum 6', 'tail 6', 'o6'],
  )
})

test('a name that the item of the block has cannot be set', async () => {
  match(await refusal('{{#each l}}{{set "a" 1}}{{/each}}', { l: [{ a: 2 }] }), /^SET_NAME template:1:12/)
  match(await refusal('{{#each l as |a|}}{{set "a" 1}}{{/each}}', { l: [1] }), /^SET_NAME/)
  match(await refusal('{{set (concat "a" "b") 1}}'), /^SET_NAME template:1:7/)
})

test('each gives @index, @first, @last and @key, and else for an empty list', async () => {
  const text =
    '{{#each a as |v k|}}{{@index}}{{@key}}{{k}}{{v}}{{#if @first}}f{{/if}}{{#if @last}}l{{/if}} {{else}}none{{/each}}'
  deepEqual(await lines(text, { a: ['x', 'y'] }), ['000xf 111yl'])
  deepEqual(await lines(text, { a: { p: 'x', q: 'y' } }), ['0ppxf 1qqyl'])
  deepEqual(await lines(text, { a: [] }), ['none'])
  match(await refusal(text, { a: null }), /^EACH_LIST template:1:1 .*not null/)
})

test('else if, unless, with and nested blocks', async () => {
  const text =
    '{{#if (eq m 1)}}a{{else if (eq m 2)}}b{{else}}c{{/if}}{{#unless m}}u{{/unless}}{{#with o as |p|}}{{n}}{{p.n}}{{else}}-{{/with}}'
  deepEqual(await lines(text, { m: '2', o: { n: 3 } }), ['b33'])
  deepEqual(await lines(text, { m: 1, o: null }), ['a-'])
  deepEqual(await lines(text, { m: 0, o: { n: 1 } }), ['cu11'])
})

test('blocks are included with a context and with values; each begins a line of its own', async () => {
  const blocks = { port: 'port {{n}} vlan {{vlan}}' }
  deepEqual(
    await lines(
      '{{> port n=1}}\n{{#each l}}\n{{> port}}\n{{/each}}\n{{> port o}}\nend',
      { vlan: 5, l: [{ n: 2 }], o: { n: 3 } },
      blocks,
    ),
    ['port 1 vlan 5', 'port 2 vlan 5', 'port 3 vlan 5', 'end'],
  )
  deepEqual(await lines('{{#*inline "x"}}\nin {{a}}\n{{/inline}}\n{{> x}}\n{{> x a=2}}', { a: 1 }), [
    'in 1',
    'in 2',
  ])
})

test('a place inside of a block names the block', async () => {
  equal(
    (await refusal('a\n{{> b}}', {}, { b: 'x\n  {{nothing}}' })).slice(0, 33),
    'VARIABLE_UNKNOWN block:b:2:5 ther',
  )
})

test('what is missing is an error with its place, as an argument too', async () => {
  match(
    await refusal('a\n {{iface.nmae}}', { iface: { name: 1 } }),
    /^FIELD_UNKNOWN template:2:4 .*Did you mean "name"/,
  )
  match(
    await refusal('{{ifcae.name}}', { iface: { name: 1 } }),
    /^VARIABLE_UNKNOWN template:1:3 .*Did you mean "iface"/,
  )
  match(await refusal('{{#if (eq iface.x 1)}}{{/if}}', { iface: {} }), /^FIELD_UNKNOWN template:1:11/)
  match(await refusal('{{add (lookup l 9) 1}}', { l: [1] }), /^FIELD_UNKNOWN template:1:7/)
  match(await refusal('{{a.b.c}}', { a: { b: null } }), /^FIELD_UNKNOWN .*in null/)
  match(await refusal('{{../x}}'), /^VARIABLE_UNKNOWN template:1:3/)
  match(await refusal('{{@index}}'), /^VARIABLE_UNKNOWN/)
})

test('conditions and default take what is missing', async () => {
  deepEqual(
    await lines('{{#if a.b.c}}x{{else}}y{{/if}}{{#unless q}}z{{/unless}}{{#if (not a)}}n{{/if}}', {
      a: null,
    }),
    ['yzn'],
  )
  deepEqual(await lines('{{default a.b (lookup l "k") "d"}} {{default (first l) 1}}', { l: [] }), ['d 1'])
  deepEqual(
    await lines(
      '{{#if (and iface (eq iface.x "y"))}}1{{else}}2{{/if}}{{#if (or (not iface) (eq iface.x 1))}}3{{/if}}',
      { iface: null },
    ),
    ['23'],
  )
  match(
    await refusal('{{#if (or iface (eq iface.x "y"))}}{{/if}}', { iface: null }),
    /^FIELD_UNKNOWN template:1:21/,
  )
  match(await refusal('{{default (div 1 0) 3}}'), /^DIVISION_BY_ZERO template:1:11/)
})

test('a value is a text, a number or a boolean of one line', async () => {
  deepEqual(
    await lines('{{a}} {{b}} {{c}} {{{d}}} {{&d}} {{"t"}} {{4}}', { a: 'x', b: 1.5, c: true, d: '<&>' }),
    ['x 1.5 true <&> <&> t 4'],
  )
  match(await refusal('{{a}}', { a: null }), /^VALUE_NULL template:1:1 .*default a/)
  match(await refusal('{{a}}', { a: [1] }), /^VALUE_LIST .*join a/)
  match(await refusal('{{a}}', { a: { b: 1 } }), /^VALUE_OBJECT .*a\.b/)
  for (const end of ['\n', '\r', '\0', '\x1b', '\x01', '\x03', '\u0085'])
    match(await refusal('{{a}}', { a: `x${end}y` }), /^VALUE_CONTROL template:1:1/)
})

test('what is not known is refused with what to write', async () => {
  const refusals: [string, RegExp][] = [
    ['{{uper "x"}}', /^HELPER_UNKNOWN template:1:3 .*Did you mean "upper"/],
    ['{{upper}}', /^HELPER_ARGUMENTS .*this\.upper/],
    ['{{join l sep=","}}', /^HELPER_ARGUMENTS template:1:10/],
    ['{{#l}}{{/l}}', /^HELPER_UNKNOWN/],
    ['{{#eq l 1}}{{/eq}}', /^HELPER_KIND .*#if \(eq/],
    ['{{if l}}', /^HELPER_KIND/],
    ['{{log l}}', /^HELPER_UNKNOWN/],
    ['{{#> b}}{{/b}}', /^SYNTAX/],
    ['{{> (concat "b")}}', /^BLOCK_NAME .*#if/],
    ['{{> bb}}', /^BLOCK_UNKNOWN .*Did you mean "b"/],
    ['{{* x}}', /^DECORATOR/],
    ['{{#* x}}{{/x}}', /^DECORATOR .*inline/],
    ['{{{{raw}}}}{{{{/raw}}}}', /^HELPER_UNKNOWN/],
    ['{{@x}}', /^DATA_UNKNOWN/],
    ['{{#if l}}x', /^SYNTAX template:1:11 the text ends inside of a block/],
    ['{{#if l}}{{/each}}', /^SYNTAX .*{{\/if}}/],
    ['x\n{{/if}}', /^SYNTAX template:2:1 this block was not opened/],
    ['{{else}}', /^SYNTAX/],
    ['{{l | lower}}', /^SYNTAX template:1:5 "\|".*helpers/],
    ['{{#if l == 1}}{{/if}}', /^SYNTAX template:1:10 "=="/],
    ['{{l + 1}}', /^SYNTAX .*add/],
    ['{{l > 1}}', /^SYNTAX .*gt/],
    ['{% if l %}', /^TWIG .*#if/],
    ['{{undefined}}', /^SYNTAX/],
    ['a\x07b', /^TEXT_CONTROL template:1:2 .*U\+0007/],
    ['{{eq (lookup l 0) ""', /^SYNTAX/],
  ]
  for (const [text, pattern] of refusals) match(await refusal(text, { l: [1] }, { b: '' }), pattern, text)
})

test('only the variables that the template reads are sent', async () => {
  const variables = { used: 1, unused: () => 1 }
  equal((await renderer.render({ text: '{{used}}' }, variables)).text, '1')
  await rejects(renderer.render({ text: '{{lookup @root "used"}}' }, variables), { name: 'DataCloneError' })
  equal((await renderer.render({ text: '{{lookup @root "used"}}' }, { used: 2 })).text, '2')
})

test('the main text has the name that its caller gives', async () => {
  const error = await renderer.render({ text: '{{x}}' }, {}, { where: 'undo' }).catch((e: unknown) => e)
  equal(error instanceof TemplateError && error.finding.where, 'undo')
  equal(error instanceof TemplateError && error.code, 'TEMPLATE_VARIABLE_UNKNOWN')
})

test('values that are templates are text', async () => {
  deepEqual(await lines('{{a}}', { a: '{{b}} {{> c}} {{#each b}}' }), ['{{b}} {{> c}} {{#each b}}'])
})

test('contexts are the ones that the author sees, whatever their values are', async () => {
  const variables = { o: { toString: 'own', valueOf: 1 }, one: '1', list: ['1', 1], x: 'top' }
  deepEqual(await lines('{{#with o}}{{#with "t"}}{{this}}{{../toString}}{{/with}}{{/with}}', variables), [
    'town',
  ])
  deepEqual(
    await lines('{{#each list}}{{#with ../one}}{{this}}{{..}}{{../../x}} {{/with}}{{/each}}', variables),
    ['11top 11top'],
  )
  deepEqual(await lines('{{> b}}{{#with "t"}}{{> b}}{{/with}}', variables, { b: '{{x}} ' }), ['top top'])
})

test('a block that is written in another block is only known there', async () => {
  match(
    await refusal('{{#if a}}{{#*inline "q"}}x{{/inline}}{{/if}}\n{{> q}}', { a: 1 }),
    /^BLOCK_UNKNOWN template:2:1/,
  )
})

test('a mistake is looked for in the expression that has it', async () => {
  match(
    await refusal('{{#each l as |i|}}{{l.0}}{{/each}}', { l: [1] }),
    /^SYNTAX template:1:23 "0" .*list\.\[0\]/,
  )
  match(await refusal('{{#each l as |i|}}{{i | upper}}{{/each}}', { l: [1] }), /^SYNTAX .*"\|"/)
})
