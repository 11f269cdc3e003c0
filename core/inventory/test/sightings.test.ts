import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { acmeSwitch, startSwitch, vlanColumn, type Shown } from './acme-switch.ts'
import { accessFor, add, dataOf, keyOf, modelId } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: MAC addresses behind interfaces')
let world: World
let model: number
let count = 0
const switches: Awaited<ReturnType<typeof startSwitch>>[] = []
test.before(async () => {
  world = await makeWorld({
    drivers: [acmeSwitch],
    settings: {
      identity: { rate_limiter_enabled: false },
      inventory: { sighting_port_rows: 20, sighting_device_rows: 100 },
    },
  })
  model = await modelId(world, 'acme_sw24')
})
test.after(async () => {
  await world?.stop()
  for (const one of switches) await one.stop()
})

const names = { 1: '1/1', 2: '1/2', 24: '1/24' }
const client = '02:00:00:AA:00:01'
const others = Array.from({ length: 12 }, (_, n) => `02:00:00:BB:00:${String(n + 10)}`)

/** A simulated switch that has been added and whose interfaces are stored. */
async function added(shown: Shown, body: object = {}) {
  const one = await startSwitch(`127.9.5.${++count}`, shown)
  switches.push(one)
  const access = await accessFor(world, one, `switch-${count}`)
  const { id } = await add(world, '/device', {
    ip: one.ip,
    name: `switch-${count}`,
    access_id: access.id,
    model_id: model,
    ...body,
  })
  await until(
    'the first reading',
    async () =>
      dataOf<{ refreshed_at: string | null }>(await world.http('GET', `/device/${id}`)).refreshed_at,
  )
  return { id, switch: one }
}
const interfaceOf = async (id: number, key: number) =>
  dataOf<{ id: number }[]>(await world.http('GET', `/device-interface?device_id=${id}&bind_key=${key}`))[0]!
    .id
const readFdb = (id: number) => world.http('POST', `/switcher-core/device/fdb/${id}`, {})
interface Row {
  bind_key: string
  mac: string
  vlan_id: number
  active: boolean
}
const kept = (id: number) =>
  world.sql<Row>(
    `select i.bind_key::text, s.mac::text, s.vlan_id, s.active
  from inventory_sighting s join inventory_interface i on i.id = s.interface_id
  where i.device_id = $1 order by s.mac, i.bind_key, s.vlan_id`,
    [id],
  )
/** Asks for the FDB and waits until what is kept fits. */
async function read(id: number, what: string, fits: (rows: Row[]) => boolean): Promise<Row[]> {
  assert.is((await readFdb(id)).status, 200)
  return (await until(what, async () => {
    const rows = await kept(id)
    return fits(rows) ? rows : null
  })) as Row[]
}
const search = async (query: string, key?: string) =>
  dataOf<{ id: number; name: string; device: { id: number } }[]>(
    await world.http('GET', `/device-interface/search?${query}`, undefined, key),
  )
const found = async (query: string) => (await search(query)).map(({ name, device }) => `${device.id} ${name}`)

test('whoever asks for a whole FDB has its MAC addresses kept, and a client is found by them in any notation', async () => {
  const { id } = await added({
    ports: names,
    fdb: [
      [client, 2],
      ['01:00:5E:00:00:01', 2],
      ['02:00:00:CC:00:01', 99],
      ...others.map(mac => [mac, 24] as const),
    ],
  })
  await read(id, 'the addresses of the switch', rows => rows.length === 13)
  for (const mac of [client, client.toLowerCase(), '0200.00aa.0001', '02-00-00-aa-00-01', '020000AA0001'])
    assert.equal(await found(`mac_address=${mac}`), [`${id} 1/2`], mac)
  assert.equal(await found(`mac_address=${client}&only_active_mac=1`), [`${id} 1/2`])
  assert.equal(await found(`mac_address=${client}&device_id=${id}&interface_name=1/24`), [])
  assert.equal(await found('mac_address=01:00:5E:00:00:01'), [])
  assert.equal(await found('mac_address=02:00:00:CC:00:01'), [])
})

test('of several ports that know a MAC address the access port comes first, wherever the others stand', async () => {
  const moving = '02:00:00:AA:00:07'
  const far = await added({ ports: names, fdb: [[moving, 24], ...others.map(mac => [mac, 24] as const)] })
  const near = await added({ ports: names, fdb: [[moving, 1]] })
  for (const { id } of [far, near])
    await read(id, 'the addresses', rows => rows.some(({ mac }) => mac === moving.toLowerCase()))
  assert.equal(await found(`mac_address=${moving}`), [`${near.id} 1/1`, `${far.id} 1/24`])
})

test('a MAC address that moves is active only where it is, and one row for each port', async () => {
  const roaming = '02:00:00:AA:00:02'
  const at = (port: number): Shown => ({
    ports: names,
    fdb: [
      [roaming, port],
      ['02:00:00:AA:00:03', 24],
    ],
  })
  const { id, switch: one } = await added(at(1))
  const activeOn = (key: string) => (rows: Row[]) =>
    rows
      .filter(row => row.mac === roaming.toLowerCase() && row.active)
      .map(row => row.bind_key)
      .join() === key
  for (let round = 0; round < 2; round++) {
    one.show(at(1))
    await read(id, 'the first port', activeOn('1'))
    one.show(at(2))
    await read(id, 'the second port', activeOn('2'))
  }
  assert.is((await kept(id)).length, 3)
  assert.equal(await found(`mac_address=${roaming}`), [`${id} 1/2`, `${id} 1/1`])
  assert.equal(await found(`mac_address=${roaming}&only_active_mac=1`), [`${id} 1/2`])
  assert.equal(await found(`mac_address=${roaming}&only_active_mac=0`), [`${id} 1/2`, `${id} 1/1`])
})

/** FDB of a switch behind which somebody makes addresses up, other ones in every round. */
const flood = (round: number): Shown['fdb'] =>
  Array.from({ length: 120 }, (_, n) => [`02:0${round}:00:DD:00:${n.toString(16).padStart(2, '0')}`, 24])

test('a flood of MAC addresses stays within the bounds of its port and of the device', async () => {
  const steady = [client, ...others.slice(0, 4)].map(mac => [mac, 1] as const)
  const { id, switch: one } = await added({ ports: names, fdb: [...flood(0), ...steady] })
  for (let round = 0; round < 3; round++) {
    one.show({ ports: names, fdb: [...flood(round), ...steady] })
    await read(id, `flood ${round}`, rows =>
      rows.some(({ mac, active }) => active && mac.startsWith(`02:0${round}:00:dd`)),
    )
    const rows = await kept(id)
    assert.is(rows.filter(({ bind_key: key }) => key === '24').length, 20)
    assert.is(rows.filter(({ bind_key: key, active }) => key === '1' && active).length, 5)
  }
  assert.equal(
    await world.sql('select macs from inventory_sighting_port where interface_id = $1', [
      await interfaceOf(id, 24),
    ]),
    [{ macs: 120 }],
  )
})

test('an FDB that broke off, or an empty one, closes nothing; what it says is kept', async () => {
  const shown: Shown = {
    ports: names,
    fdb: [
      ['02:00:00:EE:00:01', 1],
      ['02:00:00:EE:00:02', 1],
    ],
  }
  const { id, switch: one } = await added(shown)
  await read(id, 'both addresses', rows => rows.length === 2)
  one.show({
    ports: names,
    fdb: [
      ['02:00:00:EE:00:01', 1],
      ['02:00:00:EE:00:03', 1],
    ],
  })
  one.behaviour = { silent: { under: [`${vlanColumn}.2`] } }
  await readFdb(id)
  one.behaviour = {}
  one.show({ ports: names, fdb: [] })
  await readFdb(id)
  assert.equal(
    (await kept(id)).filter(({ mac }) => mac !== '02:00:00:ee:00:03').map(({ mac, active }) => [mac, active]),
    [
      ['02:00:00:ee:00:01', true],
      ['02:00:00:ee:00:02', true],
    ],
  )
  one.show({ ports: names, fdb: [['02:00:00:EE:00:02', 1]] })
  await read(
    id,
    'one that has gone',
    rows => rows.find(({ mac }) => mac === '02:00:00:ee:00:01')?.active === false,
  )
})

test('a clock that runs ahead of that of the database closes only what has gone', async () => {
  const macs = ['02:00:00:EE:01:01', '02:00:00:EE:01:02']
  const { id } = await added({ ports: names, fdb: [] })
  const tell = async (shown: readonly string[], aheadMin: number) => {
    const data = shown.map(mac => ({ interface: { id: 1 }, mac_address: mac, vlan_id: 1, status: 'LEARNED' }))
    const time = new Date(Date.now() + aheadMin * 60_000)
    const answer = { device_id: id, module: 'fdb', args: {}, data, complete: true, time }
    assert.equal(await world.use('equipment').keep([answer]), [])
  }
  const states = async () => (await kept(id)).map(({ mac, active }) => `${mac} ${active}`)
  await tell(macs, 5)
  assert.equal(await states(), ['02:00:00:ee:01:01 true', '02:00:00:ee:01:02 true'])
  await tell(macs.slice(0, 1), 6)
  assert.equal(await states(), ['02:00:00:ee:01:01 true', '02:00:00:ee:01:02 false'])
})

test('a question about one port closes nothing on the others', async () => {
  const { id } = await added({
    ports: names,
    fdb: [
      ['02:00:00:EE:01:01', 1],
      ['02:00:00:EE:01:02', 2],
    ],
  })
  await read(id, 'both addresses', rows => rows.length === 2)
  assert.is((await world.http('POST', `/switcher-core/device/fdb/${id}`, { interface: '1/1' })).status, 200)
  assert.ok((await kept(id)).every(({ active }) => active))
})

test('an interface whose switch is off forgets its MAC addresses and takes none', async () => {
  const { id } = await added({
    ports: names,
    fdb: [
      ['02:00:00:EE:02:01', 1],
      ['02:00:00:EE:02:02', 2],
    ],
  })
  await read(id, 'both addresses', rows => rows.length === 2)
  const port = await interfaceOf(id, 1)
  assert.is((await world.http('PUT', `/device-interface/${port}`, { fdb_enabled: false })).status, 200)
  assert.equal(
    (await kept(id)).map(({ bind_key: key }) => key),
    ['2'],
  )
  await world.sql(
    `update inventory_sighting set active = false
     where interface_id in (select id from inventory_interface where device_id = $1)`,
    [id],
  )
  await read(id, 'the other port again', rows => rows.some(({ active }) => active))
  assert.equal(
    (await kept(id)).map(({ bind_key: key }) => key),
    ['2'],
  )
  assert.is((await world.http('PUT', `/device-interface/${port}`, { fdb_enabled: true })).status, 200)
  await read(id, 'the port again', rows => rows.length === 2)
})

test('MAC addresses stay with their interface through a renumbering, and go with it', async () => {
  const { id, switch: one } = await added({
    ports: { 1: 'a', 2: 'b' },
    fdb: [
      ['02:00:00:EE:03:01', 1],
      ['02:00:00:EE:03:02', 2],
    ],
  })
  await read(id, 'both addresses', rows => rows.length === 2)
  const before = dataOf<{ refreshed_at: string }>(await world.http('GET', `/device/${id}`)).refreshed_at
  one.show({ ports: { 1: 'new', 2: 'a' }, fdb: [] })
  await world.http('PUT', `/device/${id}`, { params: { sw_core_connection: { snmp_timeout_sec: 0.31 } } })
  await until(
    'a reading',
    async () =>
      dataOf<{ refreshed_at: string }>(await world.http('GET', `/device/${id}`)).refreshed_at !== before,
  )
  assert.equal(
    (await kept(id)).map(({ bind_key: key, mac }) => [key, mac]),
    [['2', '02:00:00:ee:03:01']],
  )
})

test('the MAC addresses of other groups are not found', async () => {
  const group = await add(world, '/device-group', { name: 'theirs' })
  const mine = await add(world, '/device-group', { name: 'mine' })
  const hidden = '02:00:00:EE:04:01'
  const theirs = await added({ ports: names, fdb: [[hidden, 1]] }, { group_id: group.id })
  await read(theirs.id, 'the address', rows => rows.length === 1)
  const stranger = await keyOf(world, ['device_show'], [mine.id])
  assert.is((await search(`mac_address=${hidden}`)).length, 1)
  for (const query of [
    `mac_address=${hidden}`,
    `device_id=${theirs.id}`,
    `device_ip=${theirs.switch.ip}`,
    'interface_name=1/1',
  ])
    assert.equal(await search(query, stranger), [], query)
})

test('the clean-up forgets what is old', async () => {
  const { id } = await added({ ports: names, fdb: [['02:00:00:EE:05:01', 1]] })
  const run = async (job: string) => {
    const { id: runId } = dataOf<{ id: string }>(
      await world.http('POST', `/system-schedule/inventory.${job}/run`, {}),
    )
    await until(`the end of ${job}`, async () => {
      const tasks = dataOf<{ key: string; last_run: { id: string; status: string } | null }[]>(
        await world.http('GET', '/system-schedule/tasks'),
      )
      const last = tasks.find(({ key }) => key === `inventory.${job}`)!.last_run
      return last?.id === runId && last.status === 'ok'
    })
  }
  await readFdb(id)
  await until('the address', async () => (await kept(id)).length === 1)
  await world.sql(
    `update inventory_sighting set last_seen = now() - interval '31 days' where mac = '02:00:00:EE:05:01'`,
  )
  await run('trim_sightings')
  await until('the old one is gone', async () => (await kept(id)).length === 0)
})
