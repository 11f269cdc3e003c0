import { assert, growth, suite } from '@linecard/test-kit'
import {
  DeviceError,
  SnmpType,
  bits,
  counter,
  dateAndTime,
  decimalText,
  enumeration,
  integer,
  interfaceIndex,
  ip,
  mac,
  map,
  oidValue,
  octets,
  readRows,
  readScalars,
  readTable,
  scaled,
  table,
  text,
  timeticks,
  truth,
  type Column,
  type ColumnsAnswer,
  type Missing,
  type ReadingSession,
  type Varbind,
} from '@linecard/driver-kit'

const test = suite('table')
const oid = '1.3.6.1.4.1.99999.1'
const cell = (type: number, value: Varbind['value']): Varbind => ({ oid: `${oid}.1`, type, value })
const bytes = (...values: number[]) => cell(SnmpType.OctetString, Buffer.from(values))
const string = (value: string) => cell(SnmpType.OctetString, Buffer.from(value))
const read = <T>(column: Column<T>, value: Varbind) => {
  const decoded = column.decode(value)
  return typeof decoded === 'symbol' ? decoded.description : decoded
}

const unasked = async () => {
  throw new Error('not asked for')
}

/**
 * A device whose answer is at hand: the tables below are about decoding; the wire is tested by the
 * transport's own suite.
 */
function reader(
  answer: Partial<ReadingSession['snmp']>,
  answered = true,
): ReadingSession & { reports: Missing[] } {
  const reports: Missing[] = []
  return {
    snmp: { get: unasked, columns: unasked, set: unasked, ...answer },
    answered,
    reports,
    report: missing => {
      reports.push(missing)
    },
  }
}
const silent = async () => {
  throw new DeviceError('DeviceTimeout', 'no answer')
}
const columnsOf =
  (source: Record<string, Record<string, Varbind>>) =>
  async (oids: readonly string[]): Promise<ColumnsAnswer> => ({
    columns: oids.map(one => new Map(Object.entries(source[one] ?? {}))),
    missing: [],
  })

test('numbers are read from any numeric type', () => {
  assert.is(read(integer(oid), cell(SnmpType.Integer, -5)), -5)
  assert.is(read(integer(oid), cell(SnmpType.Gauge32, 4294967295)), 4294967295)
  assert.is(read(integer(oid, { none: [-1] }), cell(SnmpType.Integer, -1)), null)
  assert.is(read(timeticks(oid), cell(SnmpType.TimeTicks, 123456)), 1234)
  assert.is(read(truth(oid), cell(SnmpType.Integer, 2)), false)
  assert.is(read(truth(oid), cell(SnmpType.Integer, 0)), 'linecard.unknownValue')
  assert.is(read(oidValue(oid), cell(SnmpType.Oid, '1.3.6.1')), '1.3.6.1')
  assert.is(
    read(
      map(integer(oid), n => n * 2),
      cell(SnmpType.Integer, 4),
    ),
    8,
  )
})

test('a wrong type is null in that cell only, reported with its index and bounded', async () => {
  const float = Buffer.from([0x9f, 0x78, 4, 0, 0, 0, 0])
  float.writeFloatBE(36.5, 3)
  assert.is(read(scaled(oid, { by: 1, decimals: 1 }), cell(SnmpType.Opaque, float)), 36.5)
  assert.is(read(integer(oid), string('12')), 'linecard.wrongType')
  assert.is(read(text(oid), cell(SnmpType.Integer, 12)), 'linecard.wrongType')
  assert.is(read(counter(oid), cell(SnmpType.Counter32, 77)), 77)
  assert.is(read(integer(oid), cell(SnmpType.Gauge32, -1)), 'linecard.wrongType')
  assert.is(read(integer(oid), cell(SnmpType.Opaque, Buffer.from([1, 2]))), 'linecard.wrongType')
  assert.is(read(integer(oid), cell(SnmpType.Null, null)), null)

  const device = table({ name: text('1.1'), speed: integer('1.2') })
  const names = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [String(i + 1), string(`port ${i + 1}`)]),
  )
  const speeds = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [
      String(i + 1),
      i === 0 ? cell(SnmpType.Gauge32, 10) : string('fast'),
    ]),
  )
  const session = reader({ columns: columnsOf({ '1.1': names, '1.2': speeds }) })
  const rows = await readTable(session, device)
  assert.equal(rows.get('1'), { name: 'port 1', speed: 10 })
  assert.equal(rows.get('2'), { name: 'port 2', speed: null })
  assert.equal(session.reports[0], { what: '1.2', reason: 'wrong_type', index: '2' })
  assert.is(session.reports.length, 6)
  assert.equal(session.reports[5], { what: '1.2', reason: 'wrong_type', cells: 94 })
})

test('a counter above 2^53 keeps every digit', () => {
  assert.is(read(counter(oid), cell(SnmpType.Counter64, 9007199254740992n)), 9007199254740992)
  assert.is(read(counter(oid), cell(SnmpType.Counter64, 9007199254740993n)), '9007199254740993')
  assert.is(read(counter(oid), cell(SnmpType.Counter64, 18446744073709551615n)), '18446744073709551615')
  assert.is(read(counter(oid), cell(SnmpType.Integer, -1)), 'linecard.wrongType')
})

test('an enumeration never lets a raw number through', () => {
  const admin = enumeration(oid, { 1: 'Enabled', 2: 'Disabled' })
  assert.is(read(admin, cell(SnmpType.Integer, 1)), 'Enabled')
  assert.is(read(admin, cell(SnmpType.Integer, 9)), 'linecard.unknownValue')
  assert.is(read(enumeration(oid, { 1: 'Up' }, { unknown: 'Other' }), cell(SnmpType.Integer, 9)), 'Other')
})

test('scaled values know their sentinels, sign and rounding', () => {
  const zte = scaled(oid, { by: 0.002, offset: -30, none: [65535], bits: 16, min: -70, max: 30 })
  assert.is(read(zte, cell(SnmpType.Integer, 10000)), -10)
  assert.is(read(zte, cell(SnmpType.Integer, 65535)), null)
  assert.is(read(zte, cell(SnmpType.Integer, 65036)), -31)
  assert.is(read(zte, cell(SnmpType.Integer, 30000)), 30)
  assert.is(read(zte, cell(SnmpType.Integer, 32000)), null)
  assert.is(read(scaled(oid, { by: 0.01 }), cell(SnmpType.Integer, 2181)), 21.81)
  assert.is(read(scaled(oid, { by: 0.01, offset: -100 }), cell(SnmpType.Integer, 8775)), -12.25)
  assert.is(read(scaled(oid, { by: 1 / 256, decimals: 1 }), cell(SnmpType.Integer, 10240)), 40)
})

test('text survives whatever octets a device sends', () => {
  const name = text(oid)
  assert.is(read(name, string('Вулиця 5')), 'Вулиця 5')
  assert.is(read(name, bytes(0x63, 0x61, 0x66, 0xe9)), 'café')
  assert.is(read(name, bytes(0x41, 0, 0x42, 7, 0x1b, 0x43, 0, 0)), 'ABC')
  assert.is(read(name, string('line 1\r\nline 2')), 'line 1\nline 2')
  assert.is(read(name, string('<script>alert(1)</script>')), '<script>alert(1)</script>')
  assert.is(read(name, string('padded      ')), 'padded')
  assert.is(read(name, string('')), null)
  assert.is(read(name, string('x'.repeat(10_240))), 'x'.repeat(10_240))
  assert.is((read(name, string('ї'.repeat(60_000))) as string).length, 16_384)
  assert.is(read(name, cell(SnmpType.OctetString, Buffer.from('Львів').subarray(0, 9))), 'Льві')
  assert.ok((read(text(oid, { maxLength: 3 }), string('ab😀')) as string).isWellFormed())
})

test('a MAC from 6 octets, colon, dash, dotted, bare and doubly encoded text', () => {
  const expected = 'D0:5F:AF:E0:91:9B'
  assert.is(read(mac(oid), bytes(0xd0, 0x5f, 0xaf, 0xe0, 0x91, 0x9b)), expected)
  for (const form of [
    'd0:5f:af:e0:91:9b',
    'D0-5F-AF-E0-91-9B',
    'd05f.afe0.919b',
    'd05f-afe0-919b',
    'D05FAFE0919B',
    '0xd05fafe0919b',
    'D0 5F AF E0 91 9B ',
    '44:30:3a:35:46:3a:41:46:3a:45:30:3a:39:31:3a:39:42',
  ])
    assert.is(read(mac(oid), string(form)), expected, form)
  assert.is(read(mac(oid), string('0:1b:2:3:4:5')), '00:1B:02:03:04:05')
  assert.is(read(mac(oid), string('0:1:2:3:4:5')), '00:01:02:03:04:05')
  assert.is(read(mac(oid), string('')), null)
  assert.is(read(mac(oid), bytes(1, 2, 3, 4, 5, 6, 7, 8)), null)
  assert.is(read(mac(oid), string('no address here')), null)
})

test('addresses, bits and octets', () => {
  assert.is(read(ip(oid), cell(SnmpType.IpAddress, '10.0.0.1')), '10.0.0.1')
  assert.is(read(ip(oid), bytes(10, 0, 0, 1)), '10.0.0.1')
  assert.is(read(ip(oid), string('10.0.0.1')), '10.0.0.1')
  assert.is(read(ip(oid), bytes(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), '2001:db8::1')
  assert.equal(read(bits(oid, { 0: 'Other', 2: 'Bridge', 4: 'Router' }), bytes(0x28, 0)), [
    'Bridge',
    'Router',
  ])
  assert.equal(read(octets(oid), bytes(1, 2)), Buffer.from([1, 2]))
})

test('decimal text with units', () => {
  const power = decimalText(oid, { unit: 'dBm' })
  assert.is(read(power, string('0.03 mW (-14.61 dBm)')), -14.61)
  assert.is(read(power, string('-10.47')), -10.47)
  assert.is(read(power, string('0.03 mW')), null)
  assert.is(read(power, string('N/A')), null)
  assert.is(read(decimalText(oid, { unit: 'C' }), string('30.67 C')), 30.67)
  assert.is(read(decimalText(oid, { none: [-40] }), string('-40.00')), null)
  assert.is(read(decimalText(oid), cell(SnmpType.Integer, 3)), 'linecard.wrongType')
})

test('DateAndTime with and without zone', () => {
  assert.is(
    read(dateAndTime(oid), bytes(7, 0xea, 3, 5, 13, 30, 15, 5, 0x2b, 2, 0)),
    '2026-03-05T11:30:15.500Z',
  )
  assert.is(
    read(dateAndTime(oid), bytes(7, 0xea, 3, 5, 0, 30, 15, 0, 0x2d, 3, 30)),
    '2026-03-05T04:00:15.000Z',
  )
  assert.is(read(dateAndTime(oid), bytes(7, 0xea, 3, 5, 13, 30, 15, 5)), '2026-03-05T13:30:15.500')
  assert.is(read(dateAndTime(oid), bytes(0, 0, 0, 0, 0, 0, 0, 0)), null)
  assert.is(read(dateAndTime(oid), bytes(7, 0xea, 2, 30, 13, 30, 15, 5)), null)
  assert.is(read(dateAndTime(oid), bytes(7, 0xea, 3, 5, 25, 30, 15, 5)), null)
})

test('columns come together, rows in the order of indexes, one OID is asked once', async () => {
  const asked: string[][] = []
  const answer = columnsOf({ '1.1': { 10: string('b') }, '1.2': { 9: cell(2, 1), 10: cell(2, 2) } })
  const session = reader({
    columns: oids => {
      asked.push([...oids])
      return answer(oids)
    },
  })
  const ports = table({
    name: text('1.1'),
    alias: text('1.1'),
    state: enumeration('1.2', { 1: 'Up', 2: 'Down' }),
    speed: integer('1.3'),
  })
  const rows = await readTable(session, ports)
  assert.equal(asked, [['1.1', '1.2', '1.3']])
  assert.equal(
    [...rows],
    [
      ['9', { name: null, alias: null, state: 'Up', speed: null }],
      ['10', { name: 'b', alias: 'b', state: 'Down', speed: null }],
    ],
  )
  await readTable(session, ports, { only: ['state'] })
  assert.equal(asked[1], ['1.2'])
})

test('silence after an answer is a partial answer, silence from the start a failure', async () => {
  const ports = table({ name: text('1.1') })
  const late = reader({ columns: silent, get: silent })
  assert.is((await readTable(late, ports)).size, 0)
  assert.equal(await readScalars(late, ports), { name: null })
  assert.equal(late.reports, [
    { what: '1.1', reason: 'silent', rows: 0 },
    { what: '1.1', reason: 'silent', rows: 0 },
  ])
  const never = await readTable(reader({ columns: silent }, false), ports).catch(
    (error: DeviceError) => error.kind,
  )
  assert.is(never, 'DeviceTimeout')
})

test('a GET that ends in the middle gives the values that came, and what the transport says is missing', async () => {
  const missing: Missing[] = [{ what: '1.1.7', reason: 'time_limit' }]
  const cut = async () => {
    throw new DeviceError('DeviceTimeout', 'out of time', {
      missing,
      partial: new Map([['1.1.6', string('six')]]),
    })
  }
  const session = reader({ get: cut }, false)
  assert.equal(
    [...(await readRows(session, table({ name: text('1.1') }), ['6', '7']))],
    [['6', { name: 'six' }]],
  )
  assert.equal(session.reports, missing)
  const late = { ...reader({ get: silent }), signal: AbortSignal.abort() }
  await readScalars(late, table({ name: text('1.1') }))
  assert.equal(late.reports, [{ what: '1.1', reason: 'time_limit', rows: 0 }])
})

test('rows of known indexes are read by GET', async () => {
  const session = reader({
    get: async oids => new Map(oids.filter(one => one.endsWith('.7')).map(one => [one, string('seven')])),
  })
  const rows = await readRows(session, table({ name: text('1.1'), note: text('1.2') }), ['6', '7'], {
    only: ['name'],
  })
  assert.equal([...rows], [['7', { name: 'seven', note: null }]])
})

test('ten times the cells take about ten times as long', async () => {
  const shape = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`c${i}`, i % 2 ? integer(`1.${i}`) : text(`1.${i}`)]),
  )
  const of = (count: number) =>
    columnsOf(
      Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => [
          `1.${i}`,
          Object.fromEntries(
            Array.from({ length: count }, (__, row) => [
              row,
              i % 2 ? cell(2, row) : string(`interface ${row}`),
            ]),
          ),
        ]),
      ),
    )
  const made = new Map<number, ReturnType<typeof of>>()
  const columns = (count: number) => {
    if (!made.has(count)) made.set(count, of(count))
    return made.get(count)!
  }
  assert.ok(
    (await growth(
      async count => assert.is((await readTable(reader({ columns: columns(count) }), shape)).size, count),
      300,
    )) < 40,
  )
})

test('an ifIndex above 2^31 that comes as its negative twin is the same interface', () => {
  const column = interfaceIndex(oid, { none: [0] })
  const decoded = [7, 0, 0xfa002000 - 2 ** 32, 0xfa002000].map(value =>
    read(column, cell(SnmpType.Integer, value)),
  )
  assert.equal(decoded, [7, null, 0xfa002000, 0xfa002000])
})
