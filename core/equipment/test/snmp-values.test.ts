import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { Writer } from '../src/snmp/ber.ts'
import { compare, encodeOid, oidText } from '../src/snmp/oid.ts'
import { type AgentVarbind } from './support/agent.ts'
import { failure, withAgent } from './support/snmp.ts'

const test = suite('SNMP values')
const at = (position: number) => `1.3.6.1.4.1.99999.1.${position}.0`
const raw = (tag: number, ...octets: number[]): Buffer => Buffer.from([tag, octets.length, ...octets])

/** What a GET of values with these TLVs gives. */
const readBack = (tlvs: readonly Buffer[]): Promise<Varbind[]> => {
  const varbinds: AgentVarbind[] = tlvs.map((tlv, position) => ({
    oid: at(position),
    type: tlv[0]!,
    value: null,
    raw: tlv,
  }))
  return withAgent({ varbinds }, async ({ snmp }) => {
    const answer = await snmp.get(varbinds.map(({ oid }) => oid))
    return varbinds.map(({ oid }) => answer.get(oid)!)
  })
}

test('all types of RFC 2578', async () => {
  const found = await readBack([
    raw(SnmpType.Integer, 0x80, 0, 0, 0),
    raw(SnmpType.Integer, 0x7f, 0xff, 0xff, 0xff),
    raw(SnmpType.Integer, 0xff),
    raw(SnmpType.OctetString),
    raw(SnmpType.OctetString, 0, 0xff, 0x3c),
    raw(SnmpType.Null),
    raw(SnmpType.Oid, 0x2b, 6, 1, 4, 1, 0x8f, 0xff, 0xff, 0xff, 0x7f),
    raw(SnmpType.IpAddress, 10, 0, 0, 255),
    raw(SnmpType.Counter32, 0, 0xff, 0xff, 0xff, 0xff),
    raw(SnmpType.Gauge32, 5),
    raw(SnmpType.TimeTicks, 0, 0x80, 0, 0, 0),
    raw(SnmpType.Opaque, 0x9f, 0x78, 4, 0x42, 0xf6, 0, 0),
    raw(SnmpType.Counter64, 1),
  ])
  assert.equal(
    found.map(({ value }) => value),
    [
      -2_147_483_648,
      2_147_483_647,
      -1,
      Buffer.alloc(0),
      Buffer.from([0, 0xff, 0x3c]),
      null,
      '1.3.6.1.4.1.4294967295',
      '10.0.0.255',
      4_294_967_295,
      5,
      2_147_483_648,
      Buffer.from([0x9f, 0x78, 4, 0x42, 0xf6, 0, 0]),
      1n,
    ],
  )
})

test('a value that does not fit its type is null or a number of its octets, and the others are read', async () => {
  const found = await readBack([
    raw(SnmpType.Integer),
    raw(SnmpType.Counter32),
    raw(SnmpType.IpAddress, 10, 0, 0, 1, 2),
    raw(SnmpType.Oid, 0x2b, 0x86),
    raw(SnmpType.Counter64),
    raw(SnmpType.Counter64, ...Array.from({ length: 12 }, () => 0xff)),
    raw(SnmpType.Gauge32, 0xfb),
    raw(SnmpType.Gauge32, 0xff, 0xff, 0xff, 0xfb),
    raw(SnmpType.Gauge32, 1, 0, 0, 0, 0),
    raw(SnmpType.Integer, ...Array.from({ length: 9 }, () => 0x7f)),
    raw(0x46 + 1, 1, 2),
    raw(SnmpType.Integer, 7),
  ])
  assert.equal(
    found.map(({ type, value }) => [type, value]),
    [
      [SnmpType.Integer, null],
      [SnmpType.Counter32, null],
      [SnmpType.IpAddress, null],
      [SnmpType.Oid, null],
      [SnmpType.Counter64, null],
      [SnmpType.Counter64, null],
      [SnmpType.Gauge32, -5],
      [SnmpType.Gauge32, 4_294_967_291],
      [SnmpType.Gauge32, 4_294_967_296],
      [SnmpType.Integer, null],
      [0x47, Buffer.from([1, 2])],
      [SnmpType.Integer, 7],
    ],
  )
})

test('a column whose types change from row to row is returned unchanged', () => {
  const oid = '1.3.6.1.4.1.99999.2.1'
  const tlvs = [
    raw(SnmpType.Integer, 1),
    raw(SnmpType.OctetString, 0x31),
    raw(SnmpType.Counter32, 1),
    raw(SnmpType.Opaque, 1),
    raw(SnmpType.Null),
  ]
  const varbinds = tlvs.map((tlv, row): AgentVarbind => ({
    oid: `${oid}.${row}`,
    type: tlv[0]!,
    value: null,
    raw: tlv,
  }))
  return withAgent({ varbinds }, async ({ snmp }) => {
    const {
      columns: [rows],
      missing,
    } = await snmp.columns([oid])
    assert.equal(
      [...rows!.values()].map(({ type }) => type),
      tlvs.map(tlv => tlv[0]),
    )
    assert.equal(missing, [])
  })
})

test('Counter64 is exact over all 64 bits', async () => {
  const numbers = [0n, 127n, 128n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]
  const found = await readBack(numbers.map(number => new Writer().integer(number, SnmpType.Counter64).take()))
  assert.equal(
    found.map(({ value }) => value),
    numbers,
  )
  // Agents without the leading zero, and agents that always send eight octets.
  const other = await readBack([
    raw(SnmpType.Counter64, ...Array.from({ length: 8 }, () => 0xff)),
    raw(SnmpType.Counter64, 0, 0, 0, 0, 0, 0, 1, 0),
  ])
  assert.equal(
    other.map(({ value }) => value),
    [2n ** 64n - 1n, 256n],
  )
})

test('OIDs are the same there and back, and ordered by sub-identifier', () => {
  const oids = [
    '0.0',
    '1.3',
    '1.39',
    '1.3.6.1.2.1.1.127',
    '1.3.6.1.2.1.1.128',
    '1.3.6.1.2.1.1.16383',
    '1.3.6.1.2.1.1.16384',
    '1.3.6.1.2.1.1.4294967295',
    '1.3.6.1.2.1.2',
    '2.5',
    '2.999.1',
  ]
  const encoded = oids.map(oid => encodeOid(oid))
  assert.equal(
    encoded.map(bytes => oidText(bytes, 0, bytes.length)),
    oids,
  )
  const expected = [
    '0.0',
    '1.3',
    '1.3.6.1.2.1.1.127',
    '1.3.6.1.2.1.1.128',
    '1.3.6.1.2.1.1.16383',
    '1.3.6.1.2.1.1.16384',
    '1.3.6.1.2.1.1.4294967295',
    '1.3.6.1.2.1.2',
    '1.39',
    '2.5',
    '2.999.1',
  ]
  assert.equal(
    encoded
      .toReversed()
      .toSorted((x, y) => compare(x, 0, x.length, y))
      .map(bytes => oidText(bytes, 0, bytes.length)),
    expected,
  )
})

test('an invalid OID is refused before anything is sent', () =>
  withAgent({}, async ({ agent, snmp }) => {
    for (const oid of ['', '1', '.1.3.6', '1.3.', '1.3.x', '3.1', '1.40', '1.3.4294967296', '1.3.-1']) {
      await failure('BadArgument', snmp.get([oid]))
      await failure('BadArgument', snmp.columns([oid]))
    }
    assert.is(agent.requests.length, 0)
  }))
