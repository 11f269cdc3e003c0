import { assert, suite } from '@linecard/test-kit'
import { profile } from '../src/cli.ts'

const secretsOf = (line: string) =>
  profile.secrets!.flatMap(pattern => pattern.exec(line)?.groups?.secret ?? [])
const modeOf = (line: string) =>
  Object.entries(profile.modes)
    .filter(([, { prompt }]) => new RegExp(`^(?:${prompt.source})$`).test(line))
    .map(([mode]) => mode)
const test = suite('edgecore command line')

test('what must not be kept is found in a configuration', () => {
  for (const line of [
    'username admin password 7 ~q7~',
    'enable password 7 ~q7~',
    'enable password level 15 7 ~q7~',
    'snmp-server community ~q7~ rw',
    'radius-server 1 host 192.0.2.9 key ~q7~',
  ])
    assert.equal(secretsOf(line), ['~q7~'], line)
})
test('the prompt tells the mode', () => {
  assert.equal(modeOf('Vty-0>'), ['user'])
  assert.equal(modeOf('Vty-0#'), ['privileged'])
  assert.equal(modeOf('Vty-0(config-if)#'), ['config'])
})
test('a refusal is told from output', () => {
  for (const line of [
    '% Incomplete command.',
    '% Ambiguous command',
    'Failed to set the VLAN',
    "% Invalid input detected at '^' marker.",
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
