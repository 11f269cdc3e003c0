import { defineDriver, defineFamily, DeviceError, implement } from '@linecard/driver-kit'
import {
  cableDiag,
  uniInterfacesStatus,
  fdb,
  interfaceDescriptions,
  interfacesList,
  parseInterface,
  supportedModules,
} from '@linecard/driver-kit/modules'
import type { ApiError, DeviceAnswered, Target } from '@linecard/plugin-kit'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import {
  createEquipment,
  createNetworks,
  memoryStore,
  settingsWith,
  type EquipmentService,
} from '../src/library.ts'
import {
  acme,
  acmeMib,
  broken,
  circular,
  hanging,
  holdChanges,
  ifAlias,
  memoRuns,
  noting,
  probe,
  silentLog,
  slow,
  targetOf,
  throwing,
} from './acme.ts'
import { withHeldTimers } from './support/held-timers.ts'

const test = suite('equipment calls')

let device: Device
let equipment: EquipmentService
let now = new Date('2026-03-01T10:00:00.000Z')
let target: Target
const settings = settingsWith({ allow_loopback: true, busy_wait_ms: 54_321 })
/** The deadline of a call that ends when the test says so: no other timer has this length. */
const heldSec = 777

test.before(async () => {
  device = await startDevice({ ip: '127.41.0.1', port: 0, recording: acmeMib(24) })
  target = targetOf(device)
  equipment = createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    clock: () => now,
    settings,
  })
})
test.after(async () => {
  await equipment.close()
  await device.stop()
})

const failure = async (work: Promise<unknown>): Promise<Partial<ApiError> & Partial<DeviceError> & Error> => {
  try {
    await work
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}

test('a call returns the result of the module with its source', async () => {
  const { data, meta } = await equipment.call(target, interfacesList, {}, { from: 'device' })
  assert.is(data.length, 24)
  assert.equal(data[2], { id: 3, name: 'Gi0/3', type: 'ETH', parent: null, if_index: 3 })
  assert.equal(
    { ...meta, spent_ms: 0 },
    {
      source: 'device',
      from_cache: false,
      time: '2026-03-01T10:00:00.000Z',
      age_sec: 0,
      spent_ms: 0,
      error: null,
      missing: [],
      answered_by: ['vendor'],
      slowed: null,
    },
  )
})

test('every answer of a device of the inventory is kept, and no stored answer', async () => {
  const told: DeviceAnswered[] = []
  const listening = createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    clock: () => now,
    settings: settingsWith({ allow_loopback: true }),
    keeps: () => [noting(told)],
  })
  try {
    const { data } = await listening.call({ ...target, deviceId: 7 }, interfacesList, {}, { from: 'device' })
    assert.equal(told, [
      { device_id: 7, module: 'interfaces_list', args: {}, data, complete: true, time: now },
    ])
    await listening.call({ ...target, deviceId: 7 }, interfacesList, {}, { from: 'cache' })
    await listening.call({ ...target, deviceId: null }, interfacesList, {}, { from: 'device' })
    assert.is(told.length, 1)
  } finally {
    await listening.close()
  }
})

test('a module that the model does not have is refused before a packet is sent', async () => {
  const before = device.requests
  const error = await failure(equipment.callByName(target, 'fdb', {}, { from: 'device' }))
  assert.is(error.code, 'DEVICE_UNSUPPORTED')
  assert.is(error.status, 422)
  assert.match(error.message, /Acme G8 does not support fdb/)
  assert.is((await failure(equipment.call(target, fdb, {}))).code, 'DEVICE_UNSUPPORTED')
  assert.is(
    (await failure(equipment.callByName({ ...target, modelKey: null }, 'fdb', {}))).code,
    'DEVICE_UNSUPPORTED',
  )
  assert.is(
    (await failure(equipment.callByName(target, 'no_such_module', {}))).code,
    'EQUIPMENT_MODULE_UNKNOWN',
  )
  assert.is(device.requests, before)
})

test('wrong arguments are refused with their names before a packet is sent', async () => {
  const before = device.requests
  const error = await failure(
    equipment.callByName(target, 'acme.probe', { count: 'many', colour: 'red' }, { from: 'device' }),
  )
  assert.is(error.status, 400)
  assert.is(error.code, 'EQUIPMENT_ARGUMENTS_INVALID')
  assert.equal(error.details!.map(({ path }) => path).toSorted(), ['colour', 'count'])
  assert.is((await failure(equipment.callByName(target, 'acme.probe', [1]))).status, 400)
  assert.is((await failure(equipment.callByName(target, 'acme.probe', 'x'))).status, 400)
  assert.is(
    (await failure(equipment.callByName(target, 'parse_interface', {}))).details![0]!.path,
    'interface',
  )
  assert.is(device.requests, before)
})

test('cache answers within its time to live, then asks the device; store never asks', async () => {
  const other = { ...target, deviceId: 2 }
  assert.is(
    (await failure(equipment.call(other, interfacesList, {}, { from: 'store' }))).code,
    'EQUIPMENT_ANSWER_ABSENT',
  )
  assert.is((await equipment.call(other, interfacesList, {}, { from: 'cache' })).meta.source, 'device')
  const before = device.requests
  now = new Date(now.getTime() + 299_000)
  const cached = await equipment.call(other, interfacesList, {}, { from: 'cache' })
  assert.is(cached.meta.source, 'cache')
  assert.is(cached.meta.from_cache, true)
  assert.is(cached.meta.age_sec, 299)
  now = new Date(now.getTime() + 86_400_000)
  const stored = await equipment.call(other, interfacesList, {}, { from: 'store' })
  assert.is(stored.meta.source, 'store')
  assert.equal(stored.data, cached.data)
  assert.is(device.requests, before)
  assert.is((await equipment.call(other, interfacesList, {}, { from: 'cache' })).meta.source, 'device')
  assert.ok(device.requests > before)
})

test('a fresh answer for all interfaces is used for one interface', async () => {
  const other = { ...target, deviceId: 3 }
  await equipment.call(other, interfacesList, {}, { from: 'device' })
  await equipment.call(other, interfaceDescriptions, {}, { from: 'device' })
  const before = device.requests
  for (const name of [7, '7', 'Gi0/7']) {
    const { data, meta } = await equipment.call(
      other,
      interfaceDescriptions,
      { interface: name },
      { from: 'cache' },
    )
    assert.equal(
      data.map(row => row.description),
      ['port 7'],
    )
    assert.is(meta.source, 'cache')
  }
  assert.equal((await equipment.call(other, parseInterface, { interface: 'Gi0/7' })).data.id, 7)
  assert.is(device.requests, before)
  assert.is(
    (await failure(equipment.call(other, parseInterface, { interface: 'Gi9/9' }))).code,
    'DEVICE_BAD_ARGUMENT',
  )
})

test('supported_modules asks no device', async () => {
  const before = device.requests
  const { data } = await equipment.call(target, supportedModules, {}, { from: 'device' })
  assert.equal(
    data,
    equipment.modules('acme_g8').map(({ name }) => name),
  )
  assert.ok(data.includes('parse_interface') && data.includes('acme.probe') && !data.includes('fdb'))
  assert.equal(equipment.modules(null), [])
  assert.is(device.requests, before)
})

test('identical calls at the same time are one request', async () => {
  device.behaviour = { delayMs: 20 }
  const other = { ...target, deviceId: 4 }
  const before = device.requests
  await equipment.call(other, interfacesList, {}, { from: 'device' })
  const alone = device.requests - before
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => equipment.call(other, interfacesList, {}, { from: 'device' })),
  )
  device.behaviour = {}
  assert.is(device.requests - before, 2 * alone)
  assert.ok(answers.every(({ data }) => data.length === 24))
})

test('a client that leaves does not stop the request of the others', async () => {
  // It answers only a repetition, after the client has left.
  device.behaviour = { silent: true }
  const patient = { ...target, snmp: { ...target.snmp, timeoutMs: 1_000, retries: 9 } }
  const before = device.requests
  const leaving = new AbortController()
  const { signal } = leaving
  const left = failure(equipment.call(patient, interfacesList, {}, { from: 'device', signal }))
  const staying = equipment.call(patient, interfacesList, {}, { from: 'device' })
  await until('the device is asked', () => device.requests > before)
  leaving.abort()
  assert.is((await left).name, 'AbortError')
  device.behaviour = {}
  assert.is((await staying).data.length, 24)
})

test('a silent device gives the old stored answer and marks it, or an error if nothing is stored', async () => {
  const other = { ...target, deviceId: 5 }
  await equipment.call(other, interfacesList, {}, { from: 'device' })
  now = new Date(now.getTime() + 3_600_000)
  device.behaviour = { silent: true }
  const { data, meta } = await equipment.call(other, interfacesList, {}, { from: 'cache' })
  assert.is(data.length, 24)
  assert.is(meta.source, 'cache')
  assert.is(meta.age_sec, 3600)
  assert.is(meta.error!.code, 'DEVICE_TIMEOUT')
  assert.is(
    (await failure(equipment.call(other, interfacesList, {}, { from: 'device' }))).code,
    'DEVICE_TIMEOUT',
  )
  assert.is((await failure(equipment.call({ ...target, deviceId: 6 }, interfacesList, {}))).status, 504)
  device.behaviour = {}
})

test('silence during a walk is a 504 with the rows so far, and does not touch the complete stored answer', async () => {
  const other = { ...target, deviceId: 7 }
  await equipment.call(other, interfaceDescriptions, {}, { from: 'device' })
  const before = device.requests
  await equipment.call(other, interfacesList, {}, { from: 'device' })
  device.behaviour = { silent: { after: 2 * device.requests - before } }
  const error = await failure(equipment.call(other, interfaceDescriptions, {}, { from: 'device' }))
  device.behaviour = {}
  assert.is(error.code, 'DEVICE_TIMEOUT')
  assert.is(error.status, 504)
  assert.is((error.partial as unknown[]).length, 24)
  assert.ok(error.missing!.some(({ what, reason }) => what === ifAlias && reason === 'silent'))
  const { data } = await equipment.call(other, interfaceDescriptions, {}, { from: 'store' })
  assert.is(data[0]!.description, 'port 1')
})

test('a call that runs out of time keeps the rows of the running walk, and nothing more is sent', async () => {
  const large = await startDevice({ ip: '127.41.0.3', port: 0, recording: acmeMib(600) })
  large.behaviour = { delayMs: 100 }
  const { snmp } = targetOf(large)
  const other = targetOf(large, { deviceId: 9, snmp: { ...snmp, timeoutMs: 300 } })
  const hurried = createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, call_deadline_sec: heldSec }),
  })
  /** The error of a call whose time ends when the device has answered some of its questions. */
  const cut = (module: string) =>
    withHeldTimers(heldSec * 1000, async end => {
      const before = large.requests
      const cutCall = failure(hurried.callByName(other, module, {}, { from: 'device' }))
      await until('some rows have come', () => large.requests > before + 4)
      end()
      return cutCall
    })
  const error = await cut('interfaces_list')
  assert.is(error.code, 'DEVICE_TIMEOUT')
  assert.match(error.message, /did not answer interfaces_list within 777 s/)
  const rows = (error.partial as unknown[]).length
  assert.ok(rows > 20 && rows < 600, `${rows} rows`)
  assert.equal(
    error.missing!.map(({ reason, rows: kept }) => [reason, kept! > 0]),
    [
      ['time_limit', true],
      ['time_limit', true],
    ],
  )
  const sent = large.requests
  await new Promise(resolve => setTimeout(resolve, 300))
  assert.is(large.requests, sent)

  const second = await cut('interface_descriptions')
  assert.ok(
    second.missing!.length > 0 && second.missing!.every(({ reason }) => reason === 'time_limit'),
    JSON.stringify(second.missing),
  )
  assert.is(
    (await failure(hurried.call(other, interfacesList, {}, { from: 'store' }))).code,
    'EQUIPMENT_ANSWER_ABSENT',
  )
  await hurried.close()
  await large.stop()
})

test('a change whose time ends after its SET was sent waits for the answer', async () => {
  device.behaviour = { delayMs: 500 }
  // As long as its SET may take, it is waited for.
  const patient = { ...target, snmp: { ...target.snmp, timeoutMs: 600_000 } }
  const hurried = createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, call_deadline_sec: heldSec }),
  })
  const done = await withHeldTimers(heldSec * 1000, async end => {
    const before = device.requests
    const change = hurried.callByName(patient, 'acme.slow_change', {})
    await until('the SET is sent', () => device.requests > before)
    end()
    return change
  })
  assert.equal(done.data, { done: true })
  device.behaviour = {}
  await hurried.close()
})

test('an answer that does not fit the schema of the module is an error of the driver', async () => {
  for (const module of [broken, throwing, circular]) {
    const error = await failure(equipment.call(target, module, {} as never, { from: 'device' }))
    assert.is(error.code, 'DEVICE_PARSE_FAILED')
    assert.is(error.fault, 'driver')
    assert.match(error.message, /driver/)
  }
  assert.match((await failure(equipment.call(target, broken, {} as never))).message, /rx must be number/)
})

test('a call ends at its deadline even if the driver never ends, and the device stays usable', async () => {
  const { call_deadline_sec: usual } = settings
  settings.call_deadline_sec = 1
  const error = await failure(equipment.call(target, hanging, {} as never, { from: 'device' }))
  settings.call_deadline_sec = usual
  assert.is(error.code, 'DEVICE_TIMEOUT')
  assert.is((await equipment.call(target, interfacesList, {}, { from: 'device' })).data.length, 24)
})

test('during a change of a device, other calls get 409 after a short wait, and at once after that', async () => {
  const goOn = holdChanges()
  const before = slow.reached
  const { device_queue: usual } = settings
  settings.device_queue = 1
  // The time that others wait, busy_wait_ms, ends while the change is held.
  const { change, errors } = await withHeldTimers(settings.busy_wait_ms, async end => {
    const changing = equipment.callByName(target, 'acme.slow_change', {})
    await until('the change has its turn', () => slow.reached > before)
    const read = () => failure(equipment.call(target, interfacesList, {}, { from: 'device' }))
    // One of two waits as soon as there is no place for the other.
    const two = [read(), failure(equipment.call(target, probe, {}, { from: 'device' }))]
    const noPlace = await Promise.race(two)
    assert.match(noPlace.message, '1 calls already wait')
    end()
    const refusals = [...(await Promise.all(two)).filter(error => error !== noPlace), await read()]
    return { change: changing, errors: refusals }
  }).finally(() => {
    settings.device_queue = usual
    goOn()
  })
  for (const { code, message, status } of errors) {
    assert.equal([code, status], ['DEVICE_BUSY', 409])
    assert.match(message!, 'is in progress: acme.slow_change')
  }
  assert.is(errors.length, 2)
  assert.equal((await change).data, { done: true })
  assert.is((await equipment.call(target, probe, {}, { from: 'device' })).data.name, 'renamed')
})

test('a client that leaves does not stop a change, and a change with from=store is refused', async () => {
  const leaving = new AbortController()
  const goOn = holdChanges()
  const before = slow.reached
  const change = equipment.callByName(target, 'acme.slow_change', {}, { signal: leaving.signal })
  await until('the change has its turn', () => slow.reached > before)
  leaving.abort()
  // What the leaving did has been done before the change goes on.
  setImmediate(goOn)
  assert.equal((await change).data, { done: true })
  assert.is(
    (await failure(equipment.callByName(target, 'acme.slow_change', {}, { from: 'store' }))).code,
    'EQUIPMENT_CHANGE_SOURCE',
  )
})

test('a value that a driver caches is read once and removed with the device', async () => {
  const other = { ...target, deviceId: 8, snmp: { ...target.snmp, writeCommunity: 'other' } }
  memoRuns.count = 0
  for (const count of [1, 2, 3]) await equipment.call(other, probe, { count }, { from: 'device' })
  assert.is(memoRuns.count, 1)
  await equipment.forget(8)
  assert.is(
    (await failure(equipment.call(other, probe, { count: 1 }, { from: 'store' }))).code,
    'EQUIPMENT_ANSWER_ABSENT',
  )
  await equipment.call(other, probe, { count: 1 }, { from: 'device' })
  assert.is(memoRuns.count, 2)
})

test('detection returns the model and the reasons against others; a silent address is a timeout', async () => {
  const found = await equipment.detect({ ...target, deviceId: null, modelKey: null })
  assert.is(found.modelKey, 'acme_g8')
  assert.is(found.descr, 'Acme G8 rev A')
  assert.is(found.tier, 'object_id')
  device.behaviour = { silent: true }
  assert.is((await failure(equipment.detect(target))).code, 'DEVICE_TIMEOUT')
  device.behaviour = {}
})

test('an address outside of the networks is refused before a packet, also as mapped IPv6', async () => {
  const strict = createEquipment({ drivers: [acme], log: silentLog, store: memoryStore() })
  const before = device.requests
  for (const ip of [
    device.ip,
    `::ffff:${device.ip}`,
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '8.8.8.8',
    'localhost',
    '2130706433',
    '::1',
    'fe80::1',
  ]) {
    const error = await failure(strict.detect({ ...target, ip }))
    assert.is(error.code, 'EQUIPMENT_ADDRESS_REFUSED', ip)
    assert.is(error.status, 400)
    assert.is(
      (await failure(strict.call({ ...target, ip }, interfacesList, {}, { from: 'device' }))).code,
      'EQUIPMENT_ADDRESS_REFUSED',
    )
  }
  assert.is(device.requests, before)
  await strict.close()
})

test('networks are written as CIDR or as single addresses', () => {
  const networks = createNetworks(['10.1.0.0/16', '192.0.2.7', 'fd00::/8'])
  for (const ip of ['10.1.255.1', '192.0.2.7', 'fd00::1']) assert.is(networks.check(ip), ip)
  for (const ip of ['10.2.0.1', '192.0.2.8', 'fc00::1'])
    assert.throws(() => networks.check(ip), /none of the configured/)
  for (const wrong of ['10.0.0.0/33', '10.0.0', 'lan'])
    assert.throws(() => createNetworks([wrong]), /neither a network/)
})

test('NUL, control, HTML and lone surrogates arrive as text; 60 KB of text are cut and marked', async () => {
  const nasty = ['a\0b', '<script>alert(1)</script>', '\u0001\u001b[31m', 'x'.repeat(60_000)]
  const raw = await startDevice({
    ip: '127.41.0.2',
    port: 0,
    recording: acmeMib(5, port =>
      port === 5 ? Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]) : nasty[port - 1]!,
    ),
  })
  const { data, meta } = await equipment.call(
    targetOf(raw, { deviceId: 24 }),
    interfaceDescriptions,
    {},
    { from: 'device' },
  )
  await raw.stop()
  assert.is(data[1]!.description, nasty[1])
  assert.is(data[3]!.description, `${'x'.repeat(799)}…`)
  assert.equal(meta.missing, [{ what: 'texts', reason: 'text_cut', cells: 1 }])
  assert.not.ok(JSON.stringify(data).includes('\\u0000'))
  assert.equal(
    (await equipment.call(targetOf(raw, { deviceId: 24 }), interfaceDescriptions, {}, { from: 'store' }))
      .data,
    data,
  )
})

test('a read that makes the device act locks it as a change does, and is not repeated if its result is old', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const work = async () => {
    runs++
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 100))
    running--
  }
  const family = defineFamily({
    id: 'x',
    modules: [
      implement(cableDiag, async () => {
        await work()
        return []
      }),
      implement(interfacesList, async () => {
        await work()
        return []
      }),
      implement(
        uniInterfacesStatus,
        async () => {
          await work()
          return []
        },
        { exclusive: true },
      ),
    ],
  })

  const driver = defineDriver({
    id: 'tdr',
    vendor: 'Tdr',
    api: 1,
    models: [
      { key: 'tdr_x', name: 'Tdr X', type: 'SWITCH', family, detect: { objectId: '1.3.6.1.4.1.99999.5' } },
    ],
  })
  const tdr = createEquipment({
    drivers: [driver],
    log: silentLog,
    store: memoryStore(),
    clock: () => now,
    settings: settingsWith({ allow_loopback: true }),
  })
  const started = now
  try {
    const one = { ...target, deviceId: 9, modelKey: 'tdr_x' }
    // Without a source the device is asked, and no other call reads meanwhile.
    const answers = await Promise.all([
      tdr.call(one, cableDiag, {}),
      tdr.call(one, interfacesList, {}, { from: 'device' }),
    ])
    assert.equal([answers[0].meta.source, most], ['device', 1])
    // An implementation that says so too: here it selects with registers what it reads.
    await Promise.all([
      tdr.call(one, uniInterfacesStatus, {}, { from: 'device' }),
      tdr.call(one, interfacesList, {}, { from: 'device' }),
    ])
    assert.equal([most, runs], [1, 4])
    now = new Date(now.getTime() + 86_400_000)
    assert.is((await tdr.call(one, cableDiag, {}, { from: 'cache' })).meta.source, 'cache')
    assert.is(runs, 4)
  } finally {
    now = started
    await tdr.close()
  }
})
