import { assert, suite } from '@linecard/test-kit'
import { profile } from '../src/cli.ts'

const secretsOf = (line: string) =>
  profile.secrets!.flatMap(pattern => pattern.exec(line)?.groups?.secret ?? [])
const modeOf = (line: string) =>
  Object.entries(profile.modes)
    .filter(([, { prompt }]) => new RegExp(`^(?:${prompt.source})$`).test(line))
    .map(([mode]) => mode)
const test = suite('raisecom command line')

test('what must not be kept is found in a configuration', () => {
  for (const line of [
    'user administrator admin local secret ~q7~ authorized-table tmadmin   1',
    'user name raisecom password simple ~q7~',
    'user name raisecom password ~q7~',
    'radius-encrypt-key ~q7~',
    'snmp-server community ~q7~ view internet ro',
    'enable password cipher ~q7~',
  ])
    assert.equal(secretsOf(line), ['~q7~'], line)
})
test('the prompt tells the mode', () => {
  assert.equal(modeOf('RAX-1>'), ['user'])
  assert.equal(modeOf('RAX-1#'), ['privileged'])
  assert.equal(modeOf('RAX-1(config-if)#'), ['config'])
})
test('a refusal is recognised in the output', () => {
  for (const line of [
    '% Unknown command.',
    '% Incomplete command.',
    "% Error input in the position marked by '^'.",
    'Set failed',
  ])
    assert.ok(
      profile.errors.some(pattern => pattern.test(line)),
      line,
    )
  for (const line of ['  Failed logins: 0', 'Input errors: 0', '50 % of memory', 'CRC Error 0'])
    assert.not.ok(
      profile.errors.some(pattern => pattern.test(line)),
      line,
    )
})
