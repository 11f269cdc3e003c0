import { assert, cpuMs, suite } from '@linecard/test-kit'
import { createGate } from '../src/intake/snmp/gate.ts'
import { decodePdu } from '../src/intake/snmp/reader.ts'
import { peek } from '../src/intake/snmp/peek.ts'

const test = suite('traps: datagrams')

const tlv = (tag: number, ...parts: (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map(part => Buffer.from(part)))
  const length =
    body.length < 0x80 ? [body.length] : [0x84, ...[24, 16, 8, 0].map(bits => (body.length >>> bits) & 0xff)]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const number = (value: number) => tlv(2, [value])
const octets = (text: string | Buffer) => tlv(4, Buffer.from(text))
const linkDown = tlv(6, [0x2b, 6, 1, 6, 3, 1, 1, 5, 3])
const trapOid = tlv(6, [0x2b, 6, 1, 6, 3, 1, 1, 4, 1, 0])
const pduOf = (...varbinds: Buffer[]) => tlv(0xa7, number(1), number(0), number(0), tlv(0x30, ...varbinds))
const trap = (...varbinds: Buffer[]) =>
  tlv(0x30, number(1), octets('public'), pduOf(tlv(0x30, trapOid, linkDown), ...varbinds))
const names = { of: () => null, modules: 0, problems: [] }
const gate = createGate({ engineId: '8000000001020304', open: true, reply: () => undefined })
const from = { address: '192.0.2.1', port: 4711 }
const read = (message: Buffer) => {
  const pdu = gate.read(message, from)
  return pdu === null || pdu instanceof Error ? null : decodePdu(pdu, names)
}

test('the head of a message: version and community', () => {
  assert.equal(peek(trap()), { version: '2c', community: 'public' })
  assert.is(read(trap())!.oid, '1.3.6.1.6.3.1.1.5.3')
})

test('truncated, garbage, empty, with more behind it, of indefinite length: dropped, nothing thrown', () => {
  const whole = trap(tlv(0x30, tlv(6, [0x2b, 1]), octets('text')))
  for (let length = 0; length < whole.length; length++) assert.is(peek(whole.subarray(0, length)), null)
  assert.is(peek(Buffer.concat([whole, Buffer.from([0])])), null)
  for (const bytes of [
    [0x30, 0x80, 0, 0],
    [0x30, 0xff],
    [0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
    [0xff, 0xff],
  ])
    assert.is(peek(Buffer.from(bytes)), null)
  // Inside: every octet of a valid message is changed in turn.
  for (let at = 0; at < whole.length; at++)
    for (const value of [0x00, 0x30, 0x7f, 0x80, 0xff]) {
      const changed = Buffer.from(whole)
      changed[at] = value
      if (peek(changed) !== null) read(changed)
    }
})

test('nested a thousand times, and 64 KB in one object', () => {
  let nested = octets('')
  for (let depth = 0; depth < 2000; depth++) nested = tlv(0x30, nested)
  assert.ok(nested.length < 65_000)
  const began = cpuMs()
  read(trap(nested))
  const large = read(trap(tlv(0x30, tlv(6, [0x2b, 1]), octets('x'.repeat(60_000)))))!
  assert.is((large.objects[0]!.value as string).length, 1000)
  const many = read(trap(...Array.from({ length: 4000 }, () => tlv(0x30, tlv(6, [0x2b, 1]), number(1)))))!
  assert.equal([many.objects.length, many.errors], [100, ['3900 more objects were left out']])
  const long = tlv(0x30, tlv(6, Buffer.alloc(60_000, 0x81)), number(1))
  read(trap(long))
  assert.ok(cpuMs() - began < 1000, 'it takes long')
})

test('values: numbers of 64 bits, octets that are no text, addresses, and errors of an agent', () => {
  const oid = (last: number) => tlv(6, [0x2b, 6, 1, last])
  const told = read(
    trap(
      tlv(0x30, oid(1), tlv(0x46, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])),
      tlv(0x30, oid(2), octets(Buffer.from([0x02, 0xff, 0x00, 0x1b, 0x07, 0x80]))),
      tlv(0x30, oid(3), tlv(0x40, [192, 0, 2, 7])),
      tlv(0x30, oid(4), octets('name\0\0')),
      tlv(0x30, oid(5), tlv(0x81)),
      tlv(0x30, oid(6), octets('forged\r\nline')),
    ),
  )!
  assert.equal(
    told.objects.map(({ type, value }) => [type, value]),
    [
      ['Counter64', '18446744073709551615'],
      ['OctetString', '0x02ff001b0780'],
      ['IpAddress', '192.0.2.7'],
      ['OctetString', 'name'],
      ['NoSuchInstance', null],
      ['OctetString', 'forged line'],
    ],
  )
  assert.equal(told.errors, ['1.3.6.1.5: NoSuchInstance'])
})

test('a notification without snmpTrapOID is kept, and says so', () => {
  const told = read(tlv(0x30, number(1), octets('public'), pduOf(tlv(0x30, tlv(6, [0x2b, 1]), number(7)))))!
  assert.equal([told.oid, told.errors], ['0.0', ['it does not say which notification it is (snmpTrapOID)']])
})

const value = (last: number, of: Buffer) => tlv(0x30, tlv(6, [0x2b, 6, 1, last]), of)
const valuesOf = (...all: Buffer[]) =>
  read(trap(...all.map((one, n) => value(n + 1, one))))!.objects.map(({ value: told }) => told)

test('octets are a text only if every one of them may stand in a text', () => {
  const told = valuesOf(
    octets('a\tb'),
    octets('a\nb'),
    octets('a\rb'),
    octets(Buffer.from([0x61, 0x1f])),
    octets(Buffer.from([0xc3, 0x28])),
    octets('a ~'),
    octets(''),
    octets('\0'),
    octets('\0a'),
  )
  assert.equal(told, ['a b', 'a b', 'a b', '0x611f', '0xc328', 'a ~', '', '', '0x0061'])
  const [long] = valuesOf(octets(Buffer.alloc(700, 1)))
  assert.is(long, `0x${'01'.repeat(500)}`)
})

const decoded = (pdu: object) =>
  decodePdu({ type: 0xa7, varbinds: [], ...pdu } as never, {
    of: oid => `name of ${oid}`,
    modules: 0,
    problems: [],
  })
const [trapOidName, uptimeName] = ['1.3.6.1.6.3.1.1.4.1.0', '1.3.6.1.2.1.1.3.0']
const bind = (oid: unknown, said: unknown, type = 2) => ({ oid, type, value: said })

test('values of other kinds: numbers, truth, long texts, and what is not one of them', () => {
  const values = [7, NaN, Infinity, true, 12n, 'x'.repeat(1001), null, undefined, {}]
  assert.equal(
    decoded({ varbinds: values.map(one => bind('1.3.9', one)) }).objects.map(({ value: told }) => told),
    [7, null, null, 1, '12', 'x'.repeat(1000), null, null, null],
  )
  const counters = [bind('1.3', Buffer.alloc(0), 0x46), bind('1.3', 5, 0x46), bind('1.3', 1, 999)]
  assert.equal(
    decoded({ varbinds: counters }).objects.map(({ type, value: told }) => [type, told]),
    [
      ['Counter64', '0'],
      ['Counter64', 5],
      ['999', 1],
    ],
  )
})

test('the first snmpTrapOID and the uptime say what it is; another one is an object', () => {
  const { oid, name, uptime, objects, errors } = decoded({
    varbinds: [
      bind(uptimeName, 4711),
      bind(trapOidName, '1.3.6.1.9'),
      bind(trapOidName, '1.3.6.1.8'),
      bind(uptimeName, 'late'),
      bind('1.3.7', '1.3.5'),
    ],
  })
  assert.equal([oid, name, uptime, errors], ['1.3.6.1.9', 'name of 1.3.6.1.9', 4711, []])
  assert.equal(
    objects.map(one => [one.oid, one.name, one.value]),
    [
      [trapOidName, `name of ${trapOidName}`, '1.3.6.1.8'],
      [uptimeName, `name of ${uptimeName}`, 'late'],
      ['1.3.7', 'name of 1.3.7', '1.3.5'],
    ],
  )
  const none = decoded({ varbinds: [bind(trapOidName, 'linkDown')] })
  assert.equal([none.oid, none.name, none.uptime, none.objects.length], ['0.0', null, null, 1])
})

test('objects without a valid OID are told, and the errors are bounded', () => {
  const oids = [7, '', 'one', '3.1', '1', '1.', `1${'.1'.repeat(128)}`]
  const wrong = decoded({ varbinds: oids.map(oid => bind(oid, 1)) })
  assert.equal([wrong.objects.length, wrong.errors.length], [0, 8])
  assert.is(wrong.errors[0], 'an object has no valid OID')
  assert.is(decoded({ varbinds: [bind(`1${'.1'.repeat(127)}`, 1)] }).objects.length, 1)
  assert.is(decoded({ varbinds: Array.from({ length: 30 }, () => bind('x', 1)) }).errors.length, 20)
  const many = (count: number) =>
    decoded({ enterprise: '1.3', varbinds: Array.from({ length: count }, () => bind('1.3', 1)) })
  assert.equal([many(100).errors, many(101).errors], [[], ['1 more objects were left out']])
})

test('a trap of SNMPv1 is generic, or of an enterprise, and has its own uptime', () => {
  const v1 = (more: object) => decoded({ enterprise: '1.3.6.1.4.1.9', upTime: 33, ...more })
  assert.equal(
    [
      v1({ generic: 0 }),
      v1({ generic: 5 }),
      v1({ generic: 6, specific: 42 }),
      v1({ specific: 1 }),
      v1({}),
    ].map(({ oid }) => oid),
    [
      '1.3.6.1.6.3.1.1.5.1',
      '1.3.6.1.6.3.1.1.5.6',
      '1.3.6.1.4.1.9.0.42',
      '1.3.6.1.4.1.9.0.1',
      '1.3.6.1.4.1.9.0.0',
    ],
  )
  assert.equal([v1({}).uptime, decoded({ enterprise: '1.3' }).uptime], [33, null])
  const told = v1({ varbinds: [bind(uptimeName, 44), bind(trapOidName, '1.3.9')] })
  assert.equal([told.oid, told.uptime, told.objects.length], ['1.3.6.1.4.1.9.0.0', 33, 2])
  for (const wrong of [
    { generic: -1, specific: -1 },
    { specific: -1 },
    { enterprise: 'acme' },
    { enterprise: `1${'.1'.repeat(127)}` },
  ])
    assert.is(v1(wrong).oid, '0.0')
  assert.is(v1({ generic: -1 }).oid, '1.3.6.1.4.1.9.0.0')
  assert.ok(v1({ enterprise: `1${'.1'.repeat(126)}` }).oid.endsWith('.0.0'))
})

/** A head of SNMPv3 of which parts are changed. */
const headOf = ({
  flags = [7],
  model = 3,
  engine = [1, 2],
  user = 'u',
  boots = tlv(2, [1]),
  version = 3,
  community = 'c',
} = {}) => {
  if (version !== 3) return tlv(0x30, number(version), octets(community))
  const security = tlv(0x30, tlv(4, engine), boots, number(2), octets(user))
  return tlv(0x30, number(3), tlv(0x30, number(1), number(2), tlv(4, flags), number(model)), tlv(4, security))
}

test('versions and communities that exist, and those that do not', () => {
  assert.equal(
    [0, 1, 2, 4].map(version => peek(headOf({ version }))),
    [{ version: '1', community: 'c' }, { version: '2c', community: 'c' }, null, null],
  )
  const long = (length: number) => peek(headOf({ version: 1, community: 'x'.repeat(length) }))
  assert.equal([long(255) === null, long(256) === null], [false, true])
})

test('fields of another type than they should have are none', () => {
  for (const fields of [
    [octets('1'), octets('c')],
    [number(1), number(5)],
    [number(1)],
    [tlv(2), octets('c')],
  ])
    assert.is(peek(tlv(0x30, ...fields)), null)
})

test('a head of SNMPv3 with another model, other flags or too long names is none', () => {
  const level = (flags: number) => {
    const head = peek(headOf({ flags: [flags] })) as { level: number; reportable: boolean }
    return [head.level, head.reportable]
  }
  assert.equal([0, 1, 3, 4, 7, 0xf8].map(level), [
    [0, false],
    [1, false],
    [3, false],
    [0, true],
    [3, true],
    [0, false],
  ])
  const isNone = (more: object) => peek(headOf(more)) === null
  assert.equal(
    [
      { model: 2 },
      { flags: [] },
      { flags: [1, 1] },
      { engine: Array(33).fill(1) },
      { user: 'x'.repeat(33) },
      { boots: tlv(2) },
      { boots: tlv(2, [0, 1, 1, 1, 1, 1]) },
    ].map(isNone),
    Array(7).fill(true),
  )
  assert.equal(
    [
      { engine: Array(32).fill(1) },
      { user: 'x'.repeat(32) },
      { boots: tlv(2, [0, 0xff, 0xff, 0xff, 0xff]) },
    ].map(isNone),
    [false, false, false],
  )
  assert.is(
    (peek(headOf({ boots: tlv(2, [0, 0xff, 0xff, 0xff, 0xff]) })) as { boots: number }).boots,
    0xffffffff,
  )
})

test('lengths of one to four octets are read, and five or none are not', () => {
  const body = Buffer.concat([number(1), octets('public')])
  const of = (...length: number[]) => peek(Buffer.concat([Buffer.from([0x30, ...length]), body]))
  const known = { version: '2c', community: 'public' }
  assert.equal(of(body.length), known)
  assert.equal(of(0x81, body.length), known)
  assert.equal(of(0x84, 0, 0, 0, body.length), known)
  assert.equal(
    [of(0x85, 0, 0, 0, 0, body.length), of(0x80), of(body.length + 1), of(body.length - 1)],
    [null, null, null, null],
  )
  assert.equal(
    [peek(Buffer.from([0x30])), peek(Buffer.from([0x31, 0])), peek(Buffer.from([0x30, 0x82, 0]))],
    [null, null, null],
  )
})
