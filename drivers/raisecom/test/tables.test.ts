import type { ArgsOf } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import { snoopingInfo, sysResources } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { memberIfIndexes } from '../src/vlan-ports.ts'

const sessionOn = (lines: readonly string[]) =>
  replaySession(parseSnmprec(lines.join('\n'), 'test'), buildIndex([driver]).models.get('raisecom_iscom')!)
const entry = '1.3.6.1.4.1.8886.6.1.23.1.1.5.1'
const binding = (ip: string, mac: string, vlan: number, port: number) => [
  `${entry}.2.4.${ip}|4x|${mac}`,
  `${entry}.3.4.${ip}|2|600`,
  `${entry}.4.4.${ip}|2|${vlan}`,
  `${entry}.5.4.${ip}|2|${port}`,
]
const lines = [
  '1.3.6.1.2.1.2.2.1.2.11|4|port 11',
  '1.3.6.1.2.1.2.2.1.3.11|2|6',
  '1.3.6.1.2.1.2.2.1.2.12|4|port 12',
  '1.3.6.1.2.1.2.2.1.3.12|2|6',
  ...binding('192.0.2.7', '020000000A07', 20, 11),
  ...binding('192.0.2.8', '020000000A08', 30, 12),
  ...binding('192.0.2.9', '020000000A09', 30, 99),
]
const addresses = async (args: ArgsOf<typeof snoopingInfo>) =>
  (await sessionOn(lines).call(snoopingInfo, args)).map(({ ip }) => ip)

const test = suite('raisecom tables')

test('a list of ports is ifIndexes of four octets, in either order', () => {
  assert.ok(memberIfIndexes(Buffer.from('1040300310403007', 'hex'))[0]!.includes(0x10403003))
  assert.ok(memberIfIndexes(Buffer.from('03304010', 'hex'))[0]!.includes(0x10403003))
})
test('small numbers are no ports, and a cut list has a member without a number', () => {
  assert.equal(memberIfIndexes(Buffer.from('0000000a', 'hex'))[0]!.includes(10), false)
  assert.equal(memberIfIndexes(Buffer.alloc(0)), [])
  assert.equal(memberIfIndexes(Buffer.from('104030', 'hex')), [[]])
})
test('bindings are found by port, address, MAC address and VLAN', async () => {
  assert.equal(await addresses({}), ['192.0.2.7', '192.0.2.8', '192.0.2.9'])
  assert.equal(await addresses({ interface: 12 }), ['192.0.2.8'])
  assert.equal(await addresses({ ip: '192.0.2.7' }), ['192.0.2.7'])
  assert.equal(await addresses({ mac_address: '0200.0000.0a08' }), ['192.0.2.8'])
  assert.equal(await addresses({ vlan_id: 30 }), ['192.0.2.8', '192.0.2.9'])
})
test('a binding on a port that is none has no interface', async () => {
  assert.is((await sessionOn(lines).call(snoopingInfo, { ip: '192.0.2.9' }))[0]!.interface, null)
})
test('more free memory than there is says nothing', async () => {
  const { memory } = await sessionOn([
    '1.3.6.1.4.1.8886.1.1.3.1.0|2|100',
    '1.3.6.1.4.1.8886.1.1.3.2.0|2|200',
  ]).call(sysResources, {})
  assert.is(memory, null)
})
