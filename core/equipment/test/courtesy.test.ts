import { defineDriver } from '@linecard/driver-kit'
import { interfacesList, sysResources } from '@linecard/driver-kit/modules'
import type { Sample } from '@linecard/plugin-kit'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { createEquipment, memoryStore, settingsWith, type EquipmentService } from '../src/library.ts'
import { createCourtesy, loadIn } from '../src/limits/courtesy.ts'
import { acme, acmeMib, silentLog, targetOf } from './acme.ts'

const test = suite('courtesy to OLTs')

/** The same device, once as a switch and once as an OLT. */
const olt = defineDriver({ ...acme, models: acme.models.map(model => ({ ...model, type: 'OLT' as const })) })
let device: Device
const open: EquipmentService[] = []
const serviceWith = (driver: typeof acme, changed: Parameters<typeof settingsWith>[0] = {}) => {
  const made = createEquipment({
    drivers: [driver],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, ...changed }),
  })
  open.push(made)
  return made
}
const fresh = { from: 'device' } as const

test.before(async () => {
  device = await startDevice({ ip: '127.41.8.1', port: 0, recording: acmeMib(600) })
})
test.after(async () => {
  await Promise.all(open.map(one => one.close()))
  await device.stop()
})

test('an OLT has a rate; a switch has none, and an OLT without one does not wait for it', async () => {
  const ask = async (driver: typeof acme, rate: number) => {
    const service = serviceWith(driver, { olt_requests_per_sec: rate })
    const [before, started] = [device.requests, performance.now()]
    const { meta } = await service.call(targetOf(device), interfacesList, {}, fresh)
    return { meta, requests: device.requests - before, took: performance.now() - started }
  }
  const spared = await ask(olt, 20)
  assert.ok(spared.meta.slowed)
  // Each request but the first waits for its turn of 50 ms; a short debt is forgiven.
  const least = (spared.requests - 2) * 50 - 20
  assert.ok(spared.took >= least, `${spared.took} of ${least} ms`)
  const waited = spared.meta.slowed.waited_ms
  assert.ok(waited > 0 && waited <= spared.took, `${waited} of ${spared.took} ms`)
  // On a busy machine answers may become slow while it is read: that has a test with a clock of its own.
  assert.is.not((await ask(olt, 0)).meta.slowed?.reason, 'rate')
  assert.is((await ask(acme, 20)).meta.slowed, null)
})

test('metrics tell how many OLTs are spared, and for how long', () => {
  const values = open[0]!.metrics.filter(({ name }) => /slowed|courtesy/.test(name))
  assert.equal(
    values.map(({ name }) => name),
    ['linecard_equipment_slowed_devices', 'linecard_equipment_courtesy_seconds_total'],
  )
  const [devices, seconds] = values.map(({ collect }) => [...collect()] as Sample[])
  assert.equal(
    devices!.map(({ labels }) => labels?.['reason']),
    ['rate', 'answers', 'cpu'],
  )
  assert.ok(seconds![0]!.value > 0)
})

/** A clock that only the waits move: `wait` is called and its timer is not awaited. */
function scripted(settings: { olt_requests_per_sec: number; olt_cpu_percent: number }) {
  let now = 1_000
  const courtesy = createCourtesy(settings, () => now)
  const signal = AbortSignal.abort(new Error('not waited for'))
  return {
    courtesy,
    pass: (ms: number) => void (now += ms),
    /** Whether a request would have to wait. */
    mustWait: () => {
      const wait = courtesy.wait(signal)
      wait?.catch(() => undefined)
      return wait !== undefined
    },
  }
}

test('the rate is the reason while a request waits for its turn, and not one turn later', () => {
  const { courtesy, pass, mustWait } = scripted({ olt_requests_per_sec: 20, olt_cpu_percent: 85 })
  assert.not.ok(mustWait())
  assert.is(courtesy.reason, null)
  assert.ok(mustWait())
  assert.is(courtesy.reason, 'rate')
  pass(120)
  assert.not.ok(mustWait())
  assert.is(courtesy.slowed, null)
})

test('answers that become much slower than they were, of the same size, slow it down, and it recovers', () => {
  const { courtesy, pass, mustWait } = scripted({ olt_requests_per_sec: 0, olt_cpu_percent: 85 })
  const answers = (ms: number, times: number, octets = 1200) => {
    for (let n = 0; n < times; n++) {
      courtesy.answered(ms, octets)
      pass(ms)
    }
  }
  answers(20, 20)
  assert.not.ok(mustWait())
  answers(100, 20)
  assert.ok(mustWait())
  assert.is(courtesy.slowed, 'answers')
  // Small answers have a usual time of their own.
  answers(5, 20, 60)
  assert.not.ok(mustWait())
  answers(20, 40)
  assert.not.ok(mustWait())
  assert.is(courtesy.slowed, null)
})

test('an OLT that was always slow is not taken for a busy one, and quick answers never are', () => {
  const slow = scripted({ olt_requests_per_sec: 0, olt_cpu_percent: 85 })
  for (let n = 0; n < 50; n++) slow.courtesy.answered(400 + (n % 5) * 20, 1200)
  assert.not.ok(slow.mustWait())
  const quick = scripted({ olt_requests_per_sec: 0, olt_cpu_percent: 85 })
  for (let n = 0; n < 50; n++) quick.courtesy.answered(n < 25 ? 1 : 30, 1200)
  assert.not.ok(quick.mustWait())
})

test('a busy processor spares the OLT for ten minutes at most', () => {
  const { courtesy, pass, mustWait } = scripted({ olt_requests_per_sec: 0, olt_cpu_percent: 85 })
  for (let n = 0; n < 10; n++) courtesy.answered(10, 1200)
  courtesy.loaded(84)
  assert.not.ok(mustWait())
  courtesy.loaded(97)
  assert.ok(mustWait())
  assert.is(courtesy.slowed, 'cpu')
  pass(600_001)
  assert.not.ok(mustWait())
})

test('the load is the highest that the device tells; no load is no number', () => {
  const example = { ...sysResources.example, cpu: { ...sysResources.example.cpu!, util: 91 } }
  assert.is(loadIn('sys_resources', example), 91)
  assert.is(loadIn('card_status', [{ cpu_load: 12 }, { cpu_load: null }, { cpu_load: 55 }]), 55)
  assert.is(loadIn('card_status', [{ cpu_load: null }]), null)
  assert.is(loadIn('interfaces_list', [{ cpu_load: 99 }]), null)
})
