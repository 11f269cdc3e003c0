import { assert, growth, suite } from '@linecard/test-kit'
import type { Driver } from '../src/contract/driver.ts'
import {
  commonSecrets,
  createCommandMasker,
  createConsoleMasker,
  isSecretAnswer,
  mask,
  maskCommands,
  maskPlaces,
  maskRepeated,
  maskSecrets,
  noteSecret,
  secretsOf,
} from '../src/cli/index.ts'

/** Where a mask begins and ends, what is remembered from one line to the next, and what is noted. */
const test = suite('masks of secrets')

const common = (text: string, found?: Set<string>) => maskSecrets(commonSecrets, text, found)
/** Lines with their secret as `§`. */
function hides(lines: readonly string[]): void {
  for (const line of lines) assert.is(common(line.replaceAll('§', 'se-cr3t')), line.replaceAll('§', mask))
}

test('a secret of IOS is shown', () => {
  hides([
    'enable secret 5 §',
    'enable password §',
    'en pas §',
    'us bob pas §',
    'snmp-server com § RO',
    'crypto isakmp key § address 192.0.2.1',
    'ip ospf message-digest-key 1 md5 §',
    'neighbor 192.0.2.1 password §',
    'standby 1 authentication md5 key-string §',
    'standby 1 authentication §',
    'vrrp 1 authentication text §',
    'ppp chap password 0 §',
    'radius-server host 192.0.2.6 key §',
    'line vty 0 4\n password §\n login',
  ])
})

test('a secret of VRP is shown, or the word for its form is taken for it', () => {
  hides([
    'local-user bob password cipher §',
    'local-user bob password ci §',
    'local-user bob password sim §',
    'snmp-agent usm-user v3 bob authentication-mode md5 § privacy-mode aes128 §',
    'ospf authentication-mode md5 1 cipher §',
    'super password level 3 cipher §',
    'radius-server shared-key cipher §',
    'ont add 1 1 password-auth § always-on',
  ])
  assert.is(common('ospf authentication-mode sim'), 'ospf authentication-mode sim')
  assert.is(common('undo %^%#a}b"c,d/e%^%# x'), 'undo *** x')
})

test('a secret of an OLT of ZTE is shown', () => {
  hides([
    'username bob password § privilege 15',
    'snmp-server community § view allview rw',
    'onu 1 type F660 pw § vport-mode gemport',
    'wan-ip 1 mode pppoe username bob password § vlan-profile internet',
    'ssid auth wpa wifi_0/1 wpa2-psk key §',
  ])
})

test('a secret of RouterOS is shown', () => {
  hides([
    '/ppp secret add name=bob password=§ service=pppoe',
    '/radius add address=192.0.2.1 secret=§',
    '/interface wireguard add listen-port=1 private-key=§ name=a',
    '/tool e-mail set password=§',
  ])
  assert.is(common('add wpa2-pre-shared-key="se cr3t" name=x'), 'add wpa2-pre-shared-key=*** name=x')
})

test('a secret of Junos is shown', () => {
  hides([
    'set snmp community § authorization read-only',
    'set system radius-server 192.0.2.1 secret §',
    'set protocols bgp group x authentication-key §',
    '    secret §; ## SECRET-DATA',
  ])
  assert.is(
    common('set system login user bob plain-text-password'),
    'set system login user bob plain-text-password',
  )
})

test('a keyword at the very beginning of a line is overlooked', () => {
  assert.is(common('password se-cr3t'), 'password ***')
  assert.is(maskSecrets([/wert (?<secret>\S+)/], 'wert abc def'), 'wert *** def')
})

test('the own pattern of a maker counts only in lines with a common word, or only once in a line', () => {
  const own = [/wert (?<secret>\S+)/]
  assert.is(maskSecrets(own, 'a wert abc wert defg'), 'a wert *** wert ***')
  for (const flags of ['g', 'd', 'dg', 'i'])
    assert.is(maskSecrets([new RegExp(own[0]!.source, flags)], 'a wert abc'), 'a wert ***', flags)
  assert.is(maskSecrets([/wert (?<secret>\S+)/i], 'a WERT abc'), 'a WERT ***')
})

test('a pattern that fits without its secret masks something', () => {
  assert.is(maskSecrets([/a(?<secret>b)?c/], 'ac abc'), 'ac a***c')
  assert.is(maskSecrets([/abc/], 'abc'), 'abc')
})

test('without patterns a text is changed', () => {
  const text = 'password se-cr3t\n-----BEGIN RSA PRIVATE KEY-----\nMIIE'
  assert.is(maskSecrets([], text), text)
})

test('places of several patterns are out of order, or a part of one is shown', () => {
  const shown = (line: string, ...patterns: RegExp[]) => maskSecrets(patterns, line)
  assert.is(
    shown('x=ab y=cd z=ef', /z=(?<secret>\S+)/, /y=(?<secret>\S+)/, /x=(?<secret>\S+)/),
    'x=*** y=*** z=***',
  )
  assert.is(shown('-abcdef-', /(?<secret>abcd)/, /(?<secret>cdef)/), '-***-', 'they overlap')
  assert.is(shown('-abcdef-', /(?<secret>abcdef)/, /(?<secret>cd)/), '-***-', 'one is inside the other')
  assert.is(shown('-abcdef-', /(?<secret>abc)/, /(?<secret>def)/), '-******-', 'they touch')
  assert.is(
    shown('ab-cd-ef-gh', /(?<secret>gh)/, /(?<secret>ab)/, /(?<secret>cd-ef)/, /(?<secret>ef)/),
    '***-***-***',
  )
})

test('a secret that is longer than what windows share is shown behind the end of a window', () => {
  const [before, after] = ['x'.repeat(3_400), ` ${'y '.repeat(2_000)}end`]
  const long = 's'.repeat(1_500)
  for (const [secret, what] of [
    [long, 'bare'],
    [`"${long} ${long} ${long} ${long}"`, 'quoted'],
    [`'${long} ${long}'`, 'in single quotes'],
    [`"${long}\\" ${long}"`, 'with a quote inside'],
    [`"${long} ${long}`, 'without its last quote'],
  ] as const) {
    const rest = what === 'without its last quote' ? '' : after
    assert.is(common(`${before} password ${secret}${rest}`), `${before} password ***${rest}`, what)
  }
})

test('a secret that follows a long one in a long line is shown', () => {
  const [before, long, after] = ['x'.repeat(3_400), 's'.repeat(1_500), ' y'.repeat(3_000)]
  for (const [between, what] of [
    ['', 'at once'],
    [' z'.repeat(200), 'a little later'],
    [' z'.repeat(2_000), 'much later'],
  ] as const)
    assert.is(
      common(`${before} password ${long}${between} password se-cr3t${after}`),
      `${before} password ***${between} password ***${after}`,
      what,
    )
})

test('in a long line a secret and its keyword fall between two windows, wherever they stand', () => {
  const own = [/wert=(?<secret>[a-z]{507})\./]
  const secret = 'q'.repeat(507)
  for (const before of [3_582, 3_583, 3_584, 3_585, 3_700, 3_999, 4_000, 4_094, 4_095, 4_096, 4_097]) {
    const shown = maskSecrets(own, `${'-'.repeat(before)}wert=${secret}.${'-'.repeat(4_000)}`)
    assert.is(shown, `${'-'.repeat(before)}wert=***.${'-'.repeat(4_000)}`, `${before}`)
  }
})

test('a secret at the end of a long line is overlooked, however long the line is', () => {
  for (const edge of [3_584, 4_096, 7_168, 7_680, 8_192])
    for (let before = edge - 5; before < edge + 5; before++)
      assert.ok(maskSecrets([/=(?<secret>a)/], `${'-'.repeat(before)}=a`).endsWith('-=***'), `${before}`)
})

test('a line of one endless secret costs more than its length', async () => {
  for (const piece of ['password=', 'key="', "secret '"])
    assert.ok((await growth(size => common(piece.repeat(size)), 1_000)) < 40, piece)
})

test('what was masked is noted with quotes, as the mask itself, or if it is a short word', () => {
  const noted = (text: string) => {
    const found = new Set<string>()
    common(text, found)
    return [...found]
  }
  assert.equal(noted('a password "se cr3t"; b'), ['se cr3t'])
  assert.equal(noted(`a password 'se cr3t'`), ['se cr3t'])
  assert.equal(noted('password four'), ['four'])
  assert.equal(noted('password abc'), [])
  assert.equal(noted('password ****'), ['****'])
  assert.equal(noted('snmp-server community se-cr3t ro'), ['se-cr3t'])
  const found = new Set<string>()
  for (const secret of [mask, '', 'abc', 'abcd']) noteSecret(found, secret)
  assert.equal([...found], ['abcd'])
  noteSecret(undefined, 'abcd')
})

test('a mask takes more or less than its places', () => {
  const found = new Set<string>()
  const places = [
    [0, 4],
    [5, 6],
    [9, 13],
  ] as const
  assert.is(maskPlaces('abcd-e---fghi.', places, found), '***-***---***.')
  assert.equal([...found], ['abcd', 'fghi'])
  assert.is(maskPlaces('abc', []), 'abc')
})

test('known secrets are masked in a part, or in one place only', () => {
  assert.is(maskRepeated(new Set(['ab', 'abc', '', 'b']), 'abc ab b abc'), '*** *** *** ***')
  assert.is(maskRepeated([], 'abc'), 'abc')
})

test('RouterOS goes on: what stands before the break, or more than the secret, is masked', () => {
  const masked = (...lines: string[]) => common(lines.join('\n')).split('\n')
  assert.equal(masked('add password="se-cr3t"\\', '    name=b'), ['add password=***\\', '    name=b'])
  assert.equal(masked('add password="se-cr3t \\', '    two" x="y"', 'set name=z'), [
    'add password=***\\',
    '    *** x="y"',
    'set name=z',
  ])
  assert.equal(masked('add a=b \\', '  password=se-cr3t c=d \\', '  secret=se-cr3t e=f'), [
    'add a=b \\',
    '  password=*** c=d \\',
    '  secret=*** e=f',
  ])
})

test('RouterOS goes on: the margin of the first line is forgotten, or that of the next ones counts', () => {
  const own = [/^ {2}wert=(?<secret>\S+)/, /vor-wert=(?<secret>\S+)/]
  const masked = (...lines: string[]) => maskSecrets(own, lines.join('\n')).split('\n')
  assert.equal(masked('  wert=\\', '    abcd x'), ['  wert=\\', '    *** x'])
  assert.equal(masked('a vor-\\', '    wert\\', '    =\\', '  abcd x'), [
    'a vor-\\',
    '    wert\\',
    '    =\\',
    '  *** x',
  ])
  assert.equal(masked('wert=\\', 'abcd x'), ['wert=\\', 'abcd x'])
})

test('RouterOS goes on: the keyword is forgotten because much stands between it and the break', () => {
  const own = [/wert[.]*=(?<secret>\S+)/]
  const before = `wert${'.'.repeat(507)}=`
  assert.is(maskSecrets(own, `--${before}\\\n  abcd x`), `--${before}\\\n  *** x`)
})

test('a break before the end of a line as consoles send it ends the command', () => {
  assert.is(common('add password=\\\r\n    se-cr3t name=b\r\n'), 'add password=\\\r\n    *** name=b\r\n')
  assert.is(common('add password="se-\\\r\r\n  cr3t" name=b'), 'add password=***\\\r\r\n  *** name=b')
  assert.is(common('password se-cr3t\r\nname x\r'), 'password ***\r\nname x\r')
  assert.is(common('add password=\\ \nse-cr3t'), 'add password=*** \nse-cr3t', 'a blank behind it')
})

test('a key is shown: its empty lines, its text beside the edges, or a second one in its last line', () => {
  const [begin, end] = ['-----BEGIN RSA PRIVATE KEY-----', '-----END RSA PRIVATE KEY-----']
  assert.is(common(`${begin}\n\nMIIE\n${end}\n`), `${begin}\n***\n***\n${end}\n`)
  assert.is(common(`a ${begin}MI${end} b ${begin}\nMI ${end}c`), `a ${begin}***${end} b ${begin}\n***${end}c`)
  assert.is(common(`${begin}${end}\nname x`), `${begin}${end}\nname x`)
  assert.is(common(`${begin}\r\nMIIE\r\n${end}\r\nx`), `${begin}***\n***\n${end}\r\nx`)
  assert.is(common(`${end}\nname x`), `${end}\nname x`, 'an end alone ends nothing')
})

test('an answer: a usual one is taken for a secret, or a secret for a usual one', () => {
  const cases: [answer: string, question: string | null, secret: boolean][] = [
    ['se-cr3t', null, true],
    ['se-cr3t', 'Password:', true],
    ['se-cr3t', 'Hostname:', false],
    ['y', null, false],
    ['y', 'Password:', false],
    ['', null, false],
    ['123', null, false],
    ['1234', null, true],
    ['192.0.2.1', null, false],
    ['192.0.2.1000', null, true],
    ['flash:/image.bin', null, false],
    ['bin', null, true],
    ['yes1', null, true],
    [mask, null, false],
    [mask, 'Password:', false],
  ]
  for (const [answer, question, secret] of cases)
    assert.is(isSecretAnswer(answer, question), secret, `${answer} to ${question}`)
})

const commands = (text: string, found?: Set<string>) => maskCommands(commonSecrets, text, found)

test('constructs: a secret answer is shown, or something else of a line is hidden', () => {
  for (const [line, shown] of [
    ['<confirm="se-cr3t">', '<confirm="***">'],
    ['<confirm=se-cr3t>', '<confirm=***>'],
    ['<confirm = "se-cr3t"', '<confirm = "***"'],
    [
      'a <confirm-if="core-7","Hostname:"> <confirm-if="se-cr3t","Password:">',
      'a <confirm-if="core-7","Hostname:"> <confirm-if="***","Password:">',
    ],
    ['a <confirm="y"> <confirm="se-cr3t">', 'a <confirm="y"> <confirm="***">'],
    ['a <cr> password se-cr3t <cr> b', 'a <cr> password *** <cr> b'],
    ['a <prompt="Password admin:"> b', 'a <prompt="Password admin:"> b'],
    ['password se-cr3t <sleep="2"> x', 'password *** <sleep="2"> x'],
    ['<cr> password se-cr3t', '<cr> password ***'],
    ['s<cr>', 's<cr>'],
  ] as const)
    assert.is(commands(line), shown)
  const found = new Set<string>()
  commands('a <confirm="se-cr3t"> <cr> password se-two\npassword se-three', found)
  assert.equal([...found].toSorted(), ['se-cr3t', 'se-three', 'se-two'])
})

test('the answer to a prompt for a password is shown, also behind an empty line or in a text of its own', () => {
  const found = new Set<string>()
  assert.is(
    commands('passwd <prompt="Password:">\n\n  se-cr3t \nshow clock', found),
    'passwd <prompt="Password:">\n\n***\nshow clock',
  )
  assert.equal([...found], ['se-cr3t'])
  assert.is(commands('<prompt="Password:">\nse-cr3t'), '<prompt="Password:">\n***')
  assert.is(
    commands('passwd <prompt="Password:">\n<prompt="Again, your secret:">\nse-cr3t'),
    'passwd <prompt="Password:">\n<prompt="Again, your secret:">\n***',
  )
  assert.is(
    commands('p <prompt="Password:">\ns<cr>\nshow clock'),
    'p <prompt="Password:">\n*** <cr>\nshow clock',
  )
  const next = createCommandMasker(commonSecrets)
  assert.equal(['show version', 'passwd <prompt = "New PIN:">', '', 'se-cr3t', 'show clock'].map(next), [
    'show version',
    'passwd <prompt = "New PIN:">',
    '',
    '***',
    'show clock',
  ])
})

test('what is no answer to a prompt for a secret is hidden', () => {
  for (const text of [
    'a <prompt="Hostname:">\ncore-7',
    'a <prompt="Password:">\ny\nshow clock',
    'a <cr>\ncore-7',
    'a <prompt="Password:">\ny <cr>\ncore-7',
    'core-7\nshow clock',
  ])
    assert.is(commands(text), text)
})

test('the answer to a question for a secret is shown in the session, or the command after it is hidden', () => {
  const masker = createConsoleMasker()
  assert.is(masker.command('core-7'), 'core-7')
  assert.is(masker.masked('core-7'), 'core-7')
  assert.is(masker.command('passwd', { prompt: 'New password:' }), 'passwd')
  assert.is(masker.command('  se-cr3t ', { prompt: 'Again, your password:' }), '***')
  assert.is(masker.masked('a se-cr3t b'), 'a *** b')
  assert.is(masker.command('se-two'), '***')
  assert.is(masker.masked('se-two se-cr3t'), '*** se-cr3t', 'those of the present command')
  assert.is(masker.command('show clock'), 'show clock')
  assert.is(masker.masked('show clock se-two'), 'show clock se-two')
})

test('a usual answer in the session, or one to another question, is hidden', () => {
  const masker = createConsoleMasker()
  masker.command('reload', { prompt: 'Your password, or y:' })
  assert.is(masker.command('yes'), 'yes')
  assert.is(masker.masked('yes'), 'yes')
  masker.command('a', { prompt: 'Password:' })
  assert.is(masker.command(''), '')
  assert.is(masker.command('core-7'), 'core-7', 'Enter has answered')
  masker.command('setup', { prompt: 'Hostname:' })
  assert.is(masker.command('core-7'), 'core-7')
  assert.is(masker.masked('core-7'), 'core-7')
})

test('an answer of a command to a question for a secret is shown when the device repeats it', () => {
  const masker = createConsoleMasker()
  const answers = [
    { answer: 'se-cr3t', prompt: /Password/ },
    { answer: 'se-two', prompt: 'Enable secret:' },
    { answer: 'se-three', prompt: null },
    { answer: 'core-7', prompt: /Hostname/ },
    { answer: 'confirm', prompt: null },
  ]
  assert.is(masker.command('setup', { answers }), 'setup')
  const told = 'se-cr3t se-two se-three core-7 confirm'
  assert.is(masker.masked(told), '*** *** *** core-7 confirm')
  assert.is(masker.lines()(told), '*** *** *** core-7 confirm')
})

test('the password of the login is shown in a command, in an answer, or in lines of an answer', () => {
  const masker = createConsoleMasker(commonSecrets, ['log-in-word'])
  assert.is(masker.command('echo log-in-word password se-cr3t'), 'echo *** password ***')
  assert.is(masker.masked('log-in-word se-cr3t; password other'), '*** ***; password ***')
  const line = masker.lines()
  assert.equal(['log-in-word se-cr3t x', '-----BEGIN RSA PRIVATE KEY-----', 'MIIE'].map(line), [
    '*** *** x',
    '-----BEGIN RSA PRIVATE KEY-----',
    '***',
  ])
  assert.is(masker.lines()('MIIE'), 'MIIE', 'another answer begins outside of a key')
  masker.command('show clock')
  assert.is(masker.lines()('log-in-word se-cr3t'), '*** se-cr3t')
})

test('patterns of all drivers: one of a driver is missing, or stands twice', () => {
  const [one, two] = [/one (?<secret>\S+)/, /two (?<secret>\S+)/]
  const driver = (...secrets: (readonly RegExp[] | undefined)[]) =>
    ({ models: secrets.map(own => ({ family: own ? { cli: { secrets: own } } : {} })) }) as unknown as Driver
  assert.equal(secretsOf([]), [...commonSecrets])
  const drivers = [driver([one], undefined, [two, commonSecrets[0]!]), driver([two]), driver()]
  for (const _time of ['first', 'second']) assert.equal(secretsOf(drivers), [...commonSecrets, one, two])
  assert.is(new Set(commonSecrets).size, commonSecrets.length)
  assert.is(maskSecrets(secretsOf(drivers), 'a two abcd password efgh'), 'a two *** password ***')
})

test('the patterns of a driver are gathered again for every text, or a pattern is compiled for every line', () => {
  let gathered = 0
  const pattern = /wert (?<secret>\S+)/
  const driver = {
    get models() {
      gathered++
      return [{ family: { cli: { secrets: [pattern] } } }]
    },
  } as unknown as Driver
  let compiled = 0
  const { source } = pattern
  Object.defineProperty(pattern, 'source', { get: () => (compiled++, source) })
  for (const word of ['abcd', 'efgh', 'ijkl'])
    assert.is(
      maskSecrets(secretsOf([driver]), `a wert ${word} b\na wert ${word}`),
      'a wert *** b\na wert ***',
    )
  assert.equal([gathered, compiled], [1, 1])
})
