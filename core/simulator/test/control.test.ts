import { portsOf } from '@linecard/driver-kit/codecs'
import { assert, suite } from '@linecard/test-kit'
import {
  fakeClock,
  createSwitch,
  startDevice,
  type SwitchModelName,
  type SwitchVendor,
} from '@linecard/simulator'
import { client, textOf, type Plain } from './client.ts'

const test = suite('configuration of simulated switches')

const [VLAN, ALIAS, ADMIN, OPER, UPTIME, IN, DISCONTINUITY] = [
  '1.3.6.1.2.1.17.7.1.4.3.1',
  '1.3.6.1.2.1.31.1.1.1.18',
  '1.3.6.1.2.1.2.2.1.7',
  '1.3.6.1.2.1.2.2.1.8',
  '1.3.6.1.2.1.1.3.0',
  '1.3.6.1.2.1.31.1.1.1.6',
  '1.3.6.1.2.1.31.1.1.1.19',
]
const integer = (oid: string, value: number): Plain => ({ oid, type: 2, value })
const octets = (oid: string, value: Buffer | string): Plain => ({ oid, type: 4, value })
const listOf = (...ports: number[]): Buffer => {
  const list = Buffer.alloc(32)
  for (const port of ports) list[(port - 1) >> 3]! |= 0x80 >> ((port - 1) & 7)
  return list
}
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: { status: number }) => error.status,
  )

const row = (column: number, id = 777) => `${VLAN}.${column}.${id}`
const poe = (column: number, port: number) => `1.3.6.1.2.1.105.1.1.1.${column}.1.${port}`

async function start(vendor: SwitchVendor = 'dlink', model: SwitchModelName = 'DES-3200-28/C1') {
  const clock = fakeClock()
  const simulated = createSwitch({ vendor, model, name: `sw-${vendor}`, ip: '127.8.31.1', clock })
  const device = await startDevice({ ip: '127.8.31.1', port: 0, simulated })
  const session = client(device, { community: 'private', timeout: 10_000 })
  return {
    clock,
    simulated,
    device,
    session,
    value: async (oid: string) => (await session.get(oid))[0]!.value,
    ports: async (oid: string) => portsOf((await session.get(oid))[0]!.value as Buffer),
    stop: async () => {
      session.close()
      await device.stop()
    },
  }
}

test('SET creates, fills and destroys a VLAN, with RowStatus before or after the other columns', async () => {
  const { session, ports, value, simulated, stop } = await start()
  await session.set(
    octets(row(1), 'guests'),
    integer(row(5), 4),
    octets(row(2), listOf(5, 6, 25)),
    octets(row(4), listOf()),
  )
  assert.is(textOf({ oid: '', type: 4, value: await value(row(1)) }), 'guests')
  assert.equal(await ports(row(2)), [5, 6, 25])
  assert.equal(await ports('1.3.6.1.2.1.17.7.1.4.2.1.4.0.777'), [5, 6, 25])
  assert.equal(
    simulated.ports.filter(port => port.tagged.includes(777)).map(port => port.ifIndex),
    [5, 6, 25],
  )
  await session.set(octets(row(2), listOf(5)))
  assert.equal(await ports(row(2)), [5])
  assert.is(await statusOf(session.set(integer(row(5), 4))), 12, 'the row exists')
  await session.set(integer(row(5), 6))
  assert.equal(
    simulated.control.vlans.map(({ id }) => id),
    [1, 100, 200],
  )
  assert.is((await session.get(row(1)))[0]!.type, 129, 'noSuchInstance')
  assert.ok(simulated.ports.every(port => !port.tagged.includes(777)))
  await stop()
})

test('invalid changes are refused, and a SET that fails leaves no VLAN', async () => {
  const { session, simulated, stop } = await start()
  const before = simulated.control.vlans.map(({ id }) => id)
  const all = {
    name: octets(`${VLAN}.1.300`, 'x'),
    bad: octets(`${VLAN}.2.300`, Buffer.from('00000000000000000001', 'hex')),
    status: integer(`${VLAN}.5.300`, 4),
  }
  assert.is(await statusOf(session.set(all.name)), 18, 'a column of no row: inconsistentName')
  assert.is(await statusOf(session.set(all.status, all.bad)), 12, 'a port that is not there')
  assert.equal(
    simulated.control.vlans.map(({ id }) => id),
    before,
  )
  assert.is(await statusOf(session.set(integer(`${VLAN}.5.4095`, 4))), 10, 'no VLAN id')
  assert.is(await statusOf(session.set(integer(`${VLAN}.5.1`, 6))), 12, 'the default VLAN stays')
  assert.is(await statusOf(session.set(octets(`${VLAN}.9.300`, 'x'))), 18)
  // D-Link: a port is untagged in one VLAN.
  const port = simulated.ports.find(one => one.untagged[0] === 100)!
  await session.set(integer(`${VLAN}.5.300`, 4), octets(`${VLAN}.2.300`, listOf(port.ifIndex)))
  assert.is(await statusOf(session.set(octets(`${VLAN}.4.300`, listOf(port.ifIndex)))), 12)
  await stop()
})

test('a reboot: no answers; sysUpTime and counters start from zero; unsaved changes are lost, saved ones are kept', async () => {
  const { clock, simulated, device, session, value, stop } = await start()
  const up = simulated.ports.find(port => port.cable.at(clock.now()).state)!.ifIndex
  await session.set(octets(`${ALIAS}.${up}`, 'kept'))
  assert.ok(simulated.control.unsaved)
  simulated.control.save()
  assert.not(simulated.control.unsaved)
  await session.set(
    octets(`${ALIAS}.${up}`, 'lost'),
    octets('1.3.6.1.2.1.1.5.0', 'lost too'),
    integer(`${ADMIN}.${up}`, 2),
  )
  await session.set(integer(`${VLAN}.5.300`, 4))
  const boots = device.engine.boots
  simulated.control.reboot()
  assert.is(device.engine.boots, boots + 1)
  const mute = client(device, { timeout: 150 })
  assert.match(String(await mute.get(UPTIME).catch((error: Error) => error)), /timed out/i)
  mute.close()
  clock.advance(15_000)
  assert.is(await value(UPTIME), 0)
  assert.is(String(await value(`${ALIAS}.${up}`)), 'kept')
  assert.is(String(await value('1.3.6.1.2.1.1.5.0')), 'sw-dlink')
  assert.is(await value(`${OPER}.${up}`), 1)
  assert.equal(
    simulated.control.vlans.map(({ id }) => id),
    [1, 100, 200],
  )
  clock.advance(2_000)
  assert.ok(BigInt(`0x${((await value(`${IN}.${up}`)) as Buffer).toString('hex')}`) < 100_000_000n)
  assert.is(await value(`${DISCONTINUITY}.${up}`), 0)
  await stop()
})

test('cleared counters start from zero, and ifCounterDiscontinuityTime shows the time', async () => {
  const { clock, simulated, value, stop } = await start()
  const [up, other] = simulated.ports.filter(port => port.cable.at(clock.now()).state)
  const octetsIn = async (port = up!) =>
    BigInt(`0x${((await value(`${IN}.${port.ifIndex}`)) as Buffer).toString('hex')}`)
  const before = await octetsIn(other)
  assert.ok(before > 0n)
  simulated.control.clearCounters([up!])
  assert.is(await octetsIn(), 0n)
  assert.is(await octetsIn(other), before)
  assert.is(await value(`${DISCONTINUITY}.${up!.ifIndex}`), await value(UPTIME))
  clock.advance(10_000)
  assert.ok((await octetsIn()) > 0n)
  await stop()
})

test('POWER-ETHERNET-MIB: a device gets power until the port is disabled', async () => {
  const { simulated, session, value, stop } = await start('eltex', 'MES2324P')
  const fed = simulated.ports.findIndex(port => port.poe && port.poe.watts > 0) + 1
  assert.equal([await value(poe(3, fed)), await value(poe(6, fed))], [1, 3])
  const before = (await value('1.3.6.1.2.1.105.1.3.1.1.4.1')) as number
  await session.set(integer(poe(3, fed), 2))
  assert.equal([await value(poe(3, fed)), await value(poe(6, fed))], [2, 1])
  assert.is(
    before - ((await value('1.3.6.1.2.1.105.1.3.1.1.4.1')) as number),
    simulated.ports[fed - 1]!.poe!.watts,
  )
  assert.is(await statusOf(session.set(integer(poe(3, fed), 3))), 10)
  assert.is((await session.walk('1.3.6.1.2.1.105.1.1.1.3')).length, 24)
  await stop()
})

test('a vendor does not have models of other vendors', () => {
  assert.throws(
    () => createSwitch({ vendor: 'cisco', model: 'MES2324B', name: 'x', ip: '127.8.31.2' }),
    'cisco has no model',
  )
})

test('Cisco: BRIDGE-MIB shows VLAN 1; each other VLAN has its own community; a VLAN that does not exist gives no answer', async () => {
  const { device, simulated, clock, stop } = await start('cisco', 'WS-C2960X-24PS-L')
  const ports = async (community: string) => {
    const session = client(device, { community, timeout: 10_000 })
    const rows = await session.walk('1.3.6.1.2.1.17.4.3.1.2').finally(() => session.close())
    return rows.map(({ value }) => value as number).toSorted((a, b) => a - b)
  }
  const learnt = (vlan: number) =>
    simulated.stations
      .filter(
        one => one.vlan === vlan && one.active.at(clock.now()).state && one.port.cable.at(clock.now()).state,
      )
      .map(({ port }) => port.bridgePort!)
      .toSorted((a, b) => a - b)
  assert.equal(await ports('public'), [0], 'its own address alone')
  for (const vlan of [100, 200]) {
    assert.ok(learnt(vlan).length > 0)
    assert.equal(await ports(`public@${vlan}`), learnt(vlan))
  }
  const nobody = client(device, { community: 'public@777', timeout: 150 })
  const silent = async () =>
    assert.match(String(await nobody.get(UPTIME).catch((error: Error) => error)), /timed out/i)
  await silent()
  simulated.control.createVlan(777)
  assert.equal(await ports('public@777'), [])
  simulated.control.deleteVlan(777)
  await silent()
  nobody.close()
  await stop()
})
