import { readFile } from 'node:fs/promises'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import {
  connectOnu,
  createOlt,
  fakeClock,
  identOf,
  identText,
  refuseOnu,
  startDevice,
  unisOf,
  type DeviceOptions,
  type Onu,
} from '@linecard/simulator'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { assert, suite } from '@linecard/test-kit'
import type { DeviceError, Module } from '@linecard/driver-kit'
import {
  interfacesList,
  linkInfo,
  parseInterface,
  ponCountRegisteredOnts,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  refusedOnts,
  uniInterfacesStatus,
  unregisteredOnts,
} from '@linecard/driver-kit/modules'
import driver from '../src/index.ts'
import { keyOf } from '../src/place.ts'

const test = suite('driver bdcom on a living OLT')
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** A running device, and a client that asks it as the service does. */
async function served(options: DeviceOptions) {
  const device = await startDevice({ port: 0, ...options })
  const equipment = createEquipment({
    drivers: [driver],
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  const target = {
    deviceId: null,
    ip: options.ip!,
    modelKey: null as string | null,
    snmp: {
      version: '2c' as const,
      port: device.port,
      timeoutMs: 500,
      retries: 1,
      community: 'public',
      writeCommunity: '',
    },
  }
  target.modelKey = (await equipment.detect(target)).modelKey
  const answer = <M extends Module>(module: M, args: Record<string, unknown> = {}) =>
    equipment.call(target, module, args, { from: 'device' })
  return {
    device,
    target,
    answer,
    async ask<M extends Module>(module: M, args: Record<string, unknown> = {}): Promise<M['example']> {
      const { data, meta } = await answer(module, args)
      assert.equal(meta.missing, [], `${module.name} is complete`)
      return data
    },
    async stop() {
      await equipment.close()
      await device.stop()
    },
  }
}

function living(model: string, ip: string, onusOnEveryPort: number) {
  const clock = fakeClock(Date.parse('2026-03-05T12:00:00Z'))
  const olt = createOlt({ vendor: 'bdcom', model, name: 'olt-1', ip, clock, onusOnEveryPort })
  clock.advance(3 * 3_600_000)
  return { olt, clock }
}
const idOf = ({ port, id }: Onu) => keyOf({ shelf: 0, slot: 0, port: port.number, onu: id })!
const states = {
  Online: 'Online',
  LOS: 'LOS',
  PowerOff: 'PowerOff',
  Offline: 'Offline',
  Disabled: 'Disabled',
  Reboot: 'Offline',
} as const

for (const [model, modelKey, ip] of [
  ['P3310C', 'bdcom_p3310c', '127.0.75.1'],
  ['GP3600-08', 'bdcom_gp3600_08', '127.0.75.2'],
] as const)
  test(`a ${model} is read in full: every ONU with its state, light, ident and Ethernet ports`, async () => {
    const { olt, clock } = living(model, ip, 40)
    const { target, ask, stop } = await served({ ip, mib: olt.mib })
    try {
      assert.is(target.modelKey, modelKey)
      const now = clock.now()
      const onus = olt.onus.toSorted((a, b) => idOf(a) - idOf(b))
      const status = await ask(ponOntsStatus)
      assert.equal(
        status.map(row => [row.interface.id, row.status]),
        onus.map(onu => [idOf(onu), states[onu.state.at(now).state]]),
      )
      assert.ok(new Set(status.map(row => row.status)).size > 2, 'not all are in one state')

      for (const [at, row] of (await ask(ponOntsOptical)).entries()) {
        const onu = onus[at]!
        const online = onu.state.at(now).state === 'Online'
        for (const [field, real] of [
          ['rx', onu.rx(now)],
          ['tx', onu.tx(now)],
          ['olt_rx', onu.oltRx(now)],
        ] as const)
          if (online)
            assert.ok(Math.abs(row[field]! - real) < 0.06, `${row.interface.name} ${field} ${row[field]}`)
          else assert.is(row[field], null)
        assert.is(row.distance, online ? Math.round(onu.distance) : null)
      }

      const idents =
        olt.pons[0]!.technology === 'epon'
          ? (await ask(ponOntsMacAddr)).map(row => row.mac_address)
          : (await ask(ponOntsSerial)).map(row => row.serial)
      assert.equal(
        idents,
        onus.map(onu => identText(onu.serial)),
      )
      const unis = await ask(uniInterfacesStatus)
      assert.equal(
        unis.map(row => row.unis.length),
        onus.map(onu => unisOf(onu).length),
      )
      assert.equal(
        (await ask(ponCountRegisteredOnts)).map(({ count }) => count),
        olt.pons.map(() => 40),
      )
      const links = await ask(linkInfo)
      assert.is(links.filter(row => row.interface.type === 'ONU').length, onus.length)
      const lost = onus.find(onu => onu.state.at(now).state === 'LOS')!
      const [reason] = await ask(ponOntsReasons, { interface: idOf(lost) })
      assert.is(reason!.last_down_reason, 'LOS')
    } finally {
      await stop()
    }
  })

test('one ONU costs few requests, however many there are', async () => {
  const costs: number[][] = []
  for (const [n, size] of [8, 64].entries()) {
    const ip = `127.0.75.${10 + n}`
    const { olt, clock } = living('P3310C', ip, size)
    const { device, ask, stop } = await served({ ip, mib: olt.mib })
    try {
      const online = olt.onus.filter(onu => onu.state.at(clock.now()).state === 'Online')
      const cost = async (module: Module, args: Record<string, unknown>) => {
        const before = device.requests
        await ask(module, args)
        return device.requests - before
      }
      await cost(ponOntsStatus, { interface: idOf(online[0]!) })
      const one = { interface: idOf(online[1]!) }
      costs.push([
        await cost(ponOntsStatus, one),
        await cost(ponOntsMacAddr, one),
        await cost(linkInfo, one),
        await cost(ponOntsReasons, one),
        await cost(ponOntsOptical, one),
      ])
    } finally {
      await stop()
    }
  }
  assert.equal(costs[0], costs[1], 'the number of ONUs does not matter')
  const [status, macs, link, reasons, light] = costs[0]!
  assert.ok(status! <= 2 && macs! <= 2, `${status} and ${macs} requests`)
  assert.ok(link! <= 4 && reasons! <= 3 && light! <= 5, `${link}, ${reasons} and ${light} requests`)
})

const recorded = async () =>
  parseSnmprec(
    await readFile(new URL('../recordings/bdcom_p3310c/10.1.0f/snmp.snmprec', import.meta.url), 'utf8'),
    'P3310C',
  )

test('a restart of the OLT gives ONUs other ifIndexes, and no value of another ONU', async () => {
  const rows = [...(await recorded())]
  const ip = '127.0.75.20'
  const swapped = rows.map(row => {
    const name = /^1\.3\.6\.1\.2\.1\.(?:2\.2\.1\.2|31\.1\.1\.1\.1)\.(21|25)$/.exec(row.oid)
    const other = name && row.oid.replace(/\d+$/, name[1] === '21' ? '25' : '21')
    return other ? { ...row, value: rows.find(({ oid }) => oid === other)!.value } : row
  })
  const before = await served({ ip, recording: rows })
  try {
    const one = { interface: 'EPON0/1:1' }
    assert.is((await before.ask(ponOntsMacAddr, one))[0]!.mac_address, '02:00:00:0A:01:01')
    await before.device.stop()
    const after = await startDevice({ ip, port: before.target.snmp.port, recording: swapped })
    try {
      assert.is((await before.ask(ponOntsMacAddr, one))[0]!.mac_address, '02:00:00:0A:0A:14')
      assert.is((await before.ask(parseInterface, one)).if_index, 25)
      const far = { interface: 'EPON0/10:20' }
      assert.is((await before.ask(ponOntsMacAddr, far))[0]!.mac_address, '02:00:00:0A:01:01')
    } finally {
      await after.stop()
    }
  } finally {
    await before.stop().catch(() => {})
  }
})

test('an agent that falls silent in a table gives the rest, and says what is missing', async () => {
  const ip = '127.0.75.21'
  const { device, answer, stop } = await served({ ip, recording: await recorded() })
  try {
    device.behaviour.silent = { under: ['1.3.6.1.4.1.3320.101.11.1.1.11'] }
    const error = await answer(ponOntsStatus).then(
      () => null,
      (reason: unknown) => reason as DeviceError,
    )
    assert.ok(error, 'a part is no whole answer')
    assert.is(error!.kind, 'DeviceTimeout')
    assert.equal(
      (error!.partial as (typeof ponOntsStatus)['example']).map(row => row.status),
      ['Online', 'Offline', 'LOS', 'Offline', 'Unregistered', 'Online'],
    )
    assert.ok(error!.missing.some(({ what }) => what === '1.3.6.1.4.1.3320.101.11.1.1.11'))
  } finally {
    await stop()
  }
})

test('waiting and refused GPON ONUs have one form of serial number', async () => {
  const ip = '127.0.75.22'
  const clock = fakeClock(Date.parse('2026-03-05T12:00:00Z'))
  const olt = createOlt({
    vendor: 'bdcom',
    model: 'GP3600-08',
    name: 'olt-1',
    ip,
    clock,
    onusOnEveryPort: 2,
    steady: true,
  })
  const { ask, stop } = await served({ ip, mib: olt.mib })
  try {
    connectOnu(olt, olt.pons[3]!, identOf('ZTEGC0000001')!, 'F601', olt.now())
    refuseOnu(olt, olt.pons[4]!, identOf('ALCL00000002')!, 'rogue', olt.now())
    const waiting = await ask(unregisteredOnts)
    assert.equal(
      waiting.map(row => [row._ident, row.interface?.name, row.custom_info]),
      [['ZTEGC0000001', 'GPON0/4', 'UnknownSN']],
    )
    assert.equal(
      (await ask(refusedOnts)).map(row => [row.ident, row.interface?.name, row.kind, row.reason]),
      [['ALCL00000002', 'GPON0/5', 'Rogue', 'Anti-Rogue']],
    )
    const names = (await ask(interfacesList, { type: 'ONU', parent: 'gpon0/4' })).map(({ name }) => name)
    assert.equal(names, ['GPON0/4:1', 'GPON0/4:2'])
  } finally {
    await stop()
  }
})
