import { assert, suite } from '@linecard/test-kit'
import { createGate } from '../src/intake/snmp/gate.ts'
import { decodePdu } from '../src/intake/snmp/decode.ts'
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

test('fault 4: truncated, garbage, empty, with more behind it, of indefinite length: dropped, nothing thrown', () => {
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

test('fault 4: nested a thousand times, and 64 KB in one object', () => {
  let nested = octets('')
  for (let depth = 0; depth < 2000; depth++) nested = tlv(0x30, nested)
  assert.ok(nested.length < 65_000)
  const began = performance.now()
  read(trap(nested))
  const large = read(trap(tlv(0x30, tlv(6, [0x2b, 1]), octets('x'.repeat(60_000)))))!
  assert.is((large.objects[0]!.value as string).length, 1000)
  const many = read(trap(...Array.from({ length: 4000 }, () => tlv(0x30, tlv(6, [0x2b, 1]), number(1)))))!
  assert.equal([many.objects.length, many.errors], [100, ['3900 more objects were left out']])
  const long = tlv(0x30, tlv(6, Buffer.alloc(60_000, 0x81)), number(1))
  read(trap(long))
  assert.ok(performance.now() - began < 1000, 'it takes long')
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
