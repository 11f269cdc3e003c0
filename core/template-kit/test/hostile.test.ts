import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { suite } from '@linecard/test-kit'
import { createRenderer } from '../src/index.ts'
import { linesOf, refusalOf } from './rendering.ts'

const test = suite('hostile templates', { level: 'full' })
const renderer = createRenderer({ threads: 2 })
test.after(() => renderer.close())

test.before(() => Promise.all([1, 2].map(n => linesOf(renderer, 'a{{n}}', { n }))))

/** Harmless renders that were asked for and answered while a hostile one ran. */
let answeredMeanwhile = 0

/** Runs a template, and a harmless one again and again beside it. `cpu`: what all of it took, ms. */
async function attack(text: string, variables: object = {}, blocks: Record<string, string> = {}) {
  let over = false
  const before = process.cpuUsage()
  const done = refusalOf(renderer, text, variables as Record<string, unknown>, blocks).finally(() => {
    over = true
  })
  do {
    const [line] = await linesOf(renderer, 'vlan {{add n 1}}', { n: 6 })
    equal(line, 'vlan 7')
    if (!over) answeredMeanwhile++
    await new Promise(next => setTimeout(next, 10))
  } while (!over)
  const refusal = await done
  const { user, system } = process.cpuUsage(before)
  return { refusal, cpu: (user + system) / 1000 }
}

const list = Array.from({ length: 1000 }, (_, at) => at)

test('loops inside of loops end at the time limit, with their place', async () => {
  const { refusal, cpu } = await attack(
    'a\n{{#each l}}\n  {{#each @root.l}}{{#each @root.l}}{{/each}}{{/each}}\n{{/each}}',
    { l: list },
  )
  match(refusal, /^TIME_LIMIT template:3:\d+ /)
  ok(cpu < 5000, `${cpu} ms`)
  const ranges = '{{#each (range 1 9999)}}'
  match((await attack(`${ranges.repeat(3)}${'{{/each}}'.repeat(3)}`)).refusal, /^TIME_LIMIT/)
})

test('empty values do not loop for ever', async () => {
  const text = '{{#each l}}{{#each @root.l}}{{#each @root.l}}{{@root.e}}{{/each}}{{/each}}{{/each}}'
  match((await attack(text, { l: list, e: '' })).refusal, /^(TIME|OUTPUT)_LIMIT/)
})

test('blocks that include themselves are an error', async () => {
  match((await attack('{{> a}}', {}, { a: 'x\n{{> a}}' })).refusal, /^DEPTH_LIMIT block:a:2:1 /)
  match((await attack('{{> a}}', {}, { a: '{{> b}}', b: '{{> c}}', c: '{{> a}}' })).refusal, /^DEPTH_LIMIT/)
  match((await attack('{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}')).refusal, /^DEPTH_LIMIT/)
})

test('blocks that include others a billion times end at the time limit', async () => {
  const blocks: Record<string, string> = { e: '{{set "x" 1}}' }
  for (const [name, inner] of ['ab', 'bc', 'cd', 'de']) blocks[name!] = `{{> ${inner}}}`.repeat(200)
  match((await attack('{{> a}}', {}, blocks)).refusal, /^TIME_LIMIT/)
})

test('100 MB of output end at the output limit', async () => {
  const text = `{{#each l}}{{#each @root.l}}\n${'x'.repeat(100)}{{/each}}{{/each}}`
  match((await attack(text, { l: list })).refusal, /^OUTPUT_LIMIT template:1:\d+ .*1048576/)
  match(
    (await attack('{{#each l}}{{@root.v}}\n{{/each}}', { l: list, v: 'x'.repeat(100_000) })).refusal,
    /^OUTPUT/,
  )
  match(
    (await attack('{{#each l}}{{> x}}{{/each}}', { l: list }, { x: 'x'.repeat(150_000) })).refusal,
    /^OUTPUT/,
  )
  match(
    (await attack('{{#each l}}{{#each @root.l}}x\n{{/each}}{{/each}}', { l: list.slice(0, 300) })).refusal,
    /^OUTPUT_LIMIT template:1:\d+ .*20000 lines/,
  )
})

test('values that grow are stopped before they are made', async () => {
  const attacks: [string, RegExp][] = [
    ['{{set "a" "x"}}{{#each l}}{{set "a" (concat a a)}}{{/each}}', /^VALUE_LIMIT template:1:37 /],
    ['{{pad 1 1000000000}}', /^HELPER_RANGE/],
    ['{{pad "x" 999999999999999999999}}', /^HELPER_TYPE|^HELPER_RANGE/],
    ['{{hex 1 1000000000}}', /^HELPER_RANGE/],
    ['{{#each (range 1 1000000000)}}{{/each}}', /^VALUE_LIMIT/],
    ['{{#each (range -9e99 9e99)}}{{/each}}', /^\w+/],
    ['{{set "a" v}}{{#each l}}{{set "a" (replace a "x" a)}}{{/each}}', /^VALUE_LIMIT/],
    ['{{replace v "" v}}', /^HELPER_RANGE/],
    ['{{length (split v "")}}', /^VALUE_LIMIT/],
    ['{{set "a" v}}{{#each l}}{{set "a" (join (split a "") a)}}{{/each}}', /^VALUE_LIMIT/],
    ['{{set "n" 9}}{{#each l}}{{set "n" (mul n n)}}{{/each}}', /^HELPER_RANGE/],
  ]
  for (const [text, pattern] of attacks) {
    const { refusal } = await attack(text, { l: list.slice(0, 40), v: 'x'.repeat(20_000) })
    ok(!refusal.startsWith('rendered'), `${text}: ${refusal.slice(0, 80)}`)
    match(refusal, pattern, text)
  }
})

test('memory ends the worker and not the process', async () => {
  const sets = Array.from({ length: 1200 }, (_, at) => `{{set "v${at}" (split (concat v "${at}") "-")}}`)
  const patient = createRenderer({ timeMs: 20_000, threads: 1 })
  const refusal = await refusalOf(patient, sets.join('\n'), { v: 'xy-'.repeat(9000) })
  deepEqual(await linesOf(patient, 'again {{a}}', { a: 1 }), ['again 1'])
  await patient.close()
  match(refusal, /^MEMORY_LIMIT template:\d+:\d+ .*64 MiB/)
  equal((await linesOf(renderer, 'still {{a}}', { a: 'here' }))[0], 'still here')
})

test('the compiler and the parser are within the limits', async () => {
  const attacks: [string, RegExp][] = [
    ['{{#if a}}'.repeat(10_000) + '{{/if}}'.repeat(10_000), /^DEPTH_LIMIT template:1:451 /],
    [`{{a ${'(a '.repeat(20_000)}${')'.repeat(20_000)}}}`, /^DEPTH_LIMIT/],
    [`{{#if a}}${'{{else if b}}'.repeat(10_000)}{{/if}}`, /^DEPTH_LIMIT/],
    [`{{concat${' a'.repeat(99_000)}}}`, /^SIZE_LIMIT/],
    ['{{a}}'.repeat(40_000), /^SIZE_LIMIT template:1:50001 /],
    [`{{a${' '.repeat(190_000)}}}`, /^SIZE_LIMIT/],
    ['{{!--'.repeat(40_000), /^SYNTAX/],
    ['{{'.repeat(99_000), /^SYNTAX/],
    ['{{a "'.repeat(39_000), /^SIZE_LIMIT/],
    ['{{{{a}}}}'.repeat(20_000), /^SIZE_LIMIT/],
    ['x'.repeat(200_001), /^TEXT_LENGTH/],
  ]
  for (const [text, pattern] of attacks) {
    const { refusal, cpu } = await attack(text, { a: 1, b: 0 })
    match(refusal, pattern, text.slice(0, 40))
    ok(cpu < 6000, `${text.slice(0, 40)} took ${cpu} ms`)
  }
  const ifs = Array.from({ length: 3300 }, (_, at) => `{{#if a}}${at}{{/if}}`).join('')
  const blocks = Object.fromEntries(list.slice(0, 15).map(at => [`b${at}`, ifs]))
  const { refusal, cpu } = await attack('{{> b1}}', { a: 1 }, blocks)
  match(refusal, /^(TIME|MEMORY)_LIMIT/)
  ok(cpu < 6000, `${cpu} ms`)
  const many = Object.fromEntries(list.map(at => [`b${at}`, 'x'.repeat(1100)]))
  match((await attack('x', {}, many)).refusal, /^TEXT_LENGTH/)
})

test('many hostile renders at once are each stopped, and the next ones are answered', async () => {
  const text = '{{#each l}}{{#each @root.l}}{{#each @root.l}}{{/each}}{{/each}}{{/each}}'
  const refusals = await Promise.all(Array.from({ length: 6 }, () => refusalOf(renderer, text, { l: list })))
  for (const refusal of refusals) match(refusal, /^TIME_LIMIT/)
  equal((await linesOf(renderer, 'a{{a}}', { a: 1 }))[0], 'a1')
})

test('no harmless render waits for the end of a hostile one', () => {
  ok(answeredMeanwhile > 0)
})
