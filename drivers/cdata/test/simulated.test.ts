import type { Module } from '@linecard/driver-kit'
import {
  fdb,
  interfaceDescriptions,
  interfacesList,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
} from '@linecard/driver-kit/modules'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import { createOlt, fakeClock, identText, isOnline, startDevice, stationsOf } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const test = suite('driver cdata on a simulated OLT')
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function running(ip: string, onusOnEveryPort: number) {
  const clock = fakeClock(Date.parse('2026-03-05T12:00:00Z'))
  const olt = createOlt({
    vendor: 'cdata',
    model: 'FD1608S',
    name: 'olt-1',
    ip,
    clock,
    steady: true,
    onusOnEveryPort,
  })
  const device = await startDevice({ ip, port: 0, mib: olt.mib })
  const equipment = createEquipment({
    drivers: [driver],
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  const snmp = {
    version: '2c' as const,
    port: device.port,
    timeoutMs: 2000,
    retries: 1,
    community: 'public',
    writeCommunity: '',
  }
  const target = { deviceId: null, ip, modelKey: null as string | null, snmp }
  target.modelKey = (await equipment.detect(target)).modelKey
  return {
    olt,
    device,
    modelKey: target.modelKey,
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

test('an agent that hangs above 40 rows and answers with fewer is read in full', async () => {
  const { olt, device, modelKey, ask, stop } = await running('127.0.75.1', 64)
  try {
    assert.is(modelKey, 'c_data_fd1608_fw3')
    // A GETBULK of more than 40 rows gets no answer, and the others get short answers of 7 rows.
    device.behaviour = { silentAboveRepetitions: 40, maxRepetitions: 7 }
    const now = olt.now()
    const list = await ask(interfacesList, { type: 'ONU' })
    assert.is(list.length, 8 * 64)
    const status = await ask(ponOntsStatus, {})
    assert.is(
      status.filter(row => row.status === 'Online').length,
      olt.onus.filter(onu => isOnline(onu, now)).length,
    )
    const serials = new Set((await ask(ponOntsSerial, {})).map(({ serial }) => serial))
    assert.equal(
      olt.onus.filter(({ serial }) => !serials.has(identText(serial))),
      [],
    )
  } finally {
    await stop()
  }
})

test('one ONU costs few requests, and a MAC address one search', async () => {
  const { olt, device, ask, stop } = await running('127.0.75.2', 16)
  try {
    const now = olt.now()
    const onu = olt.onus.find(one => isOnline(one, now))!
    const name = `gpon 0/0/${onu.port.number}:${onu.id}`
    await ask(interfacesList, { interface: name })
    /** Requests that a call needs when ports and trees are known. */
    const cost = async <M extends Module>(module: M, args: Record<string, unknown>): Promise<number> => {
      const before = device.requests
      await ask(module, args)
      return device.requests - before
    }
    for (const [module, most] of [
      [ponOntsStatus, 3],
      [ponOntsReasons, 3],
      [interfaceDescriptions, 3],
      [ponOntsSerial, 3],
      [ponOntsOptical, 7],
    ] as const)
      assert.ok((await cost(module, { interface: name })) <= most, module.name)
    const [station] = stationsOf(onu)
    const mac = station!.mac
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:')
    const [row] = await ask(fdb, { mac })
    assert.equal([row?.interface?.name, row?.vlan_id], [name, station!.vlan])
    assert.ok((await cost(fdb, { mac })) <= 6)
  } finally {
    await stop()
  }
})
