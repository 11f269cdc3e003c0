import { ponProfiles, vlans } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'
import { convertTwig, createRenderer, TemplateError, type Variables } from '../src/index.ts'
import { lintTemplate } from '../src/lint/index.ts'
import { variablesSchema } from '../src/variables/shape.ts'
import { correct } from './correct.ts'
import { mistakes } from './mistakes.ts'
import { samples } from './twig.ts'

const test = suite('mutations')

const renderer = createRenderer({ threads: 1 })
test.after(() => renderer.close())

/** Numbers that look random, and are the same in each run (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const pieces =
  '{{ }} ( ) {{#if  {{/if}} {{else}} {{else_if " \' @ ../ this . | as_|x| {{> {{#each {{/each}} ~ set [ ] = \\ ' +
  '{{!-- --}} {% %} <cr> null 1 {{^ & {{{ }}} {{& {{* {{#*inline {{#> if not_ constructor __proto__ \n'
const handlebars = pieces.split(' ').map(piece => piece.replace('_', ' '))
const twig =
  '{{ }} {% %} {# #} ( ) " \' #{ } | ~ if endif for endfor else set .. ? : [ ] { in - macro not + \\ \n'.split(
    ' ',
  )

function mutated(text: string, signs: readonly string[], random: (below: number) => number): string {
  let result = text
  for (let left = 1 + random(3); left > 0; left--) {
    const at = random(result.length + 1)
    const sign = random(3) === 0 ? '' : signs[random(signs.length)]!
    result = result.slice(0, at) + sign + result.slice(at + random(4))
  }
  return result
}

const variables: Variables = {
  params: { vlan: '5', mode: 'Bridge', line: { id: 1, name: 'L' } },
  device: {
    id: 1,
    name: 'n',
    ip: '192.0.2.1',
    mac: 'm',
    serial: 's',
    location: 'l',
    params: {},
    model: null,
  },
  iface: null,
  interfaces_list: [],
  data: {},
  error: {},
  user: { id: 1, login: 'a', name: 'b', role: { id: 1, name: 'x' } },
}
/** Mistakes of the form of a template, which can be known before it runs. */
const form =
  /^(SYNTAX|HELPER_UNKNOWN|HELPER_ARGUMENTS|HELPER_KIND|BLOCK_|DECORATOR|SET_NAME|DATA_UNKNOWN|TWIG|DEPTH_LIMIT)/

async function codeOf(template: string, blocks: Record<string, string>): Promise<string> {
  try {
    await renderer.render({ text: template, blocks }, variables)
    return 'rendered'
  } catch (error) {
    if (error instanceof TemplateError) return error.finding.code
    throw error
  }
}

test('what lint takes for correct has no mistake of form when it runs; lint never fails', async () => {
  const random = randomOf(13)
  const schema = variablesSchema([vlans, ponProfiles])
  const texts = [...correct, ...mistakes].filter(({ template }) => template.length < 2000)
  let silent = 0
  for (let count = 0; count < 4000; count++) {
    const { template, blocks = {}, parameters = [] } = texts[random(texts.length)]!
    const wrong = mutated(template, handlebars, random)
    const asked = { parts: { template: wrong }, blocks, parameters, variables: schema, constructs: true }
    const errors = lintTemplate(asked).filter(({ severity }) => severity === 'error')
    if (errors.length > 0) continue
    silent++
    const code = await codeOf(wrong, blocks)
    assert.not.ok(form.test(code), `${code}: ${JSON.stringify(wrong)}`)
  }
  assert.ok(silent > 200, String(silent))
})

test('conversion never fails, keeps lines, and gives what can be read', () => {
  const random = randomOf(67)
  for (let count = 0; count < 4000; count++) {
    const wrong = mutated(samples[random(samples.length)]!.twig, twig, random)
    const { text, findings } = convertTwig(wrong)
    assert.is(text.split('\n').length, wrong.split('\n').length, JSON.stringify([wrong, text]))
    if (findings.some(({ severity }) => severity === 'error')) continue
    const blocks = { my_new_block: '', other: '' }
    const linted = lintTemplate({ parts: { text }, blocks, parameters: [], variables: {}, constructs: false })
    const bad = linted.find(({ code }) =>
      /^(SYNTAX|HELPER_|OPERATOR|BLOCK_(UNC|UNO|MIS)|DECORATOR)/.test(code),
    )
    assert.is(bad, undefined, JSON.stringify([wrong, text, bad]))
  }
})
