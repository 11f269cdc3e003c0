import { assert, growth, suite } from '@linecard/test-kit'
import {
  commonSecrets,
  createConsoleMasker,
  maskCommands,
  maskRepeated,
  maskSecrets,
  parseCommand,
} from '../src/cli/index.ts'

const test = suite('secrets of a console')

test('passwords, keys, communities and SNMP users of many makers are masked, and nothing around them', () => {
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

test('answers to questions are secrets, if they are not usual answers', () => {
  const shown = (text: string) => maskCommands(commonSecrets, text)
  assert.is(
    shown('create account admin bob <confirm="se-cr3t"> <confirm="se-cr3t">'),
    'create account admin bob <confirm="***"> <confirm="***">',
  )
  assert.is(shown('x <confirm-if="se-cr3t","New password:">'), 'x <confirm-if="***","New password:">')
  for (const line of [
    'reload <confirm="y">',
    'x <confirm-if="core-7","Hostname:">',
    'copy tftp: flash: <confirm="192.0.2.1"> <confirm="image-1.2.bin">',
  ])
    assert.is(shown(line), line)
})

test('the line after a prompt for a password is a secret, also in the next command of a list', () => {
  assert.is(
    maskCommands(commonSecrets, 'passwd <prompt="New password:">\nse-cr3t <prompt="Again">\nshow clock'),
    'passwd <prompt="New password:">\n*** <prompt="Again">\nshow clock',
  )
  const masker = createConsoleMasker()
  assert.is(masker.command('passwd', { prompt: 'Password:' }), 'passwd')
  assert.is(masker.command('se-cr3t'), '***')
  assert.is(masker.masked('se-cr3t is too short'), '*** is too short')
  assert.is(masker.command('show clock'), 'show clock')
})

test('what the device repeats of a secret is masked too', () => {
  const masker = createConsoleMasker(commonSecrets, ['log-in-word'])
  assert.is(masker.command('snmp-server community se-cr3t ro'), 'snmp-server community *** ro')
  assert.is(masker.masked('% "se-cr3t" exists; log-in-word'), '% "***" exists; ***')
})

test('a secret that begins as another one does is masked whole, whichever was found first', () => {
  for (const secrets of [
    ['word', 'word-and-more'],
    ['word-and-more', 'word'],
    ['', 'word-and-more', 'word'],
  ])
    assert.is(maskRepeated(secrets, 'x word-and-more, word y'), 'x ***, *** y')
})

test('an error about a malformed construct does not repeat its secrets', () => {
  for (const line of [
    'create account admin bob <confirm="se-cr3t"',
    'create account admin bob <confirm=se-cr3t>',
    'username bob password se-cr3t <confirm="y"',
    'x <cr> password se-cr3t',
  ]) {
    try {
      parseCommand(line)
      assert.unreachable(line)
    } catch (error) {
      assert.not.match((error as Error).message, 'se-cr3t', line)
      assert.match((error as Error).message, /constructs|construct/)
    }
  }
})

test('private keys are masked from their first line to their last', () => {
  const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEow', 'IBAAKC', '-----END RSA PRIVATE KEY-----']
  assert.is(
    maskSecrets(commonSecrets, ['a', ...key, 'b'].join('\n')),
    ['a', key[0], '***', '***', key[3], 'b'].join('\n'),
  )
})

test('keys of other forms are masked, in one line too, and the secrets around them', () => {
  const masked = (text: string) => maskSecrets(commonSecrets, text)
  for (const [begin, end] of [
    ['---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----', '---- END SSH2 ENCRYPTED PRIVATE KEY ----'],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----', '-----END PGP PRIVATE KEY BLOCK-----'],
    ['-----BEGIN PKCS12-----', '-----END PKCS12-----'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', '-----END OPENSSH PRIVATE KEY-----'],
  ]) {
    assert.is(masked(`${begin}\nMIIE\n${end}\nafter`), `${begin}\n***\n${end}\nafter`)
    assert.is(masked(`x "${begin}\\nMIIE\\n${end}\\n";`), `x "${begin}***${end}\\n";`)
    assert.is(
      masked(`${begin}MI\nIE${end} ${begin}MI\nIE${end} z`),
      `${begin}***\n***${end} ${begin}***\n***${end} z`,
    )
    assert.is(masked(`password se-cr3t ${begin}\nMI\n${end}`), `password *** ${begin}\n***\n${end}`)
  }
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----'
  assert.is(masked(certificate), certificate)
})

test('RouterOS breaks a line in front of a secret, and inside of one', () => {
  const masked = (...lines: string[]) => maskSecrets(commonSecrets, lines.join('\n')).split('\n')
  assert.equal(masked('add name=a wpa2-pre-shared-key=\\', '    se-cr3t group=b'), [
    'add name=a wpa2-pre-shared-key=\\',
    '    *** group=b',
  ])
  assert.equal(masked('add comment=x password="se-cr3t \\', '    of two-words" name=a', 'add name=b'), [
    'add comment=x password=***\\',
    '    *** name=a',
    'add name=b',
  ])
  assert.equal(masked('add password=\\', '    \\', '    se-cr3t'), ['add password=\\', '    \\', '    ***'])
  // A line that ends with it in another way, and lines without a secret, stay.
  const banner = [' /\\', '/  \\', 'password', 'add name=a \\', '    comment=key']
  assert.equal(masked(...banner), banner)
})

test('hostile lines cost no more than their length', async () => {
  for (let blanks = 4000; blanks < 4200; blanks += 7)
    assert.ok(
      maskSecrets(commonSecrets, `${'x'.repeat(blanks)} password se-cr3t ${'x '.repeat(9_000)}`).includes(
        'x password *** x',
      ),
    )
  for (const piece of [
    'password ',
    '7 ',
    'snmp-server community ',
    'auth md5 ',
    'key ',
    ' ',
    '://a:',
    'key=\\\n',
  ]) {
    assert.ok(
      (await growth(size => maskSecrets(commonSecrets, `${piece.repeat(10)}\n`.repeat(size / 10)), 2000)) <
        40,
      piece,
    )
  }
})
