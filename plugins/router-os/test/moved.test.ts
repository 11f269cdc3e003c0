import mikrotik from '@linecard/driver-mikrotik'
import { assert, suite, until } from '@linecard/test-kit'
import { swapPorts } from '@linecard/test-kit/worlds/moved-ports'
import { startWorld } from '@linecard/test-kit/worlds/switches'
import { addedRouter, dataOf, failure, good, stopDevices, type Added, type World } from './world.ts'

/** Fault 16 at a router whose API changes what SNMP has listed. */
const test = suite('the right port of RouterOS')

interface Stored {
  id: number
  name: string
  bind_key: string
}
let world!: World
let router!: Added

test.before(async () => {
  // The plugin `switches` brings the permissions of the changes.
  world = await startWorld([mikrotik])
  router = await addedRouter(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

const stored = async (name: string): Promise<Stored> =>
  dataOf<Stored[]>(await world.http('GET', `/device-interface/by-device/${router.id}`)).find(
    row => row.name === name,
  )!
const portOf = (name: string) => router.sim.simulated.ports.find(({ ifName }) => ifName === name)!
const call = (module: string, args: object) =>
  world.http('POST', `/switcher-core/device/${module}/${router.id}`, args)
const namesIn = (rows: { interface: { name: string } }[]) => rows.map(row => row.interface.name)

test('a read by bind key is refused once, then reads the port at its new place', async () => {
  const { bind_key: key } = await stored('ether3')
  assert.equal(namesIn(good(await call('link_info', { interface: Number(key) }))), ['ether3'])
  swapPorts(router.sim.simulated, 'ether3', 'ether5')
  assert.equal(failure(await call('link_info', { interface: Number(key) })), [409, 'INTERFACE_MOVED'])
  const { bind_key: now } = await stored('ether3')
  assert.is.not(now, key)
  assert.equal(namesIn(good(await call('link_info', { interface: Number(now) }))), ['ether3'])
})

test('a change over the API is refused for a bind key that another port has, and is made at the right one', async () => {
  const { bind_key: key } = await stored('ether3')
  const others = ['ether3', 'ether5'].map(name => portOf(name).alias)
  swapPorts(router.sim.simulated, 'ether3', 'ether5')
  const args = { interface: Number(key), description: 'flat 3' }
  assert.equal(failure(await call('ctrl_port_descr', args)), [409, 'INTERFACE_MOVED'])
  assert.equal(
    ['ether3', 'ether5'].map(name => portOf(name).alias),
    others,
  )
  const { bind_key: now } = await stored('ether3')
  const change = good<{ verified: boolean }>(
    await call('ctrl_port_descr', { ...args, interface: Number(now) }),
  )
  assert.ok(change.verified)
  assert.equal(
    ['ether3', 'ether5'].map(name => portOf(name).alias),
    ['flat 3', others[1]],
  )
})

test('a port that is named by its name is changed where it stands now', async () => {
  swapPorts(router.sim.simulated, 'ether3', 'ether5')
  const change = good<{ verified: boolean }>(
    await call('ctrl_port_descr', { interface: 'ether3', description: 'by name' }),
  )
  assert.ok(change.verified)
  assert.is(portOf('ether3').alias, 'by name')
  await until(
    'the stored interfaces are read again',
    async () => (await stored('ether3')).bind_key === String(portOf('ether3').ifIndex),
  )
})

test('a renamed interface is refused for a change and read under its new name', async () => {
  const { bind_key: key } = await stored('ether3')
  portOf('ether3').ifName = 'wan'
  portOf('wan').ifDescr = 'wan'
  assert.equal(namesIn(good(await call('link_info', { interface: Number(key) }))), ['wan'])
  await until('the new name is stored', () => stored('wan'))
  portOf('wan').ifName = 'uplink'
  portOf('uplink').ifDescr = 'uplink'
  const args = { interface: Number(key), description: 'x' }
  assert.equal(failure(await call('ctrl_port_descr', args)), [409, 'INTERFACE_MOVED'])
  await until('the new name is stored', () => stored('uplink'))
  assert.ok(good<{ verified: boolean }>(await call('ctrl_port_descr', args)).verified)
})
