import { assert, suite } from '@linecard/test-kit'
import {
  add,
  addedSwitch,
  failure,
  get,
  good,
  keyOf,
  metaOf,
  startWorld,
  stopDevices,
  type Added,
  type World,
} from '@linecard/test-kit/worlds/switches'

const test = suite('switches: what they say')
let world: World
let one: Added

interface Row {
  interface: { id: number; name: string }
  [field: string]: unknown
}

test.before(async () => {
  world = await startWorld()
  one = await addedSwitch(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

const asked = async <T>(work: () => Promise<T>): Promise<[answer: T, datagrams: number]> => {
  const before = one.sim.requests
  return [await work(), one.sim.requests - before]
}
const rowsOf = async (path: string, key?: string) => good<Row[]>(await get(world, path, key))

test('ports with their link, description and PVID, in one row each', async () => {
  const rows = await rowsOf(`interfaces/${one.id}?from=device`)
  const ports = rows.filter(row => row.interface.id <= 10)
  assert.equal(
    ports.map(row => row.interface.name),
    one.simulated.control.ports.map(({ ifName }) => ifName),
  )
  for (const [at, { link, description, pvid }] of ports.entries()) {
    const port = one.simulated.control.ports[at]!
    assert.equal([description, pvid], [port.alias, port.pvid])
    assert.ok((link as { admin_state: string }[]).every(({ admin_state: state }) => state === 'Enabled'))
  }
  // A combo port has a row of link_info for each medium, and stays one row here.
  assert.ok(
    ports.some(({ link }) => (link as object[]).length > 1) ||
      ports.every(({ link }) => (link as object[]).length === 1),
  )
})

test('one port is asked alone, for every way to name it', async () => {
  const port = one.ports.find(({ name }) => name === '1/3')!
  const [all, whole] = await asked(() => rowsOf(`errors/${one.id}?from=device`))
  const answers: Row[][] = []
  for (const word of [
    `id:${port.id}`,
    `bind_key:${port.bind_key}`,
    'name:1/3',
    '1/3',
    encodeURIComponent(' 1/3 '),
  ]) {
    const [rows, few] = await asked(() => rowsOf(`errors/${one.id}?from=device&interface=${word}`))
    assert.ok(few < whole, `${few} datagrams for one port, ${whole} for all`)
    answers.push(rows)
  }
  for (const rows of answers)
    assert.equal(
      rows.map(row => row.interface),
      [all.find(row => row.interface.name === '1/3')!.interface],
    )
})

test('every reading operation gives the same for one port as for all', async () => {
  for (const name of ['interfaces', 'counters', 'errors', 'fdb', 'sfp-diag']) {
    const all = await rowsOf(`${name}/${one.id}`)
    const [some, datagrams] = await asked(() => rowsOf(`${name}/${one.id}?interface=1/9`))
    assert.equal(
      some.map(row => row.interface?.id),
      all.filter(row => row.interface?.id === 9).map(row => row.interface.id),
      name,
    )
    // No row of the port in what is stored may mean that there is none or that it was not known then: the
    // device is asked.
    if (some.length > 0) assert.is(datagrams, 0, `${name}: what is stored of all ports answers for one`)
  }
  const vlans = good<{ vlans: unknown; ports: Row[] }>(await get(world, `vlans/${one.id}?interface=1/3`))
  assert.is(vlans.vlans, null)
  assert.equal(
    vlans.ports.map(row => row.interface.name),
    ['1/3'],
  )
  assert.equal(vlans.ports[0]!['pvid'], one.simulated.control.ports[2]!.pvid)
  const lldp = good<{ local: { ports: { interface: { id: number } }[] } }>(
    await get(world, `lldp/${one.id}?interface=1/3`),
  )
  assert.equal(
    lldp.local.ports.map(port => port.interface.id),
    [3],
  )
})

test('MAC addresses: by address and VLAN, in any notation', async () => {
  const rows = (await rowsOf(`fdb/${one.id}`)).filter(row => row['status'] === 'LEARNED')
  const wanted = rows[0]!
  const mac = String(wanted['mac_address'])
  for (const spelling of [mac, mac.replaceAll(':', '').toLowerCase(), mac.replaceAll(':', '-')])
    assert.equal(
      await rowsOf(`fdb/${one.id}?mac=${spelling}`),
      rows.filter(row => row['mac_address'] === mac),
      spelling,
    )
  assert.equal(
    await rowsOf(`fdb/${one.id}?from=device&vlan_id=${wanted['vlan_id']}`),
    (await rowsOf(`fdb/${one.id}?from=device`)).filter(row => row['vlan_id'] === wanted['vlan_id']),
  )
  assert.equal(failure(await get(world, `fdb/${one.id}?mac=nonsense`)), [400, 'DEVICE_BAD_ARGUMENT'])
})

test('a cable test asks the device and is in the action log', async () => {
  const answer = await get(world, `cable-diag/${one.id}?interface=1/3`)
  assert.equal(
    good<Row[]>(answer).map(row => row.interface.name),
    ['1/3'],
  )
  assert.is(metaOf(answer)['cable_diag']!.source, 'device')
  const log = await world.http('POST', '/logs/actions', { actions: ['switches:cable_diag'] })
  assert.equal(
    good<{ device: { id: number } | null }[]>(log).map(({ device }) => device?.id),
    [one.id],
  )
})

test('from: the store alone, the store or the device, the device', async () => {
  const fresh = await addedSwitch(world, { model: 'DES-3200-18/C1' })
  const requests = () => fresh.sim.requests
  const before = requests()
  assert.equal(failure(await get(world, `counters/${fresh.id}?from=store`)), [404, 'EQUIPMENT_ANSWER_ABSENT'])
  assert.is(requests(), before)
  const cached = await get(world, `counters/${fresh.id}`)
  assert.equal(
    [metaOf(cached)['interface_counters']!.source, metaOf(cached)['interface_counters']!.from_cache],
    ['device', false],
  )
  const after = requests()
  const again = await get(world, `counters/${fresh.id}?from=cache`)
  assert.equal([metaOf(again)['interface_counters']!.source, again.body.data], ['cache', cached.body.data])
  assert.equal((await get(world, `counters/${fresh.id}?from=store`)).body.data, cached.body.data)
  assert.is(requests(), after)
  await get(world, `counters/${fresh.id}?from=device`)
  assert.ok(requests() > after)
})

test('a part that the model does not support is null with a reason; if it is the only part, the answer is 422', async () => {
  const answer = await get(world, `resources/${one.id}`)
  const data = good<Record<string, unknown>>(answer)
  assert.is(data['power'], null)
  assert.is(metaOf(answer)['power_status']!.error!.code, 'DEVICE_UNSUPPORTED')
  assert.ok(data['system'] && data['resources'])
  const before = one.sim.requests
  assert.equal(failure(await get(world, `poe/${one.id}?from=device`)), [422, 'DEVICE_UNSUPPORTED'])
  assert.is(one.sim.requests, before)
})

test('a device that stops answering in the middle is 504 with the rows that arrived', async () => {
  const quiet = await addedSwitch(world, { model: 'DES-3200-52/C1', quick: true })
  quiet.sim.behaviour.silent = { under: ['1.3.6.1.2.1.31.1.1.1.10'] }
  const {
    status,
    body: { error },
  } = await get(world, `counters/${quiet.id}?from=device`)
  assert.equal([status, error!.code], [504, 'DEVICE_TIMEOUT'])
  const [told] = error!.details as unknown as { partial: Row[]; missing: object[] }[]
  assert.ok(told!.partial.length > 0 && told!.missing.length > 0)
})

test('a device that does not answer is asked for one module only; stored answers are given if `from` allows it', async () => {
  const gone = await addedSwitch(world, { quick: true })
  await get(world, `interfaces/${gone.id}`)
  gone.sim.behaviour.silent = true
  // The walk of one list: a GETBULK three times, a GETNEXT for all columns, one for each of the two.
  const walk = 6
  const before = gone.sim.requests
  assert.equal(failure(await get(world, `interfaces/${gone.id}?from=device`)), [504, 'DEVICE_TIMEOUT'])
  assert.ok(gone.sim.requests - before <= walk, `${gone.sim.requests - before} datagrams`)
  await world.sql('update equipment_answer set outdated = true where device_id = $1', [gone.id])
  const since = gone.sim.requests
  const answer = await get(world, `interfaces/${gone.id}?from=cache`)
  // Before it counts as down, it is asked for its uptime too, twice at the most.
  assert.ok(gone.sim.requests - since <= walk + 2, `${gone.sim.requests - since} datagrams`)
  assert.ok(good<Row[]>(answer).length >= 10)
  for (const [module, { source, error }] of Object.entries(metaOf(answer)))
    assert.equal([module, source !== 'device', error?.code], [module, true, 'DEVICE_TIMEOUT'])
})

test('texts of a hostile device are returned as text', async () => {
  const hostile = await addedSwitch(world)
  const texts = [
    '<script>alert(1)</script>',
    '"; drop table inventory_device; --',
    '\u001b[2J\u001b]0;owned\u0007',
    '{{constructor.constructor("return 1")()}}',
    'a\r\nadmin#reboot',
    '\u202egnol',
    'null',
    '${process.env}',
    '\ufeff x',
  ]
  for (const [at, text] of texts.entries()) hostile.simulated.control.ports[at]!.alias = text
  const rows = (await rowsOf(`interfaces/${hostile.id}?from=device`)).filter(
    row => row.interface.id <= texts.length,
  )
  for (const [at, row] of rows.entries()) {
    const said = String(row['description'])
    assert.not.match(said, /(?!\n)\p{Cc}/u, texts[at]!)
    assert.ok(said.length > 0)
  }
  assert.equal(
    rows.filter((_, at) => [0, 1, 3, 6, 7].includes(at)).map(row => row['description']),
    [0, 1, 3, 6, 7].map(at => texts[at]),
  )
})

test('words that name no interface are refused; impossible words are refused before anything is sent', async () => {
  const before = one.sim.requests
  for (const word of ['1/3\nreboot', '1/3\r', '\u0000', '\u2028', '\u001b[A', '', 'x'.repeat(256)])
    assert.is(
      (await get(world, `counters/${one.id}?from=device&interface=${encodeURIComponent(word)}`)).status,
      400,
      JSON.stringify(word),
    )
  assert.is(one.sim.requests, before)
  for (const word of ['1/3; reboot', "1/3' or '1'='1", '$(reboot)', '../../etc/passwd', '1/99', '9999999']) {
    assert.equal(
      failure(await get(world, `counters/${one.id}?interface=${encodeURIComponent(word)}`)),
      [400, 'DEVICE_BAD_ARGUMENT'],
      word,
    )
  }
  assert.equal(failure(await get(world, `counters/${one.id}?interface=id:1`)), [
    one.ports.some(({ id }) => id === 1) ? 200 : 404,
    one.ports.some(({ id }) => id === 1) ? undefined : 'INVENTORY_INTERFACE_UNKNOWN',
  ])
  assert.equal(failure(await get(world, `counters/${one.id}?colour=red`)), [400, 'VALIDATION_ERROR'])
  assert.equal(failure(await get(world, `counters/${one.id}?from=somewhere`)), [400, 'VALIDATION_ERROR'])
})

test('a caller of another group gets 404, and one without switches_info 403', async () => {
  const [ours, theirs] = [
    await add(world, '/device-group', { name: 'ours' }),
    await add(world, '/device-group', { name: 'theirs' }),
  ]
  const foreign = await addedSwitch(world, { group_id: theirs.id })
  const [key, powerless] = [
    await keyOf(world, ['switches_info'], [ours.id]),
    await keyOf(world, ['device_show'], []),
  ]
  const before = foreign.sim.requests
  for (const name of [
    'interfaces',
    'resources',
    'vlans',
    'cable-diag',
    'sfp-diag',
    'fdb',
    'counters',
    'errors',
    'lldp',
    'poe',
  ]) {
    const [hidden, absent] = [
      await get(world, `${name}/${foreign.id}?interface=1/3`, key),
      await get(world, `${name}/2000000000?interface=1/3`, key),
    ]
    assert.equal([name, hidden.status, hidden.body.error!.code], [name, 404, absent.body.error!.code])
    assert.is((await get(world, `${name}/${foreign.ip}`, key)).status, 404)
    assert.equal(failure(await get(world, `${name}/${foreign.id}`, powerless)), [403, 'PERMISSION_MISSING'])
  }
  assert.is(foreign.sim.requests, before)
  assert.is(
    (await get(world, `interfaces/${foreign.id}`, await keyOf(world, ['switches_info'], [theirs.id]))).status,
    200,
  )
})

test('the OpenAPI document has every field', async () => {
  interface Schema {
    type?: string | string[]
    $ref?: string
    properties?: Record<string, Schema>
    items?: Schema
    anyOf?: Schema[]
    required?: string[]
  }
  const document = (await (await fetch(`${world.url}/swagger/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: { name?: string; $ref?: string }[]
          responses: Record<string, { content: Record<string, { schema: Schema }> }>
        }
      >
    >
    components: { schemas: Record<string, Schema>; parameters: Record<string, { name: string }> }
  }
  const dataOfPath = (name: string) =>
    document.paths[`/api/v1/component/switches/${name}/{deviceId}`]!['get']!.responses['200']!.content[
      'application/json'
    ]!.schema.properties!['data']!
  assert.equal(Object.keys(dataOfPath('fdb').items!.properties!).slice(0, 3), [
    'interface',
    'mac_address',
    'vlan_id',
  ])
  assert.is(dataOfPath('interfaces').items!.$ref, '#/components/schemas/switches.Interface')
  assert.equal(Object.keys(document.components.schemas['switches.Interface']!.properties!), [
    'interface',
    'link',
    'description',
    'pvid',
  ])
  assert.ok(
    document.components.schemas['switches.Interface']!.properties!['link']!.items!.properties!['speed_mbps'],
  )
  assert.equal(
    document.paths['/api/v1/component/switches/fdb/{deviceId}']!['get']!.parameters.map(
      ({ name, $ref = '' }) => name ?? document.components.parameters[$ref.split('/').at(-1)!]!.name,
    ).toSorted(),
    ['X-Insist', 'deviceId', 'from', 'interface', 'mac', 'vlan_id'],
  )
})
