import generic from '@linecard/driver-generic'
import { defineDriver, defineFamily, implement } from '@linecard/driver-kit'
import { ifTable, systemInfo } from '@linecard/driver-kit/builders'
import { arps, fdb } from '@linecard/driver-kit/modules'
import { assert, suite, until } from '@linecard/test-kit'
import type { FoundMac, DeviceSearchMeta } from '../src/schemas.ts'
import { added, base, startWorld, stopDevices, type Added, type World } from './world.ts'

const test = suite('search on devices: bounds', { level: 'full' })
const mac = '02:00:5E:10:AB:01'

/** How many devices of the driver below are being asked, and were at most; `hold` keeps them. */
const state = { now: 0, most: 0, hold: null as Promise<void> | null }
/** A device takes a moment, or until the test lets it go. */
const slowly = async (): Promise<[]> => {
  state.most = Math.max(state.most, ++state.now)
  try {
    await (state.hold ??
      new Promise(resolve => {
        setTimeout(resolve, 100)
      }))
    return []
  } finally {
    state.now--
  }
}
const switches = defineFamily({
  id: 'switch',
  modules: [
    systemInfo({ vendor: 'Slow', noEntity: true }),
    ...ifTable(),
    implement(fdb, slowly),
    implement(arps, slowly),
  ],
})

const slow = defineDriver({
  id: 'slow',
  vendor: 'Slow',
  api: 1,
  models: [
    {
      key: 'slow_switch',
      name: 'Slow',
      type: 'SWITCH',
      family: switches,
      detect: { objectId: '1.3.6.1.4.1.99999.7' },
    },
  ],
})

let world: World
const devices: Added[] = []
test.before(async () => {
  world = await startWorld({ 'search-device': { concurrency: 3, searches_at_once: 1, deadline_sec: 2 } }, [
    slow,
    generic,
  ])
  for (let n = 0; n < 8; n++) devices.push(await added(world, `slow ${n}`, {}))
})
test.after(async () => {
  state.hold = null
  await world?.stop()
  await stopDevices()
})
const search = async (body: object = {}) => {
  const answer = await world.http('POST', `${base}/search-mac`, { mac, ...body })
  return {
    status: answer.status,
    code: answer.body.error?.code,
    headers: answer.headers,
    rows: answer.body.data as FoundMac[],
    meta: answer.body.meta as DeviceSearchMeta,
  }
}

test('not more devices are asked at once than the settings allow', async () => {
  const { status, meta } = await search()
  assert.equal([status, meta.answered, meta.complete], [200, 8, true])
  assert.equal([state.most, state.now], [3, 0])
})

test('not more devices are asked in total than the settings allow, and the answer says so', async () => {
  await world.http('PUT', '/system/configuration', { 'search-device': { devices_at_most: 5 } })
  const { meta } = await search()
  assert.equal([meta.devices, meta.answered, meta.not_asked, meta.complete], [8, 5, 3, false])
  assert.equal(
    meta.skipped.map(({ code }) => code),
    Array.from({ length: 3 }, () => 'SEARCH_DEVICE_TOO_MANY'),
  )
  await world.http('PUT', '/system/configuration', { 'search-device': { devices_at_most: 5000 } })
})

test('the answer comes when the time is over; a further search gets 503 until then, and works afterwards', async () => {
  const release = Promise.withResolvers<void>()
  state.hold = release.promise
  const held = search()
  await until('three are asked', () => state.now === 3)
  const busy = await search()
  assert.equal([busy.status, busy.code, busy.headers.get('retry-after')], [503, 'SEARCH_DEVICE_BUSY', '5'])
  const { status, meta } = await held
  // Three at a time, and those that are slow do not keep the next ones waiting.
  assert.equal([status, meta.answered, meta.complete], [200, 0, false])
  assert.ok(meta.failed > 3 && meta.failed + meta.not_asked === 8, JSON.stringify(meta))
  assert.equal([...new Set(meta.errors.map(({ code }) => code))], ['SEARCH_DEVICE_TIME_OVER'])
  state.hold = null
  release.resolve()
  assert.is((await search({ devices: [devices[7]!.id] })).meta.complete, true)
})

for (const [path, body] of [
  ['search-mac', { mac }],
  ['search-ip', { ip: '192.0.2.9' }],
] as const)
  test(`${path}: while devices are asked, none of them waits for the database`, async () => {
    const release = Promise.withResolvers<void>()
    state.hold = release.promise
    const asked = world.http('POST', `${base}/${path}`, body)
    await until('three are asked', () => state.now === 3)
    await world.sql('begin')
    try {
      await world.sql('lock table inventory_access in access exclusive mode')
      release.resolve()
      const meta = (await asked).body.meta as DeviceSearchMeta
      assert.equal([meta.answered, meta.failed, meta.not_asked, meta.complete], [8, 0, 0, true])
    } finally {
      state.hold = null
      await world.sql('rollback')
    }
  })
