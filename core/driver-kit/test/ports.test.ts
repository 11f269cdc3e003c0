import { assert, suite } from '@linecard/test-kit'
import type { Interface } from '../src/modules/index.ts'
import { interfaceMoved, isSamePort, nameIn, sameIdent, sameName, showsOther } from '../src/ports/index.ts'

const test = suite('the right port: names and identity')

test('forms of one name are equal, in any case, short or long', () => {
  for (const [one, other] of [
    ['Gi1/0/1', 'GigabitEthernet1/0/1'],
    ['gi1/0/1', 'GigabitEthernet 1/0/1'],
    ['GE1/0/1', 'Gi1/0/1'],
    ['ge-0/0/1', 'GE0/0/1'],
    ['Te1/1/1', 'TenGigabitEthernet1/1/1'],
    ['XGigabitEthernet0/0/1', 'XGE0/0/1'],
    ['10GE1/0/1', 'tengige1/0/1'],
    ['Eth1/1', 'Ethernet1/1'],
    ['Po3', 'Port-channel3'],
    ['Vl301', 'Vlan301'],
    ['ether1', 'ETHER1'],
  ] as const)
    assert.ok(sameName(one, other), `${one} ${other}`)
})

test('other numbers, other kinds and other words are other ports', () => {
  for (const [one, other] of [
    ['Gi1/0/1', 'Gi1/0/11'],
    ['Gi1/0/1', 'Gi1/0/10'],
    ['Gi1/0/1', 'Te1/0/1'],
    ['Gi1/0/1', 'Fa1/0/1'],
    ['Gi1/0/1', 'Gi2/0/1'],
    ['Gi1/0/1', 'Gi1/0/1.301'],
    ['Eth1', 'Eth-Trunk1'],
    ['ge1', 'vlan1'],
    ['1/7', '1/8'],
    ['1', '11'],
    ['wan', 'wan2'],
    ['wan', 'new'],
    ['gpon-olt_1/1/1', 'gpon-onu_1/1/1'],
  ] as const)
    assert.not.ok(sameName(one, other), `${one} ${other}`)
})

test('forms of a serial number or MAC address of an ONU are equal', () => {
  assert.ok(sameIdent('ZTEGC1086C70', '5A544547C1086C70'))
  assert.ok(sameIdent('02:00:00:00:00:0a', '0200.0000.000A'))
  assert.not.ok(sameIdent('ZTEGC1086C70', 'ZTEGC1086C71'))
  assert.not.ok(sameIdent('02:00:00:00:00:0A', '02:00:00:00:00:0B'))
})

const port = (id: number, name: string, mac_address: string | null = null): Interface => ({
  id,
  name,
  type: 'ETH',
  parent: null,
  if_index: id,
  mac_address,
})
const [a, b] = ['02:00:00:00:00:0A', '02:00:00:00:00:0B']

test('the name decides which port it is', () => {
  const now = [port(3, 'new', a), port(4, 'wan', b)]
  assert.not.ok(isSamePort(now[0]!, { name: 'wan', mac: b }, now, true))
  assert.ok(isSamePort(now[1]!, { name: 'wan', mac: a }, now, true))
  assert.not.ok(isSamePort(now[0]!, { name: 'wan', mac: a }, now, false), 'another port has the name')
})

test('an exact name is stronger than another form of it', () => {
  const now = [port(1, 'WAN'), port(2, 'wan')]
  assert.not.ok(isSamePort(now[0]!, { name: 'wan' }, now, true))
  assert.ok(isSamePort(now[1]!, { name: 'wan' }, now, true))
})

test('a renamed port is the same for a read, if only it has the MAC address, and never for a change', () => {
  const now = [port(3, 'uplink', a), port(4, 'lan', b)]
  assert.ok(isSamePort(now[0]!, { name: 'wan', mac: a }, now, false))
  assert.not.ok(isSamePort(now[0]!, { name: 'wan', mac: a }, now, true))
  assert.not.ok(isSamePort(now[0]!, { name: 'wan', mac: b }, now, false))
  assert.not.ok(isSamePort(now[0]!, { name: 'wan', mac: null }, now, false))
  assert.not.ok(isSamePort(now[0]!, { name: 'wan', mac: a }, [...now, port(5, 'sfp', a)], false))
})

test('the error names what was there, what is there, and where the wanted one is', () => {
  const now = [port(3, 'new'), port(4, 'wan')]
  const error = interfaceMoved({ id: 3, name: 'wan' }, 'new', now)
  assert.is(error.code, 'INTERFACE_MOVED')
  assert.is(error.status, 409)
  assert.equal(error.moved, { wanted: 'wan', there: 'new', found: 4 })
  assert.match(error.message, /Interface 3 was "wan" and is "new" now: "wan" is 4 now/)
  assert.equal(interfaceMoved({ id: 3, name: 'wan' }, null, [now[0]!]).moved, {
    wanted: 'wan',
    there: null,
    found: null,
  })
})

test('an answer shows the name of an interface wherever it stands in it', () => {
  const at = { id: 3, name: 'wan', type: 'ETH', parent: null, if_index: 3 }
  assert.is(nameIn([{ interface: at, mtu: 1500 }], 3), 'wan')
  assert.is(nameIn({ local: { ports: [{ interface: at }] }, remotes: [] }, 3), 'wan')
  assert.is(nameIn(at, 3), 'wan')
  assert.is(nameIn([{ interface: null, id: 3, name: 'VLAN 3' }], 3), null)
  assert.ok(showsOther([{ interface: at }], { id: 3, name: 'new' }))
  assert.not.ok(showsOther([{ interface: at }], { id: 3, name: 'WAN' }))
  assert.not.ok(showsOther([], { id: 3, name: 'new' }))
})
