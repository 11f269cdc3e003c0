import { ponProfiles, vlans } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'
import { lintTemplate, type Finding } from '../src/index.ts'
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
