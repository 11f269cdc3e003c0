import { DeviceError, rest, slice, sortInSlices } from '@linecard/driver-kit'
import { interfaceDescriptions, interfacesList } from '@linecard/driver-kit/modules'
import type { Caller, DeviceExceeds, Target } from '@linecard/plugin-kit'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { createEquipment, memoryStore, settingsWith, type EquipmentService } from '../src/library.ts'
import { createLargeCalls } from '../src/limits/large-calls.ts'
import { acme, acmeMib, silentLog, targetOf } from './acme.ts'

const test = suite('limits of calls and devices')

let device: Device
let endless: Device
let now = new Date('2026-03-01T10:00:00.000Z')
const exceeds: DeviceExceeds[] = []
const warnings: unknown[] = []
const open: EquipmentService[] = []

const serviceWith = (changed: Parameters<typeof settingsWith>[0] = {}) => {
  const made = createEquipment({
    drivers: [acme],
    log: { ...silentLog, warn: (fields: unknown) => void warnings.push(fields) } as typeof silentLog,
    store: memoryStore(),
    clock: () => now,
    settings: settingsWith({ allow_loopback: true, down_after_sec: 1, down_retry_sec: 1, ...changed }),
    onExceeds: one => exceeds.push(one),
  })
  open.push(made)
  return made
}
const failure = (work: Promise<unknown>): Promise<DeviceError> =>
  work.then(
    () => {
      throw new Error('it was answered')
    },
    (error: DeviceError) => error,
  )

/** `endless`: every column has a next row, always. */
test.before(async () => {
  device = await startDevice({ ip: '127.41.9.1', port: 0, recording: acmeMib(24) })
  endless = await startDevice({
    ip: '127.41.9.2',
    port: 0,
    recording: acmeMib(24),
    behaviour: {
      tamper(answer, { type, oids }) {
        if (type !== 'getBulk' && type !== 'getNext') return answer
        const column = /^(1\.3\.6\.1\.2\.1\.(?:2\.2|31\.1\.1)\.1\.\d+)(?:\.(\d+))?$/
        const rows = type === 'getNext' ? 1 : 20
        const varbinds = Array.from({ length: rows }, (_, nth) =>
          oids.map(oid => {
            const [, base, last = '0'] = column.exec(oid)!
            const index = Number(last) + nth + 1
            const isNumber = base!.endsWith('2.2.1.1')
            return {
              oid: `${base}.${index}`,
              type: isNumber ? 2 : 4,
              value: isNumber ? index : Buffer.from(`port ${index}`),
            }
          }),
        ).flat()
        return { status: 0, index: 0, varbinds }
      },
    },
  })
})
test.after(async () => {
  for (const one of open) await one.close()
  await device.stop()
  await endless.stop()
})
const targetFor = (one: Device, deviceId: number): Target => ({ ...targetOf(one), deviceId })

test('the ceiling counts all columns of a call; the device is marked, and logged once', async () => {
  const equipment = serviceWith({ call_values: 2_000 })
  const target = targetFor(endless, 1)
  const { data, meta } = await equipment.call(target, interfaceDescriptions, {}, { from: 'device' })
  assert.ok(data.length >= 500 && data.length <= 2_000, String(data.length))
  assert.ok(meta.missing.length > 0)
  assert.equal([...new Set(meta.missing.map(({ reason }) => reason))], ['row_limit'])
  assert.equal(
    exceeds.splice(0).map(({ device_id, module, limit }) => [device_id, module, limit]),
    [[1, 'interface_descriptions', 'row_limit']],
  )
  // What has no end is not read to the ceiling again.
  const before = endless.requests
  const again = await equipment.call(target, interfaceDescriptions, {}, { from: 'device' })
  assert.ok(endless.requests - before < 30, String(endless.requests - before))
  assert.ok(again.data.length < data.length / 4, String(again.data.length))
  assert.equal(exceeds, [])
  assert.is(warnings.splice(0).length, 1)
  now = new Date(now.getTime() + 2 * 3_600_000)
  const later = await equipment.call(target, interfaceDescriptions, {}, { from: 'device' })
  // It is read to the ceiling again, give or take the datagrams that were under way.
  assert.ok(Math.abs(later.data.length - data.length) < 50, `${later.data.length} of ${data.length}`)
  assert.is(warnings.splice(0).length, 0)
  exceeds.splice(0)
  const metrics = equipment.metrics.find(({ name }) => name === 'linecard_equipment_limited_devices')!
  assert.equal(await metrics.collect(), [{ value: 1 }])
})

test('a healthy device beside it is neither marked nor cut', async () => {
  const equipment = serviceWith({ call_values: 2_000 })
  const { data, meta } = await equipment.call(targetFor(device, 2), interfaceDescriptions, {})
  assert.equal([data.length, meta.missing, exceeds], [24, [], []])
})

test('a switch with eight ports has no hundred thousand interfaces', async () => {
  const equipment = serviceWith({ interface_rows: 50_000 })
  const { data, meta } = await equipment.call(targetFor(endless, 3), interfacesList, {}, { from: 'device' })
  assert.is(data.length, 5_000)
  assert.equal(
    meta.missing.map(({ reason, rows }) => [reason, rows]),
    [
      ['row_limit', 5_000],
      ['row_limit', 5_000],
    ],
  )
  exceeds.splice(0)
})

test('a device with two modules without end is stopped earlier in all of them', async () => {
  const equipment = serviceWith({ call_values: 20_000 })
  const target = targetFor(endless, 9)
  const rowsOf = async (): Promise<number> =>
    (await equipment.call(target, interfaceDescriptions, {}, { from: 'device' })).data.length
  const all = await rowsOf()
  const list = await equipment.call(target, interfacesList, {}, { from: 'device' })
  assert.equal([all, list.data.length], [5_000, 5_000])
  const few = await rowsOf()
  assert.ok(few >= 500 && few < 0.12 * all, String(few))
  exceeds.splice(0)
})

test('large calls of devices without end wait for each other, and no other call for them', async () => {
  const large = createLargeCalls()
  const [one, two, other] = [large.place(true), large.place(true), large.place(false)]
  await one.wait()
  let begun = false
  const second = two.wait().then(() => {
    begun = true
  })
  await other.wait()
  await other.wait()
  assert.is(begun, false)
  one.leave()
  await second
  const gone = new AbortController()
  const third = failure(large.place(true).wait(gone.signal))
  gone.abort(new DeviceError('DeviceTimeout', 'too late'))
  assert.is((await third).code, 'DEVICE_TIMEOUT')
  two.leave()
  await large.place(true).wait()
})

test('octets have a ceiling of their own', async () => {
  const equipment = serviceWith({ call_octets: 65_536 })
  const { data, meta } = await equipment.call(targetFor(endless, 4), interfacesList, {}, { from: 'device' })
  assert.ok(data.length > 100 && data.length < 5_000)
  assert.equal([...new Set(meta.missing.map(({ reason }) => reason))], ['byte_limit'])
  assert.is(exceeds.splice(0)[0]?.limit, 'byte_limit')
})

test('an answer larger than the store takes is given and not stored', async () => {
  const equipment = serviceWith({ stored_answer_octets: 1_000 })
  const target = targetFor(device, 5)
  assert.is((await equipment.call(target, interfacesList, {}, { from: 'device' })).data.length, 24)
  const absent = await failure(equipment.call(target, interfacesList, {}, { from: 'store' }))
  assert.is(absent.code, 'EQUIPMENT_ANSWER_ABSENT')
})

test('a device that is down is 504 at once, with its age and that of the stored answer, unless the caller insists', async () => {
  const equipment = serviceWith({ down_retry_sec: 600 })
  const target = targetFor(device, 6)
  await equipment.call(target, interfacesList, {}, { from: 'device' })
  device.behaviour = { silent: true }
  try {
    let error = await failure(equipment.call(target, interfacesList, {}, { from: 'device' }))
    assert.equal([error.code, error.down], ['DEVICE_TIMEOUT', null])
    // One silence may be a lost packet: it takes a second of nothing at all.
    for (let n = 0; n < 20 && !error.down; n++)
      error = await failure(equipment.call(target, interfacesList, {}, { from: 'device' }))
    now = new Date(now.getTime() + 60_000)
    const before = device.requests
    error = await failure(equipment.call(target, interfacesList, {}, { from: 'device' }))
    assert.equal([error.code, error.status, error.down?.age_sec], ['DEVICE_UNREACHABLE', 504, 60])
    assert.is(error.down?.stored?.age_sec, 60)
    now = new Date(now.getTime() + 3_600_000)
    const { data, meta } = await equipment.call(target, interfacesList, {}, { from: 'cache' })
    assert.equal([data.length, meta.source, meta.error?.code], [24, 'cache', 'DEVICE_UNREACHABLE'])
    assert.is(device.requests, before)
    const caller = { userId: 1, login: 'x', insist: true } as unknown as Caller
    const insisted = await failure(equipment.call(target, interfacesList, {}, { from: 'device', caller }))
    assert.equal([insisted.code, insisted.down], ['DEVICE_TIMEOUT', null])
    assert.ok(device.requests > before)
    device.behaviour = {}
    assert.is((await equipment.call(target, interfacesList, {}, { from: 'device', caller })).data.length, 24)
    // It has answered: everybody may ask it again.
    assert.is((await equipment.call(target, interfacesList, {}, { from: 'device' })).data.length, 24)
  } finally {
    device.behaviour = {}
  }
})

test('while a device is down one call at a time tries it, so that it is soon seen when it is back', async () => {
  const equipment = serviceWith({ down_retry_sec: 1 })
  const target = targetFor(device, 7)
  device.behaviour = { silent: true }
  try {
    for (let n = 0; n < 20; n++)
      if ((await failure(equipment.call(target, interfacesList, {}, { from: 'device' }))).down) break
    device.behaviour = {}
    await new Promise(resolve => setTimeout(resolve, 1_100))
    const asked = ['interfaces', 'others'].map(async what =>
      what === 'interfaces'
        ? (await equipment.call(target, interfacesList, {}, { from: 'device' })).data.length
        : (await failure(equipment.call(target, interfaceDescriptions, {}, { from: 'device' }))).code,
    )
    assert.equal(await Promise.all(asked), [24, 'DEVICE_UNREACHABLE'])
    assert.is((await equipment.call(target, interfaceDescriptions, {}, { from: 'device' })).data.length, 24)
  } finally {
    device.behaviour = {}
  }
})

test('a slow table is no silence', async () => {
  const equipment = serviceWith({ call_deadline_sec: 2, down_retry_sec: 600 })
  const target = targetFor(device, 8)
  device.behaviour = { silent: { under: ['1.3.6.1.2.1.2', '1.3.6.1.2.1.31'] } }
  try {
    for (let n = 0; n < 12; n++) {
      const error = await failure(equipment.call(target, interfaceDescriptions, {}, { from: 'device' }))
      assert.equal([error.code, error.down], ['DEVICE_TIMEOUT', null])
    }
  } finally {
    device.behaviour = {}
  }
  assert.is((await equipment.call(target, interfacesList, {}, { from: 'device' })).data.length, 24)
})

test('long work takes turns: one slice in each turn of the event loop', async () => {
  let turns = 0
  let ticking = true
  const tick = () => {
    turns++
    if (ticking) setImmediate(tick)
  }
  setImmediate(tick)
  const rests = 5
  const work = async () => {
    const own = slice()
    for (let n = 0; n < rests;)
      if (own.over()) {
        n++
        await rest()
      }
  }
  await Promise.all([work(), work(), work()])
  ticking = false
  assert.ok(turns >= 3 * rests, `${turns} turns`)
})

/** Works in slices for 600 ms. Gives their number. */
async function workInSlices(): Promise<number> {
  const until = performance.now() + 600
  let slices = 0
  const own = slice()
  while (performance.now() < until)
    if (own.over()) {
      slices++
      await rest()
    }
  return slices
}

/** Slices of 600 ms alone and beside other work, and the turns of that. */
async function besideOthers(): Promise<{ alone: number; slices: number; others: number }> {
  const alone = await workInSlices()
  let working = true
  let others = 0
  const other = () => {
    const until = performance.now() + 2
    while (performance.now() < until);
    others++
    if (working) setImmediate(other)
  }
  setImmediate(other)
  const slices = await workInSlices()
  working = false
  return { alone, slices, others }
}

test('long work leaves a busy event loop most of its time, and takes that of an idle one', async () => {
  // A slice of 3 ms, and then 8 ms for the others, four of them. The processor may be somebody else's
  // meanwhile. Without the pause there is one slice for each of the others.
  const seen = []
  for (let n = 0; n < 8; n++) {
    const { alone, slices, others } = await besideOthers()
    if (others > 1.2 * slices && slices > 10 && alone > 1.2 * slices) return
    seen.push(`${alone} alone, ${slices} beside ${others} of others`)
  }
  assert.unreachable(seen.join('; '))
})

test('a long list is sorted in slices', async () => {
  const numbers = Array.from({ length: 3_001 }, (_, n) => (n * 7919) % 3_001)
  assert.equal(
    await sortInSlices(numbers, (a, b) => a - b),
    numbers.toSorted((a, b) => a - b),
  )
  assert.equal(await sortInSlices([], () => 0), [])
})
