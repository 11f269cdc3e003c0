import { assert, growth, suite } from '@linecard/test-kit'
import {
  backupEnded,
  backupRefusal,
  cliFindings,
  commonSecrets,
  industryCli,
  createBackupLines,
  joinBackup,
  maskSecrets,
  significantLines,
  type CliBackup,
} from '../src/cli/index.ts'

const test = suite('configurations that consoles print')

const backup: CliBackup = {
  commands: ['show running-config', { command: 'show vlan', lenient: true }],
  end: /^end$/,
  drop: [/^Building configuration/, /^Current configuration : \d+ bytes/],
  broken: [/^% Configuration buffer full/],
}
const profile = { ...industryCli({ ignore: [/^! Last change/] }), backup }

test('outputs become one text without what the console adds', () => {
  const outputs = [
    '\r\nBuilding configuration...\r\n\r\nCurrent configuration : 120 bytes\r\n!\r\nhostname sw1  \r\n\r\nend\r\n',
    '\n',
    'vlan 5\n',
  ]
  assert.is(joinBackup(backup, outputs), '!\nhostname sw1\n\nend\nvlan 5\n')
  assert.is(joinBackup(backup, ['\r\n']), '')
})

test('escape sequences, control characters and NUL are removed; what is no UTF-8 stays visible', () => {
  const [red, title, charset] = ['\u001b[1;31m', '\u001b]0;title\u0007', '\u001b(B']
  const raw = `${red}hostname\u001b[0m sw1${title}\n descr\u0000iption \u0008a\u007f${charset}\tb\u009bx\n na\ufffdme\n`
  assert.is(joinBackup(backup, [raw]), 'hostname sw1\n description a\tbx\n na\ufffdme\n')
})

test('lines that go on are joined: a secret of two lines is masked as one', () => {
  const routerOs: CliBackup = { commands: ['/export'], continued: /\\$/ }
  const printed = [
    '/user',
    'add group=read name=noc password=\\',
    '    "w0rd-of-ac\\',
    '    me" comment="a b" \\',
    '    disabled=no',
    '# C:\\',
  ]
  const text = joinBackup(routerOs, [printed.join('\r\n'), 'second'])
  assert.is(
    text,
    '/user\nadd group=read name=noc password="w0rd-of-acme" comment="a b" disabled=no\n# C:\nsecond\n',
  )
  assert.match(maskSecrets(commonSecrets, text), 'password=*** comment="a b"')
})

test('the end counts only as the last line with a text', () => {
  assert.is(backupEnded(backup, 'hostname sw1\nend\n\n'), true)
  assert.is(backupEnded(backup, 'hostname sw1\nend\nvlan 5\n'), false)
  assert.is(backupEnded(backup, 'banner # the\nend\nof it\n'), false)
  assert.is(backupEnded(backup, ''), false)
  assert.is(backupEnded({ commands: ['show'] }, 'x\n'), null)
})

test('a refusal is found at the beginning and at the end, and not within a whole configuration', () => {
  const refusal = '% Invalid input detected'
  const long = Array.from({ length: 40 }, (_, n) => ` line ${n}`)
  assert.is(backupRefusal(profile, ['', '    ^', refusal]), refusal)
  assert.is(backupRefusal(profile, [...long, refusal, '']), refusal)
  assert.is(backupRefusal(profile, [refusal, ...long, 'end', '']), null)
  assert.is(backupRefusal(profile, [...long, refusal, ...long]), null)
  assert.is(backupRefusal(profile, []), null)
})

test('a page left in the output, or a part that could not be printed, spoils it', () => {
  const spoils = (line: string) => {
    const taken = createBackupLines(profile)
    for (const one of ['hostname sw1', line, 'end']) taken.take(one)
    return taken.spoiled
  }
  assert.equal(
    [
      '--More--',
      ' --More--',
      '% Configuration buffer full, cannot add',
      ' description --More-- or less',
      'end',
    ].map(spoils),
    [true, true, true, false, false],
  )
})

test('texts that differ in insignificant lines have the same significant ones', () => {
  const at = (time: string) => significantLines(profile, `! Last change at ${time}\nhostname sw1\nend\n`)
  assert.is(at('10:00:01'), at('22:10:59'))
  assert.is(at('10:00:01'), 'hostname sw1\nend\n')
})

test('the findings name everything that is wrong with a backup', () => {
  const of = (wrong: Partial<CliBackup>) => cliFindings({ ...profile, backup: { ...backup, ...wrong } })
  assert.equal(of({}), [])
  assert.equal(of({ commands: [] }), ['backup.commands is empty'])
  assert.match(of({ commands: [' '] }).join(), 'empty command')
  assert.match(of({ commands: ['show {what}'] }).join(), 'a { that nothing replaces')
  assert.match(of({ commands: [{ command: 'show run', or: ['show config ?'] }] }).join(), 'one line')
  assert.match(of({ end: /^end$/g }).join(), 'flag g or y')
  assert.match(of({ drop: [/^x/y] }).join(), 'flag g or y')
  assert.match(of({ continued: /\\/ }).join(), 'not tied to the end')
  assert.match(of({ drop: [/^\s*$/] }).join(), 'matches an empty line')
})

test('the time for a text grows with its length only', async () => {
  const line = `${'\u001b[1mname \u0000value\u001b[0m \u001b]   '.repeat(20)}\n`
  const times = await growth(lines => joinBackup(backup, [line.repeat(lines)]), 100)
  assert.ok(times < 30, `${times}`)
  const long = await growth(count => joinBackup(backup, ['\u001b] \u001b['.repeat(count)]), 200)
  assert.ok(long < 30, `${long}`)
})
