import { maskSecrets } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { isamCli } from '../src/cli.ts'

/** All lines are invented. */
const test = suite('console of ISAM')

test('secrets of a configuration are masked, names and places are not', () => {
  const written = {
    'configure system security operator noc password plain:se-cr3t': ['operator noc'],
    'configure system security operator noc password encrypted:se-cr3t': ['operator noc'],
    'configure system security snmp community se-cr3t host-address 192.0.2.0/24': ['192.0.2.0/24'],
    'configure equipment ont interface 1/1/1/1/1 sernum ALCL:00000001 subslocid se-cr3t': ['ALCL:00000001'],
    'configure equipment ont interface 1/1/1/1/1 subslocid WILDCARD fec-up enable': [
      'WILDCARD fec-up enable',
    ],
  }
  for (const [line, kept] of Object.entries(written)) {
    const masked = maskSecrets(isamCli.secrets!, line)
    assert.not.match(masked, 'se-cr3t')
    for (const word of kept) assert.match(masked, word)
  }
})

test('refusals and the pager are told as ISAM prints them', () => {
  const refused = (line: string) => isamCli.errors.some(pattern => pattern.test(line))
  assert.equal(['invalid token', 'command is not complete', '  ^ invalid token'].map(refused), [
    true,
    true,
    true,
  ])
  assert.equal(['desc1 "invalid token ring"', 'error-count : 5', 'Error count: 0'].map(refused), [
    false,
    false,
    false,
  ])
  assert.match('Press <space>(page)/<enter>(line)/q(quit) to continue...', isamCli.pager[0]!.prompt)
})
