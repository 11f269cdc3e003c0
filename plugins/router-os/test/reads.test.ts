import { assert, suite } from '@linecard/test-kit'
import {
  add,
  addedRouter,
  failure,
  get,
  good,
  keyOf,
  metaOf,
  startWorld,
  stopDevices,
  type Added,
  type World,
} from './world.ts'
import { reads } from '../src/routes.ts'

const test = suite('router-os: what it says')
type Row = Record<string, unknown>
let world: World
let seven: Added
let six: Added

test.before(async () => {
  world = await startWorld()
  seven = await addedRouter(world)
  six = await addedRouter(world, { version: 6 })
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})
const rows = async (path: string): Promise<Row[]> => good<Row[]>(await get(world, path))

for (const version of [6, 7] as const) {
  test(`version ${version}: every operation answers, with where its parts come from`, async () => {
    const { id } = version === 7 ? seven : six
    for (const [name, { answer }] of Object.entries(reads)) {
      const given = await get(world, `${name}/${id}?from=device`)
      assert.is(given.status, 200, `${name} ${given.text}`)
      const asked = answer.modules.filter(({ when }) => when !== 'narrow').map(({ module }) => module.name)
      assert.equal(Object.keys(metaOf(given)), asked, name)
      for (const [module, meta] of Object.entries(metaOf(given)))
        if (module !== 'power_status')
          assert.equal([module, meta.source, meta.from_cache, meta.error], [module, 'device', false, null])
      if (name !== 'resources') assert.ok(good<Row[]>(given).length > 0, name)
    }
    const { system, resources, temperature } = good<{
      system: { board_software_ver: string }
      resources: { memory: { util: number } }
      temperature: { main: number }
    }>(await get(world, `resources/${id}`))
    assert.match(system.board_software_ver, new RegExp(`^${version}\\.`))
    assert.ok(resources.memory.util > 0 && temperature.main > 20)
  })
}

test('arguments reach the modules: address, MAC in any notation, VLAN, name', async () => {
  const arp = await rows(`arp/${seven.id}?from=device`)
  const one = arp[0]!
  assert.equal(
    (await rows(`arp/${seven.id}?from=device&ip=${one['ip']}`)).map(row => row['mac']),
    [one['mac']],
  )
  assert.equal(
    (
      await rows(`arp/${seven.id}?from=device&mac=${String(one['mac']).replaceAll(':', '').toLowerCase()}`)
    ).map(row => row['ip']),
    [one['ip']],
  )
  assert.ok((await rows(`arp/${seven.id}?from=device&vlan_id=100`)).every(row => row['vlan_id'] === 100))
  assert.equal(
    (await rows(`vlans/${seven.id}?name=vlan200`)).map(row => row['vlan_id']),
    [200],
  )
  assert.equal(
    (await rows(`interfaces/${seven.id}?name=ether1`)).map(row => row['name']),
    ['ether1'],
  )
  assert.ok(
    (await rows(`dhcp-leases/${seven.id}?from=device&dhcp_server=dhcp100&hide_server_detail=yes`)).every(
      row => row['server'] === 'dhcp100' && (row['extra'] as Row)['server'] === null,
    ),
  )
  assert.equal(await rows(`address-list/${seven.id}?from=device&name=nobody`), [])
  assert.equal(failure(await get(world, `arp/${seven.id}?mac=nonsense`)), [400, 'DEVICE_BAD_ARGUMENT'])
  assert.equal(failure(await get(world, `arp/${seven.id}?vlan_id=9999`)), [400, 'DEVICE_BAD_ARGUMENT'])
  assert.equal(failure(await get(world, `arp/${seven.id}?status=perhaps`)), [400, 'VALIDATION_ERROR'])
  assert.equal(failure(await get(world, `arp/${seven.id}?colour=red`)), [400, 'VALIDATION_ERROR'])
})

test('one interface: by name, bind key and id; rows that belong to no interface are all given', async () => {
  for (const word of ['vlan100', 'name:vlan100', 'bind_key:13']) {
    assert.equal(
      (await rows(`interfaces/${seven.id}?interface=${word}`)).map(row => row['name']),
      ['vlan100'],
      word,
    )
    assert.equal(
      (await rows(`dhcp-servers/${seven.id}?interface=${word}`)).map(row => row['name']),
      ['dhcp100'],
      word,
    )
    assert.ok(
      (await rows(`arp/${seven.id}?from=device&interface=${word}`)).every(
        row => row['interface'] === 'vlan100',
      ),
      word,
    )
    const leases = await rows(`dhcp-leases/${seven.id}?from=device&interface=${word}`)
    assert.ok(leases.length > 0 && leases.every(row => row['server'] === 'dhcp100'), word)
  }
  assert.equal(
    (await rows(`vlans/${seven.id}?interface=bridge1`)).map(row => row['name']),
    ['vlan100', 'vlan200'],
  )
  assert.equal(
    (await rows(`vlans/${seven.id}?interface=vlan200`)).map(row => row['name']),
    ['vlan200'],
  )
  assert.equal(await rows(`vlans/${seven.id}?interface=ether9`), [])
  assert.is(
    (await rows(`simple-queues/${seven.id}?interface=ether9`)).length,
    (await rows(`simple-queues/${seven.id}`)).length,
  )
  for (const word of ['ether99', 'ether1; /system reboot', '$(reboot)'])
    assert.equal(
      failure(await get(world, `arp/${seven.id}?from=device&interface=${encodeURIComponent(word)}`)),
      [400, 'DEVICE_BAD_ARGUMENT'],
      word,
    )
  for (const word of ['ether1\n/quit', '', '\u0000'])
    assert.is((await get(world, `arp/${seven.id}?interface=${encodeURIComponent(word)}`)).status, 400)
})

test('from: the store alone, the store or the device, the device', async () => {
  const fresh = await addedRouter(world)
  const asked = () => fresh.sim.api.commands.length
  assert.equal(failure(await get(world, `simple-queues/${fresh.id}?from=store`)), [
    404,
    'EQUIPMENT_ANSWER_ABSENT',
  ])
  assert.is(asked(), 0)
  const first = await get(world, `simple-queues/${fresh.id}`)
  const before = asked()
  const again = await get(world, `simple-queues/${fresh.id}`)
  assert.equal(
    [metaOf(again)['simple_queue_info']!.source, again.body.data, asked()],
    ['cache', first.body.data, before],
  )
  await get(world, `simple-queues/${fresh.id}?from=device`)
  assert.ok(asked() > before)
})

test('TLS by the port of the access profile; the stored key is shown, another key is refused', async () => {
  const tls = await addedRouter(world, { tls: true })
  assert.ok((await rows(`vlans/${tls.id}?from=device`)).length > 0)
  const keys = good<Row[]>(await world.http('GET', `/switcher-core/${tls.id}/host-keys`))
  assert.equal(
    keys.map(key => [key['port'], String(key['fingerprint']).startsWith('SHA256:')]),
    [[tls.sim.api.tlsPort, true]],
  )
  await world.sql(`update equipment_host_key set fingerprint = 'SHA256:other' where ip = $1`, [tls.ip])
  tls.sim.api.drop()
  const other = await addedRouter(world, { tls: true })
  await world.sql(`insert into equipment_host_key (ip, port, fingerprint) values ($1, $2, 'SHA256:other')`, [
    other.ip,
    other.sim.api.tlsPort,
  ])
  assert.equal(failure(await get(world, `vlans/${other.id}?from=device`)), [502, 'DEVICE_HOST_KEY_CHANGED'])
  assert.is(other.sim.api.logins, 0)
})

test('no login, a wrong login, and an API that is off, refuses or does not answer have different errors', async () => {
  const nobody = await addedRouter(world, { signIn: false })
  const {
    status,
    body: { error },
  } = await get(world, `arp/${nobody.id}`)
  assert.equal(
    [status, error!.code, /no login and password/.test(error!.description)],
    [502, 'DEVICE_AUTH_FAILED', true],
  )
  // What SNMP tells needs none.
  assert.is((await get(world, `resources/${nobody.id}`)).status, 200)
  const router = await addedRouter(world)
  router.sim.api.behaviour = { traps: { '/queue/simple/print': 'not enough permissions (9)' } }
  const refused = await get(world, `simple-queues/${router.id}?from=device`)
  assert.equal(
    [...failure(refused), /not enough permissions/.test(refused.body.error!.description)],
    [502, 'DEVICE_COMMAND_REJECTED', true],
  )
  await world.http('PUT', `/device-access/${router.accessId}`, { name: 'wrong', password: 'another-word' })
  const wrong = await get(world, `arp/${router.id}?from=device`)
  assert.equal([...failure(wrong), wrong.text.includes('another-word')], [502, 'DEVICE_AUTH_FAILED', false])
  await router.sim.api.stop()
  assert.equal(failure(await get(world, `arp/${router.id}?from=device`)), [504, 'DEVICE_UNREACHABLE'])
})

test('a router that stops answering in the middle is 504 with the rows that arrived', async () => {
  const quiet = await addedRouter(world)
  const { params } = good<{ params: Record<string, Row> }>(
    await world.http('GET', `/device-access/${quiet.accessId}`),
  )
  await world.http('PUT', `/device-access/${quiet.accessId}`, {
    name: 'quiet',
    params: { sw_core_connection: { ...params['sw_core_connection'], console_wait_byte_sec: 3 } },
  })
  quiet.sim.api.behaviour = { silentAfterRows: 1 }
  const {
    status,
    body: { error },
  } = await get(world, `vlans/${quiet.id}?from=device`)
  assert.equal([status, error!.code], [504, 'DEVICE_TIMEOUT'])
  const [told] = error!.details as unknown as { partial: Row[]; missing: Row[] }[]
  assert.equal(
    [
      told!.partial.map(row => row['vlan_id']),
      told!.missing.map(one => [one['what'], one['reason'], one['rows']]),
    ],
    [[100], [['/interface/vlan/print', 'silent', 1]]],
  )
})

test('static entries through the modules: own permissions, evidence, action log', async () => {
  const path = (module: string) => `/switcher-core/device/${module}/${seven.id}`
  const body = {
    action: 'add',
    ip: '10.100.1.90',
    vlan_id: 100,
    mac: '0200.0000.0090',
    comment: 'contract 9',
  }
  const powerless = await keyOf(world, ['router_os_info', 'device_show'], [])
  assert.equal(failure(await world.http('POST', path('ctrl_static_arp'), body, powerless)).at(0), 403)
  assert.equal(good<Row>(await world.http('POST', path('ctrl_static_arp'), body))['verified'], true)
  assert.equal(
    (await rows(`arp/${seven.id}?ip=10.100.1.90`)).map(row => [row['mac'], row['dynamic'], row['comment']]),
    [['02:00:00:00:00:90', false, 'contract 9']],
  )
  assert.equal(failure(await world.http('POST', path('ctrl_static_arp'), { ...body, ip: 'here' })), [
    400,
    'EQUIPMENT_ARGUMENTS_INVALID',
  ])
  assert.equal(
    failure(await world.http('POST', path('ctrl_static_arp'), { ...body, comment: 'a\n/system/reboot' })),
    [400, 'EQUIPMENT_ARGUMENTS_INVALID'],
  )
  assert.equal(
    good<Row>(await world.http('POST', path('ctrl_static_arp'), { action: 'remove', ip: body.ip }))[
      'verified'
    ],
    true,
  )
  const log = good<{ device: { id: number } | null }[]>(
    await world.http('POST', '/logs/actions', { actions: ['swcore:ctrl_static_arp'] }),
  )
  assert.ok(log.length >= 2 && log.every(({ device }) => device?.id === seven.id))
})

test('a caller of another group gets 404, and one without router_os_info 403', async () => {
  const [ours, theirs] = [
    await add(world, '/device-group', { name: 'ours' }),
    await add(world, '/device-group', { name: 'theirs' }),
  ]
  const foreign = await addedRouter(world, { group_id: theirs.id })
  const [key, powerless] = [
    await keyOf(world, ['router_os_info'], [ours.id]),
    await keyOf(world, ['device_show'], []),
  ]
  for (const name of Object.keys(reads)) {
    const [hidden, absent] = [
      await get(world, `${name}/${foreign.id}?interface=ether1`, key),
      await get(world, `${name}/2000000000?interface=ether1`, key),
    ]
    assert.equal([name, hidden.status, hidden.body.error!.code], [name, 404, absent.body.error!.code])
    assert.is((await get(world, `${name}/${foreign.ip}`, key)).status, 404)
    assert.equal(failure(await get(world, `${name}/${foreign.id}`, powerless)), [403, 'PERMISSION_MISSING'])
  }
  assert.is(foreign.sim.api.connections, 0)
  assert.is(
    (await get(world, `vlans/${foreign.id}`, await keyOf(world, ['router_os_info'], [theirs.id]))).status,
    200,
  )
})

test('the OpenAPI document has every field', async () => {
  interface Schema {
    properties?: Record<string, Schema>
    items?: Schema
  }
  const document = (await (await fetch(`${world.url}/swagger/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: { name?: string; $ref?: string }[]
          'x-permission': string
          responses: Record<string, { content: Record<string, { schema: Schema }> }>
        }
      >
    >
    components: { parameters: Record<string, { name: string }> }
  }
  const shared = document.components.parameters
  const operation = (name: string) =>
    document.paths[`/api/v1/component/router_os/${name}/{deviceId}`]!['get']!
  const fields = (name: string) =>
    Object.keys(
      operation(name).responses['200']!.content['application/json']!.schema.properties!['data']!.items!
        .properties!,
    )
  assert.equal(fields('vlans'), ['vlan_id', 'name', 'interface', 'disabled', 'arp', 'comment'])
  assert.ok(
    fields('bgp-sessions').includes('prefix_count') &&
      fields('dhcp-leases').includes('expires_at') &&
      fields('arp').includes('published'),
  )
  assert.equal(
    operation('arp')
      .parameters.map(({ name, $ref = '' }) => name ?? shared[$ref.split('/').at(-1)!]!.name)
      .toSorted(),
    ['X-Insist', 'deviceId', 'from', 'interface', 'ip', 'mac', 'status', 'vlan_id', 'vlan_name'],
  )
  assert.equal(
    Object.keys(reads).map(name => operation(name)['x-permission']),
    Object.keys(reads).map(() => 'router_os_info'),
  )
})
