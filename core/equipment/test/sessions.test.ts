import { readdirSync } from 'node:fs'
import type { DeviceError } from '@linecard/driver-kit'
import { interfaceDescriptions, interfacesList } from '@linecard/driver-kit/modules'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import {
  createEquipment,
  memoryStore,
  openSnmp,
  settingsWith,
  type EquipmentService,
} from '../src/library.ts'
import { config, type Config } from '../src/config.ts'
import { acme, acmeMib, hanging, holdChanges, probe, silentLog, slow, targetOf } from './acme.ts'

const test = suite('equipment sessions')

let device: Device
const running: EquipmentService[] = []
test.before(async () => {
  device = await startDevice({ ip: '127.44.0.1', port: 0, recording: acmeMib(4) })
})
test.after(async () => {
  await Promise.all(running.map(one => one.close()))
  await device.stop()
})

function start(settings: Partial<Config>) {
  let open = 0
  let mostOpen = 0
  let opened = 0
  const equipment = createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    // The same object, which tests change in place.
    settings: Object.assign(settings, settingsWith({ ...settings, allow_loopback: true })),
    openSnmp(options) {
      mostOpen = Math.max(mostOpen, ++open)
      opened++
      return openSnmp({
        ...options,
        onStats: () => {
          open--
        },
      })
    },
  })
  running.push(equipment)
  return { equipment, open: () => open, mostOpen: () => mostOpen, opened: () => opened }
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: DeviceError) => error.code,
  )
const descriptors = () => readdirSync('/proc/self/fd').length

test('one session for each device serves all calls, and closes after an idle time', async () => {
  const settings: Partial<Config> = { session_idle_sec: 600 }
  const { equipment, open, opened } = start(settings)
  for (let count = 1; count < 6; count++)
    await equipment.call(targetOf(device), probe, { count }, { from: 'device' })
  assert.is(opened(), 1)
  assert.is(open(), 1)
  settings.session_idle_sec = 1
  await equipment.call(targetOf(device), probe, { count: 6 }, { from: 'device' })
  assert.is(opened(), 1)
  await until('the idle session is closed', () => open() === 0)
  assert.equal(equipment.stats, { open: 0, waiting: 0, devices: 0 })
  await equipment.call(targetOf(device), interfacesList, {}, { from: 'device' })
  assert.is(opened(), 2)
})

test('calls of one device run one after the other', async () => {
  const { equipment, opened } = start({})
  await equipment.call(targetOf(device), interfaceDescriptions, {}, { from: 'device' })
  const asked = device.requests
  await equipment.call(targetOf(device), interfaceDescriptions, {}, { from: 'device' })
  const requests = device.requests - asked
  device.behaviour = { delayMs: 20 }
  const started = performance.now()
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(port =>
      equipment.call(targetOf(device), interfaceDescriptions, { interface: port }, { from: 'device' }),
    ),
  )
  const took = performance.now() - started
  device.behaviour = {}
  assert.equal(
    answers.map(({ data }) => data.length),
    [1, 1, 1, 1, 0],
  )
  assert.ok(took >= 5 * requests * 19, `${took} ms for 5 times ${requests} requests of 20 ms`)
  assert.is(opened(), 1)
})

test('other credentials are another session, and a forgotten device reads its new ones', async () => {
  const { equipment, opened, open } = start({})
  await equipment.call(targetOf(device), interfacesList, {}, { from: 'device' })
  const other = targetOf(device)
  assert.is(
    await code(
      equipment.call(
        { ...other, snmp: { ...other.snmp, community: 'wrong' } },
        interfacesList,
        {},
        { from: 'device' },
      ),
    ),
    'DEVICE_TIMEOUT',
  )
  assert.is(opened(), 2)
  await equipment.forget(1)
  assert.is(open(), 0)
})

test('a full queue returns 409 and does not grow', async () => {
  const { equipment } = start({ device_queue: 3 })
  device.behaviour = { delayMs: 30 }
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      code(
        equipment.call(
          targetOf(device, { deviceId: index }),
          probe,
          { count: index + 1 },
          { from: 'device' },
        ),
      ),
    ),
  )
  device.behaviour = {}
  assert.equal(Map.groupBy(codes, one => one).get('ok')!.length, 4)
  assert.equal(Map.groupBy(codes, one => one).get('DEVICE_BUSY')!.length, 4)
})

test('a call that waits until its deadline gets the error that the device is busy, not that it is down', async () => {
  const { equipment } = start({ call_deadline_sec: 1 })
  device.behaviour = { silent: true }
  const target = targetOf(device)
  const patient = { ...target, snmp: { ...target.snmp, timeoutMs: 3_000 } }
  const codes = await Promise.all(
    [1, 2, 3].map(count =>
      code(equipment.call(patient, interfaceDescriptions, { interface: count }, { from: 'device' })),
    ),
  )
  device.behaviour = {}
  assert.equal(codes, ['DEVICE_TIMEOUT', 'DEVICE_BUSY', 'DEVICE_BUSY'])
})

test('an idle session makes room for another device', async () => {
  const second = await startDevice({ ip: '127.44.0.2', port: 0, recording: acmeMib(4) })
  const { equipment, open, opened } = start({ max_sessions: 1 })
  for (const one of [device, second, device])
    assert.is((await equipment.call(targetOf(one), interfacesList, {}, { from: 'device' })).data.length, 4)
  assert.is(open(), 1)
  assert.is(opened(), 3)
  await second.stop()
})

test('stop ends reading calls at once, and waits for a change', async () => {
  const { equipment } = start({})
  device.behaviour = { silent: true }
  const patient = targetOf(device)
  const asked = device.requests
  const read = code(
    equipment.call(
      { ...patient, snmp: { ...patient.snmp, timeoutMs: 600_000 } },
      interfacesList,
      {},
      { from: 'device' },
    ),
  )
  await until('the device is asked', () => device.requests > asked)
  await equipment.close()
  assert.is(await read, 'DEVICE_SESSION_LOST')
  device.behaviour = {}

  const other = start({}).equipment
  const goOn = holdChanges()
  const before = slow.reached
  const order: string[] = []
  const change = other
    .callByName(targetOf(device), 'acme.slow_change', {})
    .finally(() => order.push('change'))
  await until('the change has its turn', () => slow.reached > before)
  const closing = other.close().then(() => order.push('close'))
  setImmediate(goOn)
  assert.equal((await change).data, { done: true })
  await closing
  assert.equal(order, ['change', 'close'])
})

test('5,000 silent devices at the same time stay within the limits of sessions and descriptors, and another device still answers', async () => {
  const { equipment, mostOpen } = start({ max_sessions: 200, max_waiting: 6_000, call_deadline_sec: 3_600 })
  await equipment.call(targetOf(device), interfacesList, {}, { from: 'device' })
  const before = descriptors()
  let mostDescriptors = 0
  const watch = setInterval(() => {
    mostDescriptors = Math.max(mostDescriptors, descriptors())
  }, 20)
  const down = Array.from({ length: 5_000 }, (_, index) =>
    targetOf({ ip: `127.45.${index >> 8}.${index & 255}`, port: 9 }, { deviceId: 1_000 + index }),
  )
  const calls = down.map(target =>
    code(
      equipment.call(
        { ...target, snmp: { ...target.snmp, timeoutMs: 60 } },
        interfacesList,
        {},
        { from: 'cache' },
      ),
    ),
  )
  const live = code(equipment.call(targetOf(device), interfacesList, {}, { from: 'device' }))
  const codes = await Promise.all(calls)
  clearInterval(watch)
  assert.equal([...new Set(codes)], ['DEVICE_TIMEOUT'])
  assert.is(await live, 'ok')
  assert.ok(mostOpen() > 100 && mostOpen() <= 200, `${mostOpen()} sessions`)
  assert.ok(mostDescriptors - before < 40, `${before} → ${mostDescriptors} descriptors`)
  assert.ok(equipment.stats.devices <= 1)
})

test('with too many calls waiting the rest is refused at once', async () => {
  const { equipment } = start({ max_sessions: 1, max_waiting: 2 })
  const codes = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      code(equipment.detect(targetOf({ ip: `127.45.99.${index + 1}`, port: 9 }))),
    ),
  )
  assert.is(codes.filter(one => one === 'EQUIPMENT_OVERLOADED').length, 2)
  assert.is(codes.filter(one => one === 'DEVICE_TIMEOUT').length, 3)
})

test('changed settings take effect at once, except those that need a restart', async () => {
  const settings: Partial<Config> = {
    session_idle_sec: 30,
    answer_ttl_sec: 300,
    busy_wait_ms: 5_000,
    device_queue: 64,
    max_sessions: 1,
    max_waiting: 100,
  }
  const { equipment, opened } = start(settings)
  const target = targetOf(device)
  const source = async () => (await equipment.call(target, interfacesList, {}, { from: 'cache' })).meta.source
  assert.is(await source(), 'device')
  assert.is(await source(), 'cache')
  settings.module_ttl_sec = { interfaces_list: 0 }
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.is(await source(), 'device')
  settings.module_ttl_sec = {}
  settings.answer_ttl_sec = 0
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.is(await source(), 'device')

  assert.is(opened(), 1)
  settings.session_idle_sec = 0
  for (const count of [1, 2]) await equipment.call(target, probe, { count }, { from: 'device' })
  assert.is(opened(), 2)
  assert.is(equipment.stats.open, 0)

  settings.call_deadline_sec = 1
  assert.match(
    (
      (await equipment
        .call(target, hanging, {} as never, { from: 'device' })
        .catch((error: Error) => error)) as Error
    ).message,
    /within 1 s/,
  )
  settings.call_deadline_sec = 120

  device.behaviour = { delayMs: 30 }
  settings.device_queue = 1
  const queued = await Promise.all(
    [1, 2, 3].map(count => code(equipment.call(target, probe, { count }, { from: 'device' }))),
  )
  assert.equal(queued, ['ok', 'ok', 'DEVICE_BUSY'])
  settings.busy_wait_ms = 50
  const goOn = holdChanges()
  const before = slow.reached
  const change = code(equipment.callByName(target, 'acme.slow_change', {}))
  await until('the change has its turn', () => slow.reached > before)
  assert.is(await code(equipment.call(target, probe, {}, { from: 'device' })), 'DEVICE_BUSY')
  goOn()
  assert.is(await change, 'ok')
  device.behaviour = {}

  // So long that the first still waits when all have begun.
  const snmp = { ...target.snmp, port: 9, timeoutMs: 2_000 }
  const down = (last: number) => code(equipment.detect({ ...target, ip: `127.45.98.${last}`, snmp }))
  const waiting = [1, 2, 3, 4].map(down)
  await until(
    'three wait for the one session',
    () => equipment.stats.open === 1 && equipment.stats.waiting === 3,
  )
  settings.max_waiting = 3
  assert.is(await down(5), 'EQUIPMENT_OVERLOADED')
  settings.max_sessions = 4
  await Promise.race(waiting)
  await until('all wait no longer', () => equipment.stats.waiting === 0)
  await Promise.all(waiting)
  assert.equal(equipment.stats, { open: 0, waiting: 0, devices: 0 })

  settings.allow_loopback = false
  assert.is(await code(equipment.call(target, probe, {}, { from: 'device' })), 'ok')
  const restart = Object.entries(config.properties)
    .filter(([, schema]) => 'requiresRestart' in schema)
    .map(([key]) => key)
  assert.equal(restart, ['networks', 'allow_loopback'])
})
