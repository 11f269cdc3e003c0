import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { createScrubber } from '../src/record/scrub.ts'

const test = suite('cli record')
const { scrub } = createScrubber('salt')
const octets = (oid: string, value: string | Buffer): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value),
})
const textOf = (varbind: Varbind) => String(varbind.value)

test('names, places and serials are made up, lengths and digits as kinds stay', () => {
  const name = textOf(scrub(octets('1.3.6.1.2.1.1.5.0', 'core-Kyiv-07')))
  assert.match(name, /^xxxx-Xxxx-\d\d$/)
  assert.is.not(textOf(scrub(octets('1.3.6.1.2.1.47.1.1.1.1.11.1', 'R3045H1000058'))), 'R3045H1000058')
})
test('text in other alphabets is replaced too, in the same number of octets', () => {
  const place = 'Іваненко, вул. Миру 5, 東京'
  const replaced = textOf(scrub(octets('1.3.6.1.2.1.1.6.0', place)))
  assert.match(replaced, /^ж{8}, ж{3}\. ж{4} \d, あ{2}$/)
  assert.is(Buffer.byteLength(replaced), Buffer.byteLength(place))
  const portList = Buffer.from('ff80c00001', 'hex')
  assert.equal(scrub({ ...octets('1.3.6.1.4.1.9.1', ''), value: portList }).value, portList)
})
test('what tells models and ports apart stays', () => {
  for (const oid of ['1.3.6.1.2.1.1.1.0', '1.3.6.1.2.1.2.2.1.2.3', '1.3.6.1.2.1.31.1.1.1.1.3'])
    assert.is(textOf(scrub(octets(oid, 'Gi0/3 24TC'))), 'Gi0/3 24TC')
})
test('measured values stay', () => {
  for (const value of ['30.67 C', '-10.47', '0.03 mW (-14.61 dBm)'])
    assert.is(textOf(scrub(octets('1.3.6.1.4.1.99.1.1', value))), value)
})
test('an address or serial number that is written as text stays one, and no address stays none', () => {
  const column = '1.3.6.1.4.1.99.1'
  const written = (text: string) => textOf(scrub(octets(column, text)))
  assert.match(written('02:aa:BB:11:22:33'), /^02:AA:BB(:[\dA-F]{2}){3}$/)
  assert.match(written('02-aa-bb-11-22-33'), /^02-aa-bb(-[\da-f]{2}){3}$/)
  assert.is.not(written('02:00:00:00:00:01'), '02:00:00:00:00:01')
  assert.match(written('HWTC1A2B049B'), /^HWTC(?!1A2B049B)[\dA-F]{8}$/)
  const spelled = Buffer.from('02:00:00:00:01:00')
    .toString('hex')
    .replace(/..(?=.)/g, '$&:')
  assert.match(
    Buffer.from(written(spelled).replaceAll(':', ''), 'hex').toString(),
    /^02:00:00(:[\da-f]{2}){3}$/,
  )
  for (const nobody of ['000000000000', 'ffffffffffff'])
    assert.is((scrub(octets(column, Buffer.from(nobody, 'hex'))).value as Buffer).toString('hex'), nobody)
  const place = '1.3.6.1.2.1.4.35.1.6.10'
  const oidOf = (rest: string) => scrub({ oid: `${place}.${rest}`, type: SnmpType.Integer, value: 3 }).oid
  assert.match(oidOf('1.4.192.0.2.2'), /\.1\.4\.198\.1[89]\.\d+\.2$/)
  assert.is(oidOf('2.16.32.1.13.184'), `${place}.2.16.32.1.13.184`)
})
test('a MAC is the same made-up MAC as value and as index', () => {
  const mac = Buffer.from('02aabb112233', 'hex')
  const value = scrub(octets('1.3.6.1.2.1.2.2.1.6.1', mac)).value as Buffer
  const { oid } = scrub({
    oid: `1.3.6.1.2.1.17.7.1.2.2.1.2.100.${[...mac].join('.')}`,
    type: SnmpType.Integer,
    value: 3,
  })
  assert.is(oid, `1.3.6.1.2.1.17.7.1.2.2.1.2.100.${[...value].join('.')}`)
  assert.is(value.subarray(0, 3).toString('hex'), '02aabb')
  assert.is.not(value.toString('hex'), mac.toString('hex'))
})
test('addresses move to the test network, masks stay', () => {
  assert.match(
    String(
      scrub({ oid: '1.3.6.1.2.1.4.21.1.7.1.2.3.0', type: SnmpType.IpAddress, value: '203.0.113.9' }).value,
    ),
    /^198\.1[89]\.\d+\.9$/,
  )
  assert.is(
    scrub({ oid: '1.3.6.1.2.1.4.21.1.11.1.2.3.0', type: SnmpType.IpAddress, value: '255.255.255.0' }).value,
    '255.255.255.0',
  )
})
test('PortLists are not taken for text', () => {
  assert.is(textOf(scrub(octets('1.3.6.1.2.1.17.7.1.4.3.1.2.10', 'AAAA'))), 'AAAA')
})
