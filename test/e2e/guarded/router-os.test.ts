import { setTimeout as pause } from 'node:timers/promises'
import mikrotik from '@linecard/driver-mikrotik'
import { ctrlStaticArp } from '@linecard/driver-kit/modules'
import {
  createEquipment,
  memoryStore,
  settingsWith,
  type EquipmentService,
} from '@linecard/equipment/library'
import type { ArmedGuard, Target } from '@linecard/plugin-kit'
import { fakeClock, startRouterOs, type RouterOsDevice } from '@linecard/simulator'
import { assert, failureOf, suite } from '@linecard/test-kit'

/** Self-disarming changes over the RouterOS API. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
type Failure = Error & { code: string; details: Record<string, unknown>[] }
const mac = '02:00:00:00:0A:01'

for (const version of [6, 7] as const) {
  const test = suite(`guarded changes of a living RouterOS ${version}`)
  const ip = `127.41.13.${version}`
  const clock = fakeClock()
  let device: RouterOsDevice
  let equipment: EquipmentService
  const target = (): Target => ({
    deviceId: version,
    ip,
    modelKey: 'mikrotik_rb4011',
    snmp: {
      version: '2c',
      port: device.port,
      timeoutMs: 500,
      retries: 1,
      community: 'public',
      writeCommunity: 'private',
    },
    routerOs: {
      port: device.api.port!,
      tls: false,
      login: 'admin',
      password: 'linecard',
      idleMs: 3_000,
      commandMs: 10_000,
      allowLegacy: false,
    },
  })
  test.before(async () => {
    device = await startRouterOs({ name: 'mt-guarded', ip, version, clock })
    equipment = createEquipment({
      drivers: [mikrotik],
      log: quiet,
      store: memoryStore(),
      settings: settingsWith({ allow_loopback: true, networks: [] }),
    })
  })
  test.after(async () => {
    await equipment?.close()
    await device?.stop()
  })
  const items = (menu: string) => device.simulated.menus[menu]!.items()
  const statics = () => items('/ip/arp').filter(row => row['dynamic'] === 'false')
  const addArp =
    (address: string) =>
    async ({ hold }: ArmedGuard) =>
      equipment.call(target(), ctrlStaticArp, { action: 'add', ip: address, mac, vlan_id: 100 }, { hold })
  const guarded = <T>(work: (armed: ArmedGuard) => Promise<T>) =>
    equipment.guarded(target(), { what: 'a change', revertAfterSec: 300, caller: null }, work)
  const after = async (minutes: number) => {
    clock.advance(minutes * 60_000)
    device.simulated.awake()
    await pause(100)
  }

  test('a harmless change is confirmed over a new connection; backup and entry are gone', async () => {
    const before = device.api.connections
    let armed: readonly object[] = []
    await guarded(async guard => {
      armed = items('/system/scheduler')
      await addArp('10.100.0.200')(guard)
    })
    assert.is(armed.length, 1)
    assert.equal([items('/system/scheduler'), items('/file')], [[], []])
    assert.is(device.api.connections - before, 2)
    await after(60)
    assert.is(statics().length, 1)
  })

  test('a change that disables the API stays armed, and the router comes back as it was', async () => {
    const began = Date.now()
    const error = (await failureOf(
      guarded(async guard => {
        await addArp('10.100.0.201')(guard)
        device.simulated.menus['/ip/service']!.set!('*1', { disabled: 'true' })
      }),
    )) as Failure
    assert.is(error.code, 'EQUIPMENT_CHANGE_REVERTS')
    const armedAt = Date.parse(String(error.details[0]!['reverts_at'])) - 300_000
    assert.ok(began <= armedAt && armedAt <= Date.now(), `${began}, ${armedAt}`)
    assert.is(statics().length, 2)
    await after(4)
    assert.is(statics().length, 2)
    await after(2)
    assert.equal(
      [
        statics().length,

        items('/ip/service')[0]!['disabled'],
        items('/system/scheduler'),
      ],
      [1, 'false', []],
    )
  })

  test('the router reverts while the work still runs, which is told; another process does not arm it meanwhile', async () => {
    const ends = Promise.withResolvers<void>()
    const hanging = failureOf(
      guarded(async guard => {
        await addArp('10.100.0.202')(guard)
        await ends.promise
      }),
    )
    while (statics().length < 2) await pause(50)
    const other = createEquipment({
      drivers: [mikrotik],
      log: quiet,
      store: memoryStore(),
      settings: settingsWith({ allow_loopback: true, networks: [] }),
    })
    const error = (await failureOf(
      other.guarded(target(), { what: 'another', revertAfterSec: 60, caller: null }, async () => {}),
    )) as Failure
    await other.close()
    assert.is(error.code, 'DEVICE_CONFLICT')
    await after(6)
    assert.equal([statics().length, items('/system/scheduler')], [1, []])
    ends.resolve()
    assert.is(((await hanging) as Failure).code, 'EQUIPMENT_CHANGE_REVERTED')
  })

  test('a router that does not keep the entry is not changed', async () => {
    const scheduler = device.simulated.menus['/system/scheduler']!
    const { add } = scheduler
    scheduler.add = () => '*9'
    let started = false
    const error = (await failureOf(
      guarded(async () => {
        started = true
      }),
    )) as Failure
    scheduler.add = add!
    assert.equal([error.code, started, items('/file')], ['DEVICE_NOT_APPLIED', false, []])
  })
}
