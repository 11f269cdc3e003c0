import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import { createOlt, deleteOnu, fakeClock, identOf, registerOnu, startDevice } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { Module } from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
} from '@linecard/driver-kit/modules'
import driver from '../src/index.ts'

const test = suite('what reading ONUs of a ZTE OLT costs')
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function running(ip: string) {
  const olt = createOlt({
    vendor: 'zte',
    model: 'C600',
    name: 'olt',
    ip,
    clock: fakeClock(),
    steady: true,
    onusOnEveryPort: 40,
  })
  const device = await startDevice({ ip, port: 0, simulated: olt })
  const equipment = createEquipment({
    drivers: [driver],
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, olt_requests_per_sec: 0 }),
  })
  const target = {
    deviceId: null,
    ip,
    modelKey: 'zte_c600_fw_12',
    snmp: {
      version: '2c' as const,
      port: device.port,
      timeoutMs: 2000,
      retries: 1,
      community: 'public',
      writeCommunity: '',
    },
  }
  const ask = async <M extends Module>(module: M, args: Record<string, unknown>): Promise<M['example']> =>
    (await equipment.call(target, module, args, { from: 'device' })).data
  return {
    olt,
    ask,
    async cost(work: () => Promise<unknown>) {
      const before = device.requests
      await work()
      return device.requests - before
    },
    stop: () => Promise.all([equipment.close(), device.stop()]),
  }
}
const idOf = (place: { port: { slot: number; number: number }; id: number }) =>
  10_000_000 + place.port.slot * 100_000 + place.port.number * 1000 + place.id

test('one ONU costs one request, and two with the light that it measures itself', async () => {
  const { olt, ask, cost, stop } = await running('127.0.74.21')
  try {
    await ask(ponOntsStatus, {})
    const online = olt.onus.find(({ gone }) => !gone)!
    const gone = olt.onus.find(onu => onu.gone)!
    for (const module of [ponOntsStatus, ponOntsReasons, ponOntsSerial, interfaceDescriptions])
      assert.is(await cost(() => ask(module, { interface: idOf(online) })), 1, module.name)
    assert.is(await cost(() => ask(ponOntsOptical, { interface: idOf(online) })), 2)
    assert.is(await cost(() => ask(ponOntsOptical, { interface: idOf(gone) })), 2)
    const [lost] = await ask(ponOntsOptical, { interface: idOf(gone) })
    assert.equal([lost!.rx, lost!.olt_rx], [null, null])
    const [row] = await ask(ponOntsOptical, { interface: idOf(online) })
    assert.ok(Math.abs(row!.olt_rx! - online.oltRx(olt.now())) < 0.01)
    assert.ok(Math.abs(row!.rx! - online.rx(olt.now())) < 0.01)
    const missing = await ask(ponOntsStatus, { interface: 10_303_127 }).catch((error: Error) => error.message)
    assert.match(String(missing), /10303127/)
  } finally {
    await stop()
  }
})

test('the modules of one poll read the list of ONUs once, and see ONUs that come and go meanwhile', async () => {
  const { olt, ask, cost, stop } = await running('127.0.74.22')
  try {
    const values = (columns: number) => (olt.onus.length * columns) / 29
    const first = await cost(() => ask(interfaceDescriptions, { interface_type: 'ONU' }))
    assert.ok(first < values(2) * 1.2 + 20, `${first} requests: the names are the list`)
    assert.ok((await cost(() => ask(ponOntsStatus, {}))) < values(3) * 1.2)
    assert.ok((await cost(() => ask(ponOntsOptical, { load_only: 'olt_rx' }))) < values(1) * 1.2)
    const rows = await ask(ponOntsStatus, {})
    assert.is(rows.length, olt.onus.length)
    assert.equal(
      rows.map(row => row.interface.id),
      olt.onus.map(idOf).toSorted((a, b) => a - b),
    )

    const [deleted] = olt.onus
    deleteOnu(olt, deleted!, olt.now())
    const fewer = await ask(ponOntsStatus, {})
    assert.is(fewer.length, olt.onus.length)
    assert.not(fewer.some(row => row.interface.id === idOf(deleted!)))
    const serial = identOf('ZTEG00000001')!
    const added = registerOnu(olt, { port: olt.pons[3]!, id: 111, serial }, olt.now())
    assert.type(added, 'object')
    for (const [module, args] of [
      [ponOntsOptical, { load_only: 'olt_rx' }],
      [ponOntsSerial, {}],
      [ponOntsStatus, {}],
      [interfaceDescriptions, { interface_type: 'ONU' }],
    ] as const) {
      const seen = (await ask(module, args)) as readonly { interface: { id: number } }[]
      assert.is(seen.length, olt.onus.length, module.name)
      assert.ok(
        seen.some(row => row.interface.id === idOf({ port: olt.pons[3]!, id: 111 })),
        module.name,
      )
    }
  } finally {
    await stop()
  }
})
