import { ponProfiles, vlans } from '@linecard/driver-kit/modules'
import { assert, cpuMs, suite } from '@linecard/test-kit'
import type { Finding } from '../src/index.ts'
import { lintTemplate } from '../src/lint/index.ts'
import { variablesSchema } from '../src/variables/shape.ts'
import { correct } from './correct.ts'
import { mistakes, type Mistake } from './mistakes.ts'

const test = suite('lint')

const variables = variablesSchema([vlans, ponProfiles])

const lint = ({
  template,
  blocks = {},
  parameters = [],
}: Pick<Mistake, 'template' | 'blocks' | 'parameters'>) =>
  lintTemplate({ parts: { template }, blocks, parameters, variables, constructs: true })
const told = (findings: readonly Finding[]) =>
  findings.map(({ code, where, line, column }) => `${code} ${where} ${line}:${column}`)

test('there are at least 40 typical mistakes', () => assert.ok(mistakes.length >= 40))

for (const mistake of mistakes)
  test(`mistake: ${mistake.what}`, () => {
    const { code, where = 'template', line, column, hint } = mistake.expected
    const findings = lint(mistake)
    assert.equal(told(findings), [`${code} ${where} ${line}:${column}`], JSON.stringify(findings, null, 1))
    assert.ok(hint.test(findings[0]!.hint), findings[0]!.hint)
    assert.ok(findings[0]!.message.length > 10)
  })

for (const template of correct) test(`correct: ${template.what}`, () => assert.equal(lint(template), []))

const many = (text: string, times: number) => text.repeat(times)
const hostile: Readonly<Record<string, string>> = {
  'blocks inside of blocks': many('{{#if iface}}', 15_000),
  'braces without an end': many('{{', 100_000),
  'comments without an end': many('{{!--\n', 30_000),
  'spaces between braces': `{{${many(' ', 199_000)}x}}`,
  parentheses: `{{add ${many('(', 50_000)}`,
  constructs: many(`${many('<cr>', 1000)}x\n`, 48),
  'wrong constructs': many(`${many('<confirm=', 400)}\n`, 50),
  'Twig and JavaScript': many('{% ${ {# ', 20_000),
  'one brace': many('{a.', 60_000),
  'else if': `{{#if iface}}${many('{{else if iface}}', 190)}{{/if}}`,
  mistakes: many('{{devise.name}} {{uper 1}}\n', 7000),
}
for (const [what, template] of Object.entries(hostile))
  test(`hostile: ${what}`, () => {
    const started = cpuMs()
    const findings = lint({ template: template.slice(0, 200_000) })
    assert.ok(findings.length > 0 && findings.length <= 201, String(findings.length))
    const spent = cpuMs() - started
    assert.ok(spent < 3000, `${spent} ms`)
  })

test('hostile: blocks that include blocks many times over', () => {
  const names = Array.from({ length: 26 }, (_, at) => `b${at}`)
  const blocks = Object.fromEntries(names.map((name, at) => [name, many(`{{> b${at + 1}}}`, 5)]))
  const started = cpuMs()
  const findings = lint({ template: '{{> b0}}', blocks })
  assert.equal(
    new Set(told(findings)),
    new Set([0, 1, 2, 3, 4].map(at => `BLOCK_UNKNOWN block:b25 1:${at * 9 + 1}`)),
  )
  assert.ok(cpuMs() - started < 3000)
})

test('parts are rendered each by itself: what one sets, another does not read', () => {
  const findings = lintTemplate({
    parts: { commands: '{{set "port" 1}}\nint {{port}}', undo: 'no int {{port}}' },
    blocks: {},
    parameters: [],
    variables,
    constructs: true,
  })
  assert.equal(told(findings), ['VARIABLE_UNKNOWN undo 1:10'])
})

test('constructs are not looked for in texts that are no commands', () => {
  const parts = { contains: 'state <confirm' }
  const asked = { parts, blocks: {}, parameters: [], variables }
  assert.equal(lintTemplate({ ...asked, constructs: false }), [])
  assert.equal(told(lintTemplate({ ...asked, constructs: true })), ['CONSTRUCT_WRONG contains 1:7'])
})
