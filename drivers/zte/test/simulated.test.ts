import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import { fakeClock, createOlt, startDevice, uniIsUp, unisOf, type OltOptions } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { DeviceError, type Module } from '@linecard/driver-kit'
import { onuSerialHex } from '@linecard/driver-kit/codecs'
import {
  interfaceCounters,
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  ponCountRegisteredOnts,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  ponPortsOptical,
  uniInterfacesStatus,
  unregisteredOnts,
  vlans,
} from '@linecard/driver-kit/modules'
import driver from '../src/index.ts'

const test = suite('driver zte on a simulated OLT')
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** A running OLT, and a client that asks it as the service does. */
async function running(options: Pick<OltOptions, 'model' | 'onusPerPort'>, ip: string) {
  const clock = fakeClock(Date.parse('2026-03-05T12:00:00Z'))
  const olt = createOlt({ vendor: 'zte', name: 'olt-1', ip, clock, ...options })
  const device = await startDevice({ ip, port: 0, mib: olt.mib })
  const equipment = createEquipment({
    drivers: [driver],
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  const target = {
    deviceId: null,
    ip,
    modelKey: null as string | null,
    snmp: {
      version: '2c' as const,
      port: device.port,
      timeoutMs: 2000,
      retries: 1,
      community: 'public',
      writeCommunity: '',
    },
  }
  target.modelKey = (await equipment.detect(target)).modelKey
  return {
    olt,
    device,
    clock,
    modelKey: target.modelKey,
    equipment,
    target,
    async ask<M extends Module>(module: M, args: Record<string, unknown>): Promise<M['example']> {
      const { data, meta } = await equipment.call(target, module, args, { from: 'device' })
      assert.equal(meta.missing, [], `${module.name} is complete`)
      return data
    },
    async stop() {
      await equipment.close()
      await device.stop()
    },
  }
}

const place = (ifIndex: number, onu: number) =>
  10_000_000 + ((ifIndex >> 8) & 0xff) * 100_000 + (ifIndex & 0xff) * 1000 + onu

for (const [model, modelKey, ip] of [
  ['C320', 'zte_c320', '127.0.74.1'],
  ['C600', 'zte_c600_fw_12', '127.0.74.2'],
] as const) {
  test(`a ${model} is read in full: every ONU with its state, light, serial number and traffic`, async () => {
    const { olt, clock, modelKey: found, ask, stop } = await running({ model }, ip)
    try {
      assert.is(found, modelKey)
      clock.advance(3 * 3_600_000)
      const now = clock.now()
      const byId = new Map(olt.onus.map(onu => [place(onu.port.ifIndex, onu.id), onu]))
      const ids = [...byId.keys()].toSorted((a, b) => a - b)
      const of = <T extends { interface: { id: number } }>(rows: readonly T[]): T[] =>
        rows.filter(row => byId.has(row.interface.id)).toSorted((a, b) => a.interface.id - b.interface.id)

      const list = await ask(interfacesList, {})
      assert.equal(
        list.filter(({ type }) => type === 'ONU').map(({ id }) => id),
        ids,
      )
      assert.is(list.filter(({ type }) => type !== 'ONU').length, olt.ports.length)
      const pons = new Map(list.filter(({ type }) => type === 'PON').map(one => [one.id, one]))
      for (const one of list)
        if (one.type === 'ONU') assert.is(pons.get(one.parent!)?.if_index, byId.get(one.id)!.port.ifIndex)

      const status = await ask(ponOntsStatus, {})
      const wanted = {
        Online: 'Online',
        LOS: 'LOS',
        PowerOff: 'PowerOff',
        Offline: 'Offline',
        Disabled: 'Disabled',
        Reboot: 'PowerOff',
      }
      assert.equal(
        of(status).map(row => row.status),
        ids.map(id => wanted[byId.get(id)!.state.at(now).state]),
      )
      assert.ok(new Set(status.map(row => row.status)).size > 1, 'some are online and some are not')

      const optical = of(await ask(ponOntsOptical, {}))
      optical.forEach((row, n) => {
        const onu = byId.get(ids[n]!)!
        const online = onu.state.at(now).state === 'Online'
        assert.is(row.distance, Math.round(onu.distance))
        for (const [field, real, step] of [
          ['rx', onu.rx(now), 0.002],
          ['tx', onu.tx(now), 0.002],
          ['olt_rx', onu.oltRx(now), 0.001],
          ['temp', onu.heat(now), 0.01],
          ['voltage', onu.volts(now), 0.02],
        ] as const) {
          const read = row[field]
          if (online)
            assert.ok(
              read !== null && Math.abs(read - real) <= step,
              `${field} of ${row.interface.name}: ${read}, not ${real}`,
            )
          else assert.is(read, null)
        }
      })
      assert.equal(
        of(await ask(ponOntsSerial, {})).map(row => onuSerialHex(row.serial!)),
        ids.map(id => byId.get(id)!.serial.toString('hex').toUpperCase()),
      )
      assert.equal(
        of(await ask(interfaceDescriptions, { interface_type: 'ONU' })).map(row => row.description),
        ids.map(id => byId.get(id)!.description),
      )
      assert.equal(
        of(await ask(ponOntsVendor, {})).map(row => row.vendor),
        ids.map(id => byId.get(id)!.serial.toString('latin1', 0, 4)),
      )
      const reasons = of(await ask(ponOntsReasons, {}))
      status.forEach(row => {
        if (row.status === 'LOS')
          assert.is(
            reasons.find(({ interface: one }) => one.id === row.interface.id)!.last_down_reason,
            'LOS',
          )
      })
      assert.is(of(await ask(interfaceCounters, {})).filter(row => row.bits === 64).length, ids.length)
      const unis = of(await ask(uniInterfacesStatus, {}))
      assert.equal(
        unis.map(row => row.unis.map(uni => uni.status)),
        ids.map(id => unisOf(byId.get(id)!).map(uni => (uniIsUp(byId.get(id)!, uni, now) ? 'Up' : 'Down'))),
      )
      const counts = await ask(ponCountRegisteredOnts, {})
      assert.is(
        counts.reduce((sum, row) => sum + row.count, 0),
        ids.length,
      )
      assert.is(counts.length, pons.size)
      assert.is((await ask(ponPortsOptical, {})).length, pons.size)
      assert.is((await ask(linkInfo, {})).length, olt.ports.length)
      const uplinks = olt.ports.filter(port => port.bridgePort).map(port => port.ifName)
      for (const vlan of await ask(vlans, {}))
        assert.equal(
          vlan.ports?.egress?.map(({ name }) => name),
          uplinks,
        )
      for (const stranger of await ask(unregisteredOnts, {}))
        assert.ok(pons.has(stranger.interface!.id) && /^[A-Z]{4}[\dA-F]{8}$/.test(stranger.serial!))
    } finally {
      await stop()
    }
  })
}

test('one ONU costs a few requests, however many there are; all cost less than one each', async () => {
  const { olt, device, clock, ask, stop } = await running({ model: 'C320', onusPerPort: 64 }, '127.0.74.3')
  try {
    clock.advance(60_000)
    const one = olt.onus.at(-1)!
    const id = place(one.port.ifIndex, one.id)
    const name = `gpon-onu_1/${(one.port.ifIndex >> 8) & 0xff}/${one.port.ifIndex & 0xff}:${one.id}`
    assert.ok(olt.onus.length > 500, `${olt.onus.length} ONUs`)
    await ask(linkInfo, {})
    const cost = async (work: () => Promise<unknown>) => {
      const before = device.requests
      await work()
      return device.requests - before
    }
    assert.ok(
      (await cost(() => ask(ponOntsOptical, { interface: id }))) <= 25,
      'the first time, with ports and trees',
    )
    const again = await cost(() => ask(ponOntsOptical, { interface: id }))
    assert.ok(again <= 8, `${again} requests for one ONU`)
    assert.is((await ask(ponOntsStatus, { interface: name }))[0]!.interface.id, id)
    const siblings = olt.onus.filter(({ port }) => port === one.port).length
    assert.is(
      (await ask(ponOntsStatus, { interface: one.port.ifName })).length,
      siblings,
      'a PON port stands for its ONUs',
    )
    assert.equal(await ask(ponOntsStatus, { interface: 'xgei_1/3/1' }), [])
    assert.equal(await ask(linkInfo, { interface: id }), [], 'an ONU has no row in ifTable')
    const ports = await cost(() => ask(interfacesList, { type: 'PON,ETH' }))
    assert.ok(ports <= 8, `${ports} requests for the ports`)
    const all = await cost(() => ask(ponOntsOptical, {}))
    assert.ok(all < olt.onus.length, `${all} requests for ${olt.onus.length} ONUs`)
    await ask(ponOntsStatus, { interface: 10_101_127 }).then(
      () => assert.unreachable('there is no such ONU'),
      (error: Error) => assert.match(error.message, /10101127/),
    )
  } finally {
    await stop()
  }
})

test('an OLT that is silent about its ONUs still tells its ports, and says what is missing', async () => {
  const { olt, device, ask, stop } = await running({ model: 'C600' }, '127.0.74.4')
  try {
    device.behaviour = { silent: { under: ['1.3.6.1.4.1.3902.1082.500'] } }
    const error: unknown = await ask(interfacesList, {}).then(
      () => assert.unreachable('half a list is no list'),
      (reason: unknown) => reason,
    )
    assert.instance(error, DeviceError)
    const { kind, partial, missing } = error as DeviceError
    assert.is(kind, 'DeviceTimeout')
    assert.is((partial as unknown[]).length, olt.ports.length)
    assert.equal(
      missing.map(({ what, reason }) => [what, reason]),
      [['1.3.6.1.4.1.3902.1082.500.10.2.3.3.1.2', 'silent']],
    )
    device.behaviour = {}
    assert.is(
      (await ask(interfacesList, { type: 'ONU' })).length,
      olt.onus.length,
      'the silence is not remembered',
    )
  } finally {
    await stop()
  }
})

test('an ONU is known by its serial number: another at its place is refused, for a read too', async () => {
  const ip = '127.0.74.9'
  const { olt, device, equipment, target, stop } = await running({ model: 'C320' }, ip)
  try {
    const [one, other] = olt.onus as [(typeof olt.onus)[number], (typeof olt.onus)[number]]
    const id = place(one.port.ifIndex, one.id)
    const ident = `${one.serial.toString('latin1', 0, 4)}${one.serial.toString('hex', 4).toUpperCase()}`
    const read = (seen: string | null) =>
      equipment.call(
        target,
        ponOntsOptical,
        { interface: id },
        { from: 'device', expected: { id, name: 'any', ident: seen } },
      )
    await read(null)
    const before = device.requests
    await read(null)
    const plain = device.requests - before
    for (const form of [ident, one.serial.toString('hex').toUpperCase()]) {
      const sent = device.requests
      assert.is((await read(form)).data[0]!.interface.id, id)
      assert.is(device.requests - sent, plain, 'no request more')
    }
    ;[one.serial, other.serial] = [other.serial, one.serial]
    const error = await read(ident).catch((thrown: unknown) => thrown)
    assert.instance(error, DeviceError)
    const there = `${one.serial.toString('latin1', 0, 4)}${one.serial.toString('hex', 4).toUpperCase()}`
    assert.is((error as DeviceError).code, 'INTERFACE_MOVED')
    assert.equal((error as DeviceError).moved, { wanted: ident, there, found: null })
  } finally {
    await stop()
  }
})
