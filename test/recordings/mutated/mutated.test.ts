import { mock } from 'node:test'
import { DeviceError } from '@linecard/driver-kit'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import { startDevice } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../../support/drivers.ts'
import { ask, readers } from './ask.ts'
import { ownDevices } from './devices.ts'
import { differences } from './differences.ts'
import { mutations } from './mutations/index.ts'
import { byNumber } from './mutations/faults.ts'
import { failuresOf, sumsOf } from './report.ts'
import { check, type Checked } from './run.ts'

/** Another seed is for `npm run test:mutated -- --seed N`. */
const seed = 1
const drivers = await allDrivers()
const devices = await ownDevices(drivers)
const test = suite('mutated recordings', { level: 'full', timeoutMs: 900_000 })

test('no changed recording gives a wrong value or a silent gap', async () => {
  mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
  const checked: Checked[] = []
  for (const device of devices) checked.push(...(await check(device, mutations, seed)))
  mock.timers.reset()
  for (const line of sumsOf(checked, mutations)) console.log(line)
  assert.is(checked.length > 20_000, true)
  const failures = failuresOf(checked)
  for (const line of failures) console.log(line)
  assert.equal(failures, [])
})

test('what differs: an absent row, an absent value, another value; the order of rows does not', () => {
  const row = (name: string, value: number | null) => ({ name, value })
  const of = (was: unknown, is: unknown) => differences(was, is).map(({ kind, path }) => `${kind} ${path}`)
  assert.equal(of([row('a', 1), row('b', 2)], [row('b', 2), row('a', 1)]), [])
  assert.equal(of([row('a', 1), row('b', 2)], [row('b', 2)]), ['row '])
  assert.equal(of([row('a', 1)], [row('a', null)]), ['cell value'])
  assert.equal(of([row('a', 1)], [row('a', 2)]), ['value value'])
  assert.equal(of([row('a', 1)], [row('a', 1), row('c', 3)]), ['value '])
})

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const sampled = new Set([
  'generic_snmp/switch',
  'huawei_s6700_series/V600R024C00SPC100',
  'dlink_des_3028/1.00.B32',
])

test('over sockets the answers are those of the replay: whole, and with columns that are refused', async () => {
  const equipment = createEquipment({
    drivers,
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  let compared = 0
  for (const device of devices.filter(({ name }) => sampled.has(name))) {
    for (const column of [null, '1.3.6.1.2.1.31.1.1.1.18', '1.3.6.1.2.1.17.7.1.2.2.1.3']) {
      const served = await startDevice({
        ip: '127.0.34.1',
        port: 0,
        recording: device.recording,
        // 5 is genErr.
        behaviour: column === null ? {} : { errors: [{ under: column, status: 5 }] },
      })
      const snmp = { version: '2c', port: served.port, timeoutMs: 3000, retries: 1 } as const
      const target = {
        deviceId: null,
        ip: '127.0.34.1',
        modelKey: device.known.model.key,
        snmp: { ...snmp, community: 'public', writeCommunity: '' },
      }
      const faults = column === null ? [] : [{ column, after: 0, reason: 'rejected' as const }]
      for (const implementation of readers(device)) {
        const args = (device.args[implementation.module.name] ?? {}) as Record<string, unknown>
        const replayed = await ask(device, implementation, { recording: device.recording, faults })
        const answer = await equipment
          .call(target, implementation.module, args, { from: 'device' })
          .catch((error: unknown) => {
            if (error instanceof DeviceError) return error
            throw error
          })
        // Consoles and APIs are not served here.
        if (answer instanceof DeviceError) continue
        compared++
        assert.equal(
          differences(byNumber(replayed.data), byNumber(JSON.parse(JSON.stringify(answer.data)))),
          [],
          `${device.name} ${implementation.module.name} ${column ?? 'whole'}`,
        )
        assert.is(
          answer.meta.missing.length > 0,
          replayed.missing.length > 0,
          `${device.name} ${implementation.module.name} ${column ?? 'whole'} says what is missing`,
        )
      }
      await served.stop()
    }
  }
  await equipment.close()
  assert.is(compared > 100, true)
})
