import { suite, assert } from '@linecard/test-kit'
import {
  bitfield,
  bytesPiece,
  impliedTextPiece,
  inetPiece,
  ipOf,
  ipv4Piece,
  macBytes,
  macPiece,
  number,
  onuSerialBytes,
  onuSerialHex,
  parseMac,
  parseOnuSerial,
  portList,
  portsOf,
  rowIndex,
  textPiece,
} from '@linecard/driver-kit/codecs'

const test = suite('codecs')

/** Each index decodes to its values and encodes back to itself. */
function bothWays<T>(
  codec: { encode(values: T): string; decode(index: string): T | null },
  index: string,
  values: T,
) {
  assert.equal(codec.decode(index), values)
  assert.is(codec.encode(values), index)
}

test('the index of dot1qTpFdbTable holds a MAC as decimals', () => {
  const fdb = rowIndex({ vlan: number, mac: macPiece })
  bothWays(fdb, '100.0.27.33.255.1.2', { vlan: 100, mac: '00:1B:21:FF:01:02' })
  assert.is(fdb.decode('100.0.27.33.255.1'), null)
  assert.is(fdb.decode('100.0.27.33.255.1.2.3'), null)
  assert.is(fdb.decode('100.0.27.33.256.1.2'), null)
  assert.is(fdb.encode({ vlan: 1, mac: '001b.21ff.0102' }), '1.0.27.33.255.1.2')
})

test('addresses in an index: IpAddress, and InetAddress with type and length', () => {
  bothWays(rowIndex({ ifIndex: number, ip: ipv4Piece }), '12.10.0.0.1', { ifIndex: 12, ip: '10.0.0.1' })
  const physical = rowIndex({ ifIndex: number, ip: inetPiece })
  bothWays(physical, '3.1.4.10.0.0.1', { ifIndex: 3, ip: '10.0.0.1' })
  bothWays(physical, '3.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1', { ifIndex: 3, ip: '2001:db8::1' })
  assert.is(physical.decode('3.4.20.254.128.0.0.0.0.0.0.0.0.0.0.0.0.0.1.0.0.0.7')?.ip, 'fe80::1')
  assert.is(physical.decode('3.16.3.97.98.99'), null)
  assert.is(ipOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), '::')
  assert.is(ipOf([1, 2, 3]), null)
})

test('texts in an index, with length and implied', () => {
  bothWays(rowIndex({ profile: textPiece, n: number }), '4.72.83.73.49.7', { profile: 'HSI1', n: 7 })
  bothWays(rowIndex({ n: number, name: impliedTextPiece }), '7.97.98', { n: 7, name: 'ab' })
  assert.equal(rowIndex({ id: bytesPiece }).decode('2.0.255'), { id: Buffer.from([0, 255]) })
  assert.is(rowIndex({ profile: textPiece }).decode('9.72'), null)
})

test('PortList bitmaps, highest bit first', () => {
  assert.equal(portsOf(Buffer.from([0x80, 0x01, 0, 0xc0])), [1, 16, 25, 26])
  assert.equal(portList([1, 16, 25, 26], 4), Buffer.from([0x80, 0x01, 0, 0xc0]))
  assert.equal(portList([], 3), Buffer.alloc(3))
  assert.is(portList([9]).length, 2)
  assert.throws(() => portList([0]), /0 is not a bridge port number/)
})

test('vendor indexes of 32 bits: ZTE C300 and Huawei MA5600', () => {
  const gpon = bitfield({
    type: { bits: 4, fixed: 1 },
    shelf: { bits: 4, offset: 1 },
    slot: 8,
    port: 8,
    rest: { bits: 8, fixed: 0 },
  })
  assert.is(gpon.encode({ shelf: 1, slot: 2, port: 1 }), 268566784)
  assert.equal(gpon.decode(268566784), { shelf: 1, slot: 2, port: 1 })
  assert.equal(gpon.decode(268501248), { shelf: 1, slot: 1, port: 1 })
  assert.is(gpon.decode(805831936), null)
  const uni = bitfield({
    type: { bits: 4, fixed: 1 },
    one: { bits: 4, fixed: 1 },
    shelf: 8,
    slot: 8,
    port: 8,
  })
  assert.is(uni.encode({ shelf: 1, slot: 2, port: 1 }), 285278721)
  assert.equal(uni.decode(285278465), { shelf: 1, slot: 1, port: 1 })
  const epon8 = bitfield({
    type: { bits: 4, fixed: 3 },
    shelf: { bits: 4, offset: 1 },
    slot: 5,
    port: { bits: 3, offset: 1 },
    onu: 8,
    rest: { bits: 8, fixed: 0 },
  })
  assert.is(epon8.encode({ shelf: 1, slot: 1, port: 1, onu: 5 }), 805831936)
  const epon16 = bitfield({
    type: { bits: 4, fixed: 9 },
    shelf: { bits: 3, offset: 1 },
    slot: 5,
    port: { bits: 4, offset: 1 },
    onu: 8,
    rest: { bits: 8, fixed: 0 },
  })
  assert.is(epon16.encode({ shelf: 1, slot: 3, port: 16, onu: 5 }), 2420049152)
  assert.equal(epon16.decode(2420049152), { shelf: 1, slot: 3, port: 16, onu: 5 })
  assert.equal(epon16.decode(epon16.encode({ shelf: 2, slot: 20, port: 3, onu: 128 })), {
    shelf: 2,
    slot: 20,
    port: 3,
    onu: 128,
  })
  const huawei = bitfield({
    type: { bits: 7, fixed: 125 },
    frame: 6,
    slot: 6,
    port: 5,
    rest: { bits: 8, fixed: 0 },
  })
  assert.is(huawei.encode({ frame: 0, slot: 1, port: 3 }), 4194312960)
  assert.equal(huawei.decode(4194312192), { frame: 0, slot: 1, port: 0 })
  assert.equal(huawei.decode(4194312192 - 2 ** 32), { frame: 0, slot: 1, port: 0 })
})

test('a bit field names what does not fit', () => {
  const index = bitfield({ shelf: { bits: 4, offset: 1 }, rest: 28 })
  assert.throws(() => index.encode({ shelf: 17, rest: 0 }), /shelf is 17, not 1..16/)
  assert.throws(() => index.encode({ shelf: 0, rest: 0 }), /shelf is 0/)
  assert.throws(() => bitfield({ slot: 8 }), /the fields slot have 8 bits, not 32/)
  assert.is(index.decode(2 ** 32), null)
  assert.is(index.decode(1.5), null)
})

test('a serial number from octets, maker and hex, 16 hex digits, blanks and colons', () => {
  const octets = Buffer.from('5a544547c1086c70', 'hex')
  for (const form of [
    octets,
    'ZTEGC1086C70',
    'zteg:c1086c70',
    'ZTEG-C1086C70',
    '5A544547C1086C70',
    '5A 54 45 47 C1 08 6C 70',
    '0x5a544547c1086c70',
    Buffer.from('ZTEGC1086C70\0'),
  ]) {
    assert.is(parseOnuSerial(form), 'ZTEGC1086C70', String(form))
  }
  assert.is(parseOnuSerial('GPON009ed228'), 'GPON009ED228')
  assert.is(parseOnuSerial(Buffer.alloc(8)), null)
  assert.is(parseOnuSerial('not a serial'), null)
  assert.is(parseOnuSerial(Buffer.from('0102030405060708', 'hex')), '0102030405060708')
  assert.equal(onuSerialBytes('ZTEGC1086C70'), octets)
  assert.equal(onuSerialBytes('0102030405060708'), Buffer.from('0102030405060708', 'hex'))
  assert.is(onuSerialHex('HWTC1A2B3C4D'), '485754431A2B3C4D')
  assert.throws(() => onuSerialBytes('x'), /"x" is not a GPON serial number/)
})

test('octets of a MAC, and text that is none', () => {
  assert.equal(macBytes('0:1b:21:ff:1:2'), [0, 27, 33, 255, 1, 2])
  assert.throws(() => macBytes('1:2:3'), /"1:2:3" is not a MAC address/)
  assert.is(parseMac('00:1b:21:ff:01:zz'), null)
  assert.is(parseMac('a'.repeat(100_000)), null)
})
