import { randomBytes } from 'node:crypto'
import generic from '@linecard/driver-generic'
import { createRouter, startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import { add, dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'
import routers from '../src/index.ts'

const test = suite('routers: what they say')
/** An address of loopback that no other process draws. */
const ip = `127.${20 + (randomBytes(1)[0]! % 200)}.${randomBytes(1)[0]!}.1`
let world: World
let sim: Device
let router: { id: number }
let ours: { id: number }

interface Place {
  id: number
  name: string
}
type Row = Record<string, unknown> & { interface: Place | null }

test.before(async () => {
  world = await makeWorld({
    drivers: [generic],
    plugins: [routers],
    settings: {
      identity: { rate_limiter_enabled: false },
      equipment: { allow_loopback: true, networks: ['10.0.0.0/8', 'fd00::/8'] },
    },
  })
  for (const { key } of dataOf<{ key: string }[]>(await world.http('GET', '/system-schedule/tasks')))
    if (key.startsWith('inventory.')) await world.http('PUT', `/system-schedule/${key}`, { enabled: false })
  sim = await startDevice({ ip, port: 0, simulated: createRouter({ name: 'edge', ip }) })
  ours = await add(world, '/device-group', { name: 'ours' })
  const access = await add(world, '/device-access', {
    name: 'access',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: sim.port, snmp_timeout_sec: 1, snmp_repeats: 2 } },
  })
  const { model } = dataOf<{ model: { id: number } }>(
    await world.http('POST', '/device-detect', { ip, access_id: access.id }),
  )
  router = await add(world, '/device', {
    ip,
    name: 'edge',
    access_id: access.id,
    model_id: model.id,
    group_id: ours.id,
  })
  await until(
    'the interfaces are read',
    async () =>
      dataOf<{ refreshed_at: string | null }>(await world.http('GET', `/device/${router.id}`)).refreshed_at,
    { everyMs: 50 },
  )
})
test.after(async () => {
  await world?.stop()
  await sim?.stop()
})

const ask = (path: string, key?: string) => world.http('GET', `/component/routers/${path}`, undefined, key)
function good<T>({ status, text, body }: Answer): T {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body.data as T
}
const rowsOf = async (path: string) => good<Row[]>(await ask(path))
const failure = ({ status, body: { error } }: Answer) => [status, error?.code]

test('ARP: the whole table, by address, by VLAN, and of one interface', async () => {
  const all = await rowsOf(`arp/${router.id}?from=device`)
  assert.ok(all.length >= 20)
  const one = all.find(row => row.interface?.name === 'eth1.100')!
  assert.equal(
    (await rowsOf(`arp/${router.id}?ip=${one['ip']}`)).map(row => row['mac']),
    [one['mac']],
  )
  const some = await rowsOf(`arp/${router.id}?interface=eth1.100`)
  assert.ok(some.length > 0 && some.length < all.length)
  assert.equal(
    some,
    all.filter(row => row.interface?.name === 'eth1.100'),
  )
  assert.equal(await rowsOf(`arp/${router.id}?from=store&interface=eth1.100`), some)
  assert.equal(failure(await ask(`arp/${router.id}?mac=zz`)), [400, 'DEVICE_BAD_ARGUMENT'])
})

test('directly connected networks, also of one interface', async () => {
  const all = await rowsOf(`routes/${router.id}`)
  assert.ok(
    all.some(row => row['cidr'] === '10.100.0.0/20') && all.some(row => row['cidr'] === '192.0.2.0/30'),
  )
  assert.equal(
    (await rowsOf(`routes/${router.id}?interface=eth1.100`)).map(row => row['cidr']),
    ['10.100.0.0/20'],
  )
})

test('BGP: own AS and sessions; with an interface only the sessions with neighbours in its networks', async () => {
  interface Bgp {
    local: { local_as: number }
    sessions: { remote_address: string; remote_as: number }[]
  }
  const { local, sessions } = good<Bgp>(await ask(`bgp-sessions/${router.id}`))
  assert.ok(local.local_as > 0)
  assert.equal(
    sessions.map(({ remote_address: address, remote_as: as }) => [address, as]),
    [
      ['192.0.2.1', 64_500],
      ['198.51.100.1', 64_510],
    ],
  )
  for (const [name, neighbours] of [
    ['eth0', ['192.0.2.1']],
    ['eth3', ['198.51.100.1']],
    ['eth1.100', []],
  ] as const) {
    const answer = await ask(`bgp-sessions/${router.id}?interface=${name}`)
    assert.equal(
      good<Bgp>(answer).sessions.map(session => session.remote_address),
      neighbours,
      name,
    )
    assert.equal(Object.keys(answer.body.meta as unknown as object), [
      'bgp_info',
      'bgp_sessions',
      'direct_routes',
    ])
  }
})

test('interfaces with counters, VLANs, MAC addresses and load', async () => {
  const all = await rowsOf(`interfaces/${router.id}`)
  const eth0 = all.find(row => row.interface!.name === 'eth0')!
  assert.equal(
    [
      eth0['description'],
      (eth0['link'] as object[]).length,
      Object.keys(eth0['counters'] as object).includes('in_octets'),
    ],
    ['transit A', 1, true],
  )
  assert.equal(
    (await rowsOf(`interfaces/${router.id}?interface=eth0`)).map(row => row.interface!.name),
    ['eth0'],
  )
  const { system, resources } = good<{
    system: { name: string }
    resources: { cpu: unknown; memory: { util: number } }
  }>(await ask(`resources/${router.id}`))
  assert.ok(system.name === 'edge' && resources.memory.util > 0)
  for (const name of ['vlans', 'fdb']) assert.is((await ask(`${name}/${router.id}`)).status, 200, name)
})

test('a router that does not answer is 504; stored answers are given if `from` allows it', async () => {
  await rowsOf(`routes/${router.id}`)
  sim.behaviour.silent = true
  try {
    assert.equal(failure(await ask(`routes/${router.id}?from=device`)), [504, 'DEVICE_TIMEOUT'])
    await world.sql('update equipment_answer set outdated = true')
    const answer = await ask(`routes/${router.id}`)
    assert.ok(good<Row[]>(answer).length > 0)
    assert.is(
      (answer.body.meta as unknown as { direct_routes: { error: { code: string } } }).direct_routes.error
        .code,
      // It has been silent long enough to count as down.
      'DEVICE_UNREACHABLE',
    )
  } finally {
    sim.behaviour.silent = undefined
  }
})

test('a caller of another group gets 404, and one without routers_info 403', async () => {
  const theirs = await add(world, '/device-group', { name: 'theirs' })
  const [stranger, powerless] = [
    await keyOf(world, ['routers_info'], [theirs.id]),
    await keyOf(world, ['device_show'], []),
  ]
  const before = sim.requests
  for (const name of ['arp', 'routes', 'fdb', 'interfaces', 'vlans', 'resources', 'bgp-sessions']) {
    assert.equal(
      [name, ...failure(await ask(`${name}/${router.id}?from=device`, stranger))],
      [name, 404, (await ask(`${name}/2000000000`, stranger)).body.error!.code],
    )
    assert.equal(
      [name, ...failure(await ask(`${name}/${router.id}`, powerless))],
      [name, 403, 'PERMISSION_MISSING'],
    )
  }
  assert.is(sim.requests, before)
  assert.is((await ask(`arp/${router.id}`, await keyOf(world, ['routers_info'], [ours.id]))).status, 200)
})
