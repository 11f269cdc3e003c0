import { assert, cpuMs, suite } from '@linecard/test-kit'
import { parseLine } from '../src/intake/syslog/parse.ts'

const test = suite('syslog: messages')
const at = Date.UTC(2026, 0, 1, 12)
const parsed = (text: string | Buffer) => parseLine(Buffer.from(text), at)

test('RFC 5424 with structured data', () => {
  const line = parsed(
    '<165>1 2026-01-01T11:59:58.003Z olt.example.com evntslog 17 ID47 [ex@1 iut="3" note="a \\"b\\" \\]"][two] \ufeffONU 5 lost',
  )
  assert.equal(line, {
    facility: 20,
    severity: 5,
    sentAt: Date.UTC(2026, 0, 1, 11, 59, 58, 3),
    host: 'olt.example.com',
    app: 'evntslog',
    procId: '17',
    msgId: 'ID47',
    data: Object.assign(Object.create(null), {
      'ex@1': Object.assign(Object.create(null), { iut: '3', note: 'a "b" ]' }),
      two: Object.create(null),
    }),
    message: 'ONU 5 lost',
  })
  assert.equal(parsed('<34>1 - - - - - - hello').message, 'hello')
})

test('RFC 3164, and what devices make of it', () => {
  const cases: [string, Partial<ReturnType<typeof parsed>>][] = [
    [
      '<34>Oct 11 22:14:15 mymachine su: failed for lonvick',
      {
        host: 'mymachine',
        app: 'su',
        message: 'failed for lonvick',
        sentAt: Date.UTC(2025, 9, 11, 22, 14, 15),
      },
    ],
    ['<13>Jan  1 11:59:00 sw1 sshd[77]: hi', { host: 'sw1', app: 'sshd', procId: '77', message: 'hi' }],
    [
      '<190>%LINK-3-UPDOWN: Interface Gi0/1, down',
      { host: '', app: '%LINK-3-UPDOWN', message: 'Interface Gi0/1, down' },
    ],
    ['<189>2026-01-01T11:00:00Z sw2 link: down', { host: 'sw2', sentAt: Date.UTC(2026, 0, 1, 11) }],
    ['no priority at all', { facility: 1, severity: 5, message: 'no priority at all' }],
    ['<999>nonsense', { facility: 1, severity: 5, message: '<999>nonsense' }],
    ['<13>', { message: '', host: '' }],
    ['', { message: '', facility: 1 }],
  ]
  for (const [text, wanted] of cases) {
    const line = parsed(text) as unknown as Record<string, unknown>
    for (const [key, value] of Object.entries(wanted)) assert.is(line[key], value, `${text}: ${key}`)
  }
})

test('line breaks, escapes, NUL and invalid UTF-8 become one harmless line', () => {
  const line = parsed(
    Buffer.concat([
      Buffer.from('<13>app: first\r\n<0>kernel: forged\u001b[31m red \u001b]0;title\u0007\0end '),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from(' \u202eturned\u2028'),
    ]),
  )
  assert.is(line.message, 'first <0>kernel: forged red  end \ufffd\ufffd\ufffd  turned')
  assert.is(line.severity, 5)
})

test('a secret that a device writes into its log is masked', () => {
  const { message } = parsed('<13>cli: admin typed: snmp-server community s3cr3t-word rw')
  assert.ok(!message.includes('s3cr3t-word'), message)
})

test('hostile structured data: prototypes, endless parts, long ones', () => {
  const line = parsed(`<13>1 - h a - - [__proto__ polluted="yes"]${'[a b="c"]'.repeat(200)} end`)
  assert.is(({} as Record<string, unknown>)['polluted'], undefined)
  assert.ok(Object.keys(line.data ?? {}).length <= 20)
  for (const text of [
    '<13>1 - h a - - [',
    '<13>1 - h a - - [x y="',
    `<13>1 - h a - - [x ${'y="1" '.repeat(999)}`,
  ])
    assert.type(parsed(text).message, 'string')
  const began = cpuMs()
  for (const part of ['(', ' ', '[', '\\"', 'Jan 1 ', '<', '%', '1 ']) parsed(`<13>${part.repeat(30_000)}`)
  assert.ok(cpuMs() - began < 500, 'it takes long')
  assert.ok(parsed(`<13>x: ${'long '.repeat(20_000)}`).message.length <= 4000)
})
