import { setImmediate as turn } from 'node:timers/promises'
import dlink from '@linecard/driver-dlink'
import generic from '@linecard/driver-generic'
import { defineDriver, implement, type Implementation } from '@linecard/driver-kit'
import { ifTable, systemInfo } from '@linecard/driver-kit/builders'
import { fdb, rmon } from '@linecard/driver-kit/modules'
import diagnostic from '@linecard/plugin-diagnostic'
import searchDevice from '@linecard/plugin-search-device'
import { createSwitch, startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { add, dataOf } from '@linecard/test-kit/worlds/inventory'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import { mibOf } from '@linecard/test-kit/worlds/standard-device'

/**
 * One bad model among good models, from the function of the driver to the answer of the API. A function that
 * never returns to the event loop cannot be stopped in one process.
 */
const test = suite('one bad model', { level: 'full' })

/** The bad models continue while this is true. */
const bad = { on: true }
const ways: Readonly<Record<string, () => Promise<never>>> = {
  'never ends': () => new Promise<never>(() => {}),
  'goes round and round': async () => {
    while (bad.on) await turn()
    throw new Error('let go')
  },
  'throws no error': async () => {
    throw undefined as unknown as Error
  },
  'throws later, where nobody listens': async () => {
    void Promise.resolve().then(() => turn())
    throw new TypeError('x is not a function')
  },
}
const modulesOf = (way: () => Promise<never>): Implementation[] => [
  systemInfo({ vendor: 'Bad', noEntity: true }),
  ...ifTable(),
  implement(fdb, way),
  implement(rmon, way),
]
const objectId = (n: number) => `1.3.6.1.4.1.99999.66.${n + 1}`
const badDriver = defineDriver({
  id: 'bad',
  vendor: 'Bad',
  api: 1,
  models: Object.entries(ways).map(([name, way], n) => ({
    key: `bad_${n}`,
    name: `Bad ${name}`,
    type: 'SWITCH' as const,
    family: { id: `way-${n}`, modules: modulesOf(way) },
    detect: { objectId: objectId(n) },
  })),
})

let world: World
const open: Device[] = []
interface Added {
  id: number
  ip: string
  interfaceId: number
}
const badOnes: Added[] = []
const goodOnes: Added[] = []

async function added(sim: Device): Promise<Added> {
  open.push(sim)
  const access = await add(world, '/device-access', {
    name: `access ${sim.ip}`,
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: sim.port, snmp_timeout_sec: 2, snmp_repeats: 2 } },
  })
  const { model } = dataOf<{ model: { id: number } }>(
    await world.http('POST', '/device-detect', { ip: sim.ip, access_id: access.id }),
  )
  const { id } = await add(world, '/device', {
    ip: sim.ip,
    name: sim.ip,
    access_id: access.id,
    model_id: model.id,
  })
  await until(
    'the interfaces are read',
    async () =>
      dataOf<{ refreshed_at: string | null }>(await world.http('GET', `/device/${id}`)).refreshed_at,
    { everyMs: 50 },
  )
  return {
    id,
    ip: sim.ip,
    interfaceId: dataOf<{ id: number }[]>(await world.http('GET', `/device-interface/by-device/${id}`))[0]!
      .id,
  }
}

test.before(async () => {
  world = await makeWorld({
    drivers: [badDriver, dlink, generic],
    plugins: [diagnostic, searchDevice],
    settings: {
      identity: { rate_limiter_enabled: false },
      equipment: { allow_loopback: true, networks: ['10.0.0.0/8'], call_deadline_sec: 2, max_sessions: 8 },
      diagnostic: { deadline_sec: 5 },
      'search-device': { deadline_sec: 20 },
    },
  })
  for (const n of Object.keys(ways).keys())
    badOnes.push(
      await added(await startDevice({ ip: nextIp(), port: 0, mib: mibOf({ objectId: objectId(n) }) })),
    )
  for (let n = 0; n < 3; n++) {
    const ip = nextIp()
    goodOnes.push(
      await added(
        await startDevice({
          ip,
          port: 0,
          mib: createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: `good ${n}`, ip }).mib,
        }),
      ),
    )
  }
})
test.after(async () => {
  bad.on = false
  await world?.stop()
  await Promise.all(open.map(one => one.stop()))
})

test('while the bad models hang and loop, every other device answers', async () => {
  const held = badOnes.map(({ id }) => world.http('GET', `/switcher-core/device/fdb/${id}`))
  for (let round = 0; round < 3; round++) {
    for (const { id } of goodOnes)
      assert.is((await world.http('GET', `/switcher-core/device/fdb/${id}`)).status, 200)
  }
  const answers = await Promise.all(held)
  assert.equal(
    answers.map(({ status, body }) => [status, body.error!.code]),
    [
      [504, 'DEVICE_TIMEOUT'],
      [504, 'DEVICE_TIMEOUT'],
      [502, 'DEVICE_PARSE_FAILED'],
      [502, 'DEVICE_PARSE_FAILED'],
    ],
  )
})

test('a bad module returns what it holds at its deadline: its device answers other modules, and sessions remain free', async () => {
  // More calls than sessions, one after the other.
  for (let round = 0; round < 3; round++)
    await Promise.all(badOnes.map(({ id }) => world.http('GET', `/switcher-core/device/fdb/${id}`)))
  for (const { id } of [...badOnes, ...goodOnes])
    assert.is((await world.http('GET', `/switcher-core/device/link_info/${id}`)).status, 200)
})

test('a search over all devices returns the results of the good ones and names the bad ones', async () => {
  const [good] = goodOnes
  const [row] = dataOf<{ mac_address: string }[]>(
    await world.http('GET', `/switcher-core/device/fdb/${good!.id}`),
  )
  const answer = await world.http('POST', '/component/search_device/search-mac', {
    mac: row!.mac_address,
    all: true,
  })
  assert.is(answer.status, 200, answer.text)
  const meta = answer.body.meta as unknown as {
    answered: number
    failed: number
    errors: { device: { id: number }; code: string }[]
  }
  assert.equal(
    dataOf<{ device: { id: number }; source: string }[]>(answer).map(({ device, source }) => [
      device.id,
      source,
    ]),
    [[good!.id, 'device']],
  )
  assert.equal(
    [meta.answered, meta.failed, meta.errors.map(({ device }) => device.id).toSorted((a, b) => a - b)],
    [3, 4, badOnes.map(({ id }) => id)],
  )
})

test('a diagnosis keeps the parts that arrived, and names the missing ones', async () => {
  for (const { interfaceId } of badOnes) {
    const answer = await world.http('GET', `/component/diagnostic/interface/${interfaceId}/diag?from=device`)
    assert.is(answer.status, 200, answer.text)
    const {
      diagnostic: { data },
    } = dataOf<{ diagnostic: { data: Record<string, unknown> } }>(answer)
    const meta = answer.body.meta as Record<string, { error: { code: string } | null }>
    assert.equal(
      [(data['link_info'] as object[]).length, data['rmon'], data['fdb'], meta['link_info']!.error],
      [1, null, null, null],
    )
    assert.ok(meta['rmon']!.error && meta['fdb']!.error)
  }
})
