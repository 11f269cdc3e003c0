import { maskSecrets } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { an5516Cli } from '../src/cli.ts'

/** All lines are invented in the form of public lists of commands. */
const test = suite('console of AN5516')

test('secrets of a configuration are masked, names and places are not', () => {
  const written = {
    'set snmp community readonly se-cr3t': [],
    'user add noc login-password se-cr3t': ['noc'],
    'user role noc admin enable-password se-cr3t': ['noc', 'admin'],
    'set authorization slot 2 link 16 type 5506-01-a1 onuid 2 phy_id FHTT00000001 password se-cr3t': [
      'FHTT00000001',
    ],
    'set whitelist logic_sn sn se-cr3t password null action add': ['action add'],
    'set wancfg sl 2 16 2 ind 1 mode inter ty r 600 0 nat en dsp pppoe pro dis user1 se-cr3t null auto': [
      'user1',
    ],
  }
  for (const [line, kept] of Object.entries(written)) {
    const masked = maskSecrets(an5516Cli.secrets!, line)
    assert.not.match(masked, 'se-cr3t')
    for (const word of kept) assert.match(masked, word)
  }
})

test('the pager is told as the OLT prints it', () => {
  const [{ prompt }] = an5516Cli.pager as [(typeof an5516Cli.pager)[number]]
  assert.match(' --Press any key to continue Ctrl+c to stop-- ', prompt)
  assert.not.match('descp_info --Press any key to continue Ctrl+c to stop--', prompt)
})
