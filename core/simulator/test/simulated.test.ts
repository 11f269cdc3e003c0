import { parseSnmprec, type Recording } from '@linecard/driver-kit/recording'
import { assert, suite } from '@linecard/test-kit'
import {
  fakeClock,
  createOlt,
  createRouter,
  createSwitch,
  recordMib,
  startDevice,
  type SimulatedDevice,
} from '@linecard/simulator'
import { encodeObject } from '../src/snmp/mib.ts'
import { isUnder, oidKey } from '../src/snmp/oid.ts'
import { decodeVarbind } from '../src/snmp/pdu.ts'
import { client, textOf } from './client.ts'

const test = suite('simulated devices', { level: 'full' })
const minuteMs = 60_000
const record = (device: SimulatedDevice): Recording => parseSnmprec(recordMib(device))
/** Like `record`, but reads only on request: a loop needs a few columns, not the text of the whole device. */
const live = ({ mib }: SimulatedDevice): Pick<Recording, 'get' | 'below'> => {
  const view = mib.view()
  return {
    get: oid => {
      const object = view.get(oidKey(oid))
      return object && decodeVarbind(encodeObject(object))
    },
    *below(oid) {
      const prefix = oidKey(oid)
      for (const object of view.objects())
        if (isUnder(object.key, prefix)) yield decodeVarbind(encodeObject(object))
    },
  }
}
const numbers = (recording: Pick<Recording, 'below'>, column: string) =>
  new Map(
    [...recording.below(column)].map(({ oid, value }) => [oid.slice(column.length + 1), value as number]),
  )
const bigints = (recording: Recording, column: string) =>
  [...recording.below(column)].map(({ value }) => value as bigint)
const makeSwitch = (clock = fakeClock(), name = 'sw') =>
  createSwitch({ vendor: 'dlink', model: 'DES-3200-28/C1', name, ip: '127.8.8.1', clock })
const makeOlt = (model: 'C320' | 'C600', clock = fakeClock()) =>
  createOlt({ vendor: 'zte', model, name: `olt-${model}`, ip: '127.8.8.2', clock, onusPerPort: 10 })

test('a switch shows its identity, and its sysUpTime increases', () => {
  const clock = fakeClock()
  const device = makeSwitch(clock)
  const before = record(device)
  clock.advance(12_340)
  const after = record(device)
  assert.is(String(before.get('1.3.6.1.2.1.1.1.0')!.value), 'DES-3200-28 Fast Ethernet Switch')
  assert.is(before.get('1.3.6.1.2.1.1.2.0')!.value, '1.3.6.1.4.1.171.10.113.5.1')
  assert.is(
    (after.get('1.3.6.1.2.1.1.3.0')!.value as number) - (before.get('1.3.6.1.2.1.1.3.0')!.value as number),
    1234,
  )
})

test('counters of ports with carrier increase, those without carrier do not', () => {
  const clock = fakeClock()
  const device = makeSwitch(clock)
  const status = numbers(record(device), '1.3.6.1.2.1.2.2.1.8')
  const before = bigints(record(device), '1.3.6.1.2.1.31.1.1.1.6')
  clock.advance(5_000)
  const after = bigints(record(device), '1.3.6.1.2.1.31.1.1.1.6')
  const states = [...status.values()]
  assert.ok(states.includes(1) && states.includes(2))
  for (const [n, state] of states.entries()) assert.is(after[n]! > before[n]!, state === 1, `row ${n}`)
})

test('two devices with the same seed and clock are equal for hours, a device with another seed differs', () => {
  const [a, b, c] = [fakeClock(), fakeClock(), fakeClock()]
  const [one, other, stranger] = [makeSwitch(a), makeSwitch(b), makeSwitch(c, 'another')]
  for (let n = 0; n < 20; n++) {
    a.advance(7 * minuteMs)
    one.mib.view()
  }
  b.advance(140 * minuteMs)
  c.advance(140 * minuteMs)
  assert.is(recordMib(one), recordMib(other))
  assert.is.not(recordMib(one), recordMib(stranger))
})

test('ports flap: ifOperStatus changes, ifLastChange shows the time, and the FDB loses the addresses of the port', () => {
  const clock = fakeClock()
  const device = makeSwitch(clock)
  const look = () => ({
    oper: numbers(live(device), '1.3.6.1.2.1.2.2.1.8'),
    fdb: [...numbers(live(device), '1.3.6.1.2.1.17.7.1.2.2.1.2').values()].map(String),
  })
  let before = look()
  for (let n = 0; n < 600; n++) {
    clock.advance(20_000)
    const after = look()
    const gone = [...after.oper].find(([port, status]) => status === 2 && before.oper.get(port) === 1)?.[0]
    if (gone && before.fdb.includes(gone)) {
      const uptime = live(device).get('1.3.6.1.2.1.1.3.0')!.value as number
      const changed = live(device).get(`1.3.6.1.2.1.2.2.1.9.${gone}`)!.value as number
      assert.ok(uptime - changed <= 2000, `${uptime} - ${changed}`)
      assert.not.ok(after.fdb.includes(gone))
      return
    }
    before = after
  }
  assert.unreachable('no port with a station behind it went down in 200 minutes')
})

test('FDB entries come and go; both FDB tables agree; every VLAN is known', () => {
  const clock = fakeClock()
  const device = makeSwitch(clock)
  const keys = () => new Set(numbers(record(device), '1.3.6.1.2.1.17.7.1.2.2.1.2').keys())
  const first = keys()
  clock.advance(40 * minuteMs)
  const second = keys()
  assert.ok(
    [...first].some(key => !second.has(key)),
    'nothing aged out',
  )
  assert.ok(
    [...second].some(key => !first.has(key)),
    'nothing was learnt',
  )
  const now = record(device)
  const bare = numbers(now, '1.3.6.1.2.1.17.4.3.1.2')
  const tagged = numbers(now, '1.3.6.1.2.1.17.7.1.2.2.1.2')
  assert.is(bare.size, tagged.size)
  const vlans = numbers(now, '1.3.6.1.2.1.17.7.1.4.2.1.3')
  for (const [key, port] of tagged) {
    assert.is(bare.get(key.slice(key.indexOf('.') + 1)), port)
    assert.ok(vlans.has(`0.${key.slice(0, key.indexOf('.'))}`))
  }
})

test('the VLAN port lists agree with the PVIDs', () => {
  const recording = record(makeSwitch())
  const pvid = numbers(recording, '1.3.6.1.2.1.17.7.1.4.5.1.1')
  for (const { oid, value } of recording.below('1.3.6.1.2.1.17.7.1.4.2.1.5')) {
    const vlan = Number(oid.slice(oid.lastIndexOf('.') + 1))
    const untagged = [...(value as Buffer)].flatMap((byte, n) =>
      [0, 1, 2, 3, 4, 5, 6, 7].filter(bit => byte & (0x80 >> bit)).map(bit => n * 8 + bit + 1),
    )
    assert.equal(
      untagged,
      [...pvid].filter(([, id]) => id === vlan).map(([port]) => Number(port)),
      `VLAN ${vlan}`,
    )
  }
})

test('SET of ifAdminStatus, ifAlias, PVID and the column of the vendor changes the device', async () => {
  const device = await startDevice({ ip: '127.8.8.1', port: 0, mib: makeSwitch().mib })
  const session = client(device, { community: 'private' })
  const oper = async (port: number) => (await session.get(`1.3.6.1.2.1.2.2.1.8.${port}`))[0]!.value
  const up = (await session.walk('1.3.6.1.2.1.2.2.1.8')).findIndex(({ value }) => value === 1) + 1
  await session.set(
    { oid: `1.3.6.1.2.1.2.2.1.7.${up}`, type: 2, value: 2 },
    { oid: `1.3.6.1.2.1.31.1.1.1.18.${up}`, type: 4, value: 'apt 7' },
  )
  assert.is(await oper(up), 2)
  assert.is(textOf((await session.get(`1.3.6.1.2.1.31.1.1.1.18.${up}`))[0]), 'apt 7')
  assert.is((await session.get(`1.3.6.1.4.1.171.11.113.5.1.2.3.2.1.4.${up}.1`))[0]!.value, 2)
  await session.set({ oid: `1.3.6.1.4.1.171.11.113.5.1.2.3.2.1.4.${up}.1`, type: 2, value: 3 })
  assert.is(await oper(up), 1)
  await session.set({ oid: `1.3.6.1.2.1.17.7.1.4.5.1.1.${up}`, type: 66, value: 100 })
  const refused: unknown = await session
    .set({ oid: `1.3.6.1.2.1.2.2.1.8.${up}`, type: 2, value: 2 })
    .catch((error: unknown) => error)
  assert.is((refused as { status: number }).status, 17)
  session.close()
  await device.stop()
})

test('the C320 numbers its ports and ONUs as a real C320 does', () => {
  const device = makeOlt('C320')
  const recording = record(device)
  const ports = new Map(
    [...recording.below('1.3.6.1.2.1.31.1.1.1.1')].map(({ oid, value }) => [
      String(value),
      Number(oid.slice(oid.lastIndexOf('.') + 1)),
    ]),
  )
  assert.is(ports.get('gpon_1/1/1'), 0x11010101)
  assert.is(ports.get('gpon_1/2/1'), 285_278_721)
  const onu = device.onus.find(({ port }) => port.ifName.startsWith('gpon_1/2/'))!
  const number = Number(onu.port.ifName.split('/')[2])
  const gpon = 268_566_784 + (number - 1) * 256
  assert.equal(recording.get(`1.3.6.1.4.1.3902.1012.3.28.1.1.5.${gpon}.${onu.id}`)!.value, onu.serial)
  assert.ok(recording.get(`1.3.6.1.4.1.3902.1012.3.50.12.1.1.10.${gpon}.${onu.id}.1`))
  assert.ok(recording.get(`1.3.6.1.4.1.3902.1015.1010.11.2.1.2.${gpon}.${onu.id}`))
  // Slot 2 has 16 ports: the layout for large boards; slot 1 has 8: the other one (vector: epon 1/1/1:5 =
  // 805831936).
  assert.ok(
    recording.get(
      `1.3.6.1.4.1.3902.1015.1010.5.56.1.1.2.${0x90000000 + (2 << 20) + ((number - 1) << 16) + (onu.id << 8)}`,
    ),
  )
  assert.ok(recording.get('1.3.6.1.4.1.3902.1015.1010.5.56.1.1.2.805831936'))
})

for (const { model, tree, optical, phases } of [
  {
    model: 'C320',
    tree: '1.3.6.1.4.1.3902.1012.3.28.2.1',
    optical: '1.3.6.1.4.1.3902.1012.3.50.12.1.1.10',
    phases: { LOS: 1, Online: 3, PowerOff: 4, Offline: 6, Disabled: 6 },
  },
  {
    model: 'C600',
    tree: '1.3.6.1.4.1.3902.1082.500.10.2.3.8.1',
    optical: '1.3.6.1.4.1.3902.1082.500.20.2.2.2.1.10',
    phases: { LOS: 2, Online: 4, PowerOff: 5, Offline: 7, Disabled: 7 },
  },
] as const) {
  test(`${model}: ONUs go down and come back, with time and reason, and have optical levels only while online`, () => {
    const clock = fakeClock()
    const device = makeOlt(model, clock)
    const seen = new Set<string>()
    for (let n = 0; n < 120; n++) {
      clock.advance(2 * minuteMs)
      const recording = live(device)
      const phase = numbers(recording, `${tree}.4`)
      const raw = numbers(recording, optical)
      assert.is(phase.size, device.onus.length)
      for (const [index, state] of phase)
        assert.is(raw.get(`${index}.1`) !== 65_535, state === phases.Online, index)
      for (const onu of device.onus) seen.add(onu.state.at(clock.now()).state)
    }
    assert.equal([...seen].toSorted(), ['LOS', 'Offline', 'Online', 'PowerOff'])
    const back = device.onus.find(
      onu => onu.state.at(clock.now()).state === 'Online' && onu.state.before(clock.now()),
    )!
    const left = back.state.before(clock.now())!
    const index = [...numbers(record(device), `${tree}.4`).keys()][device.onus.indexOf(back)]
    const time = record(device).get(`${tree}.6.${index}`)!.value as Buffer
    assert.is(
      Date.UTC(time.readUInt16BE(0), time[2]! - 1, time[3], time[4], time[5], time[6]),
      Math.floor(left.sinceMs / 1000) * 1000,
    )
    assert.is(
      record(device).get(`${tree}.7.${index}`)!.value,
      { LOS: 2, PowerOff: 9, Offline: 1, Disabled: 10, Reboot: 12, Online: 1 }[left.state],
    )
  })

  test(`${model}: an unregistered ONU appears and disappears`, () => {
    const clock = fakeClock()
    const device = makeOlt(model, clock)
    const column =
      model === 'C320' ? '1.3.6.1.4.1.3902.1012.3.13.3.1.2' : '1.3.6.1.4.1.3902.1082.500.2.2.11.2.1.2'
    const known = new Set(device.onus.map(({ serial }) => serial.toString('hex')))
    const counts = new Set<number>()
    for (let n = 0; n < 60; n++) {
      clock.advance(minuteMs)
      const strangers = [...live(device).below(column)]
      counts.add(strangers.length)
      for (const { value } of strangers) assert.ok(!known.has((value as Buffer).toString('hex')))
    }
    assert.ok(counts.has(1) && counts.size > 1, [...counts].join())
  })
}

test('SET disables, enables and reboots an ONU', async () => {
  const clock = fakeClock()
  const olt = makeOlt('C600', clock)
  const device = await startDevice({ ip: '127.8.8.2', port: 0, mib: olt.mib })
  const session = client(device, { community: 'private' })
  const onu = olt.onus.find(({ state }) => state.at(clock.now()).state === 'Online')!
  const at = `${onu.port.ifIndex}.${onu.id}`
  const phase = async () => (await session.get(`1.3.6.1.4.1.3902.1082.500.10.2.3.8.1.4.${at}`))[0]!.value
  await session.set({ oid: `1.3.6.1.4.1.3902.1082.500.10.2.3.8.1.1.${at}`, type: 2, value: 2 })
  assert.is(await phase(), 7)
  clock.advance(60 * minuteMs)
  assert.is(await phase(), 7)
  await session.set({ oid: `1.3.6.1.4.1.3902.1082.500.10.2.3.8.1.1.${at}`, type: 2, value: 1 })
  assert.is(await phase(), 4)
  await session.set({ oid: `1.3.6.1.4.1.3902.1082.500.20.2.1.10.1.1.${at}`, type: 2, value: 1 })
  assert.is(await phase(), 5)
  clock.advance(100_000)
  assert.is(await phase(), 4)
  session.close()
  await device.stop()
})

test('a router has addresses, ARP, routes, load, storage, sensors, and BGP peers that go down and come back', () => {
  const clock = fakeClock()
  const device = createRouter({ name: 'gw', ip: '127.8.8.3', clock })
  const states = new Set<number>()
  const arps = new Set<number>()
  for (let n = 0; n < 400; n++) {
    clock.advance(10 * minuteMs)
    const recording = live(device)
    for (const state of numbers(recording, '1.3.6.1.2.1.15.3.1.2').values()) states.add(state)
    arps.add(numbers(recording, '1.3.6.1.2.1.4.22.1.3').size)
  }
  const recording = record(device)
  assert.equal([...states].toSorted(), [3, 6])
  assert.ok(arps.size > 3)
  for (const column of [
    '1.3.6.1.2.1.4.20.1.1',
    '1.3.6.1.2.1.4.21.1.7',
    '1.3.6.1.2.1.4.24.4.1.5',
    '1.3.6.1.2.1.25.3.3.1.2',
    '1.3.6.1.2.1.25.2.3.1.6',
    '1.3.6.1.2.1.99.1.1.1.4',
  ])
    assert.ok([...recording.below(column)].length > 1, column)
})

test('recordMib records a device: the recording answers as the device at that moment', async () => {
  const olt = makeOlt('C320')
  const frozen = recordMib(olt)
  const device = await startDevice({ ip: '127.8.8.4', port: 0, recording: parseSnmprec(frozen) })
  assert.is(recordMib(device), frozen)
  await device.stop()
})
