import { assert, suite, until } from '@linecard/test-kit'
import type { SimulatedDevice, SimulatedOlt } from '@linecard/simulator'
import { sceneOf, startInstallation, type Installation, type Simulated } from '../support/installation.ts'

/**
 * From an empty installation to the answers of an OLT and a switch, in the order of an integration. Each test
 * needs the tests before it.
 */
const test = suite('first light')

interface Ref {
  id: number
  name: string
  type: string
  parent: number | null
  if_index: number | null
}
interface Meta {
  source: string
  from_cache: boolean
  time: string
  age_sec: number
  spent_ms: number
  error: unknown
  missing: unknown[]
}
interface Detection {
  model: { id: number; key: string; type: string; vendor: string } | null
  name: string
  location: string
  mac: string
  descr: string
  object_id: string
  tier: string
}
interface StoredInterface {
  id: number
  bind_key: string
  parent_bind_key: string
  name: string
  type: string
  status: string | null
  serial: string | null
  device: { id: number }
}

let house!: Installation
const at: Record<string, { sim: Simulated; access: number; detected: Detection; id: number }> = {}
const simulated = (name: string) => at[name]!.sim.simulated as SimulatedDevice
const ask = <T>(from: string, module: string, device: string, query = {}) =>
  house.admin.get<T>(`/switcher-core/${from}/${module}/${at[device]!.id}`, query)
const metaOf = async (from: string, module: string, device: string) =>
  (
    (await house.admin.ask('GET', `/switcher-core/${from}/${module}/${at[device]!.id}`)).meta as Record<
      string,
      Meta
    >
  )[module]!
const macText = (mac: Buffer) =>
  mac
    .toString('hex')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:')
const sorted = <T>(values: Iterable<T>) => [...values].toSorted()

test.before(async () => {
  house = await startInstallation({
    scene: sceneOf(
      [
        { kind: 'olt', name: 'olt', vendor: 'zte', model: 'C320', onusPerPort: 4, location: 'Main street 1' },
        { kind: 'switch', name: 'sw', vendor: 'dlink', model: 'DES-3200-28/C1', location: 'Oak street 12' },
      ],
      {
        seed: 'first light',
        vlans: [
          { id: 1, name: 'default' },
          { id: 100, name: 'internet' },
          { id: 200, name: 'iptv' },
        ],
        cables: [['olt:xgei_1/3/1', 'sw:25']],
      },
    ),
  })
})
test.after(() => house?.stop())

test('requests without a key are refused, and the error of a wrong password reveals nothing', async () => {
  const stranger = house.admin.as(null)
  assert.is((await stranger.fails('GET', '/device')).status, 401)
  assert.is((await stranger.as('not-a-key').fails('GET', '/device')).status, 401)
  const wrong = await stranger.fails('POST', '/auth', { body: { login: 'admin', password: 'wrong' } })
  const unknown = await stranger.fails('POST', '/auth', { body: { login: 'nobody', password: 'wrong' } })
  assert.equal(
    [wrong.status, wrong.type, wrong.description],
    [unknown.status, unknown.type, unknown.description],
  )
  const session = await house.signIn('admin', 'correct horse 17')
  await session.delete('/logout')
  assert.is((await session.fails('GET', '/device')).status, 401)
})

test('detection returns the models and stores nothing', async () => {
  for (const name of ['olt', 'sw']) {
    const sim = house.simulated(name)
    const { id: access } = await house.admin.post<{ id: number }>('/device-access', {
      name,
      public_community: 'public',
      private_community: 'private',
      params: {
        sw_core_connection: { snmp_version: '2c', snmp_port: sim.port, snmp_timeout_sec: 1, snmp_repeats: 2 },
      },
    })
    const detected = await house.admin.post<Detection>('/device-detect', { ip: sim.ip, access_id: access })
    at[name] = { sim, access, detected, id: 0 }
    assert.equal(
      [detected.name, detected.descr],
      [sim.simulated!.identity.sysName, sim.simulated!.identity.sysDescr],
    )
  }
  assert.equal(
    ['olt', 'sw'].map(name => at[name]!.detected.model?.type),
    ['OLT', 'SWITCH'],
  )
  assert.equal(
    ['olt', 'sw'].map(name => at[name]!.detected.model?.key),
    ['zte_c320', 'dlink_des_3200_28_c1'],
  )
  assert.is(at['sw']!.detected.location, 'Oak street 12')
  assert.equal(await house.admin.get('/device'), [])
  assert.not.match((await house.admin.ask('GET', '/device-access')).text, /public"|private"/)
})

test('devices are added, found by address, and only once', async () => {
  for (const { sim, access, detected } of Object.values(at)) {
    const device = await house.admin.post<{ id: number; ip: string; model: { key: string } }>('/device', {
      ip: sim.ip,
      name: detected.name,
      model: { id: detected.model!.id },
      access_id: access,
    })
    at[sim.name]!.id = device.id
    assert.equal([device.ip, device.model.key], [sim.ip, detected.model!.key])
  }
  const { sim, id, access } = at['sw']!
  assert.is((await house.admin.get<{ id: number }>('/device', { ip: sim.ip })).id, id)
  const all = await house.admin.ask<{ id: number }[]>('GET', '/device', { query: { limit: 1, sort: '-id' } })
  assert.equal(
    [all.data.map(device => device.id), all.meta],
    [[Math.max(at['olt']!.id, id)], { total: 2, limit: 1, offset: 0 }],
  )
  assert.equal(
    (await house.admin.get<{ id: number }[]>('/device', { type: 'OLT' })).map(device => device.id),
    [at['olt']!.id],
  )
  assert.is(
    (await house.admin.fails('POST', '/device', { body: { ip: sim.ip, access_id: access } })).status,
    409,
  )
})

test('a device lists its modules, with schemas', async () => {
  const names = await house.admin.get<string[]>(`/switcher-core/${at['olt']!.id}/modules`)
  for (const name of ['interfaces_list', 'link_info', 'pon_onts_status', 'pon_onts_optical', 'lldp_info'])
    assert.ok(names.includes(name), name)
  const detailed = await house.admin.get<
    { name: string; args: { type: string }; result: object; permission: string }[]
  >(`/switcher-core/${at['olt']!.id}/modules`, { detailed: true })
  assert.equal(
    detailed.map(module => module.name),
    names,
  )
  assert.equal(new Set(detailed.map(module => module.args.type)), new Set(['object']))
  assert.is(
    (await house.admin.fails('GET', `/switcher-core/device/pon_onts_status/${at['sw']!.id}`)).status,
    422,
  )
})

test('interfaces and their links are as the switch has them', async () => {
  const list = await ask<Ref[]>('device', 'interfaces_list', 'sw')
  const ports = simulated('sw').ports.filter(port => port.bridgePort)
  for (const { ifIndex } of ports)
    assert.ok(
      list.some(row => row.if_index === ifIndex),
      `port ${ifIndex}`,
    )
  const links = await ask<
    { interface: Ref; oper_status: string; admin_state: string; description: string | null }[]
  >('device', 'link_info', 'sw')
  for (const port of ports) {
    const rows = links.filter(row => row.interface.if_index === port.ifIndex)
    assert.ok(rows.length > 0, `link of port ${port.ifIndex}`)
    assert.is(
      rows.some(row => row.oper_status === 'Up'),
      port.cable.at(house.clock.now()).state,
      `state of port ${port.ifIndex}`,
    )
    assert.is(rows[0]!.description ?? '', port.alias)
  }
})

test('VLANs, MAC table and LLDP are as the switch has them', async () => {
  const vlans = await ask<{ id: number; name: string; ports: { egress: Ref[] } }[]>('device', 'vlans', 'sw')
  assert.equal(
    vlans.map(({ id, name }) => [id, name]),
    [
      [1, 'default'],
      [100, 'internet'],
      [200, 'iptv'],
    ],
  )
  const carrying = simulated('sw')
    .ports.filter(port => port.bridgePort && (port.pvid === 100 || port.tagged.includes(100)))
    .map(port => port.ifIndex)
  assert.equal(sorted(vlans[1]!.ports.egress.map(port => port.if_index!)), sorted(carrying))

  const fdb = await ask<{ interface: Ref | null; mac_address: string; vlan_id: number }[]>(
    'device',
    'fdb',
    'sw',
  )
  assert.ok(fdb.length > 20, `${fdb.length} rows`)
  const { mac_address: mac, interface: port } = fdb.find(row => row.interface !== null)!
  assert.equal(
    (await ask<typeof fdb>('device', 'fdb', 'sw', { mac: mac.toLowerCase().replaceAll(':', '-') })).map(
      row => row.interface?.id,
    ),
    [port!.id],
  )

  const { remotes } = await ask<{
    remotes: {
      loc_interface: Ref | null
      rem_name: string
      rem_chassis_id: string
      rem_mgmt_address: string
    }[]
  }>('device', 'lldp_info', 'sw')
  assert.equal(
    remotes.map(row => [row.loc_interface?.if_index, row.rem_name, row.rem_chassis_id, row.rem_mgmt_address]),
    [[25, 'olt', macText(simulated('olt').identity.mac), at['olt']!.sim.ip]],
  )
})

test('transceivers and ONUs of the OLT have the usual units', async () => {
  const optics = await ask<
    { interface: Ref; temp: number | null; vcc: number | null; tx_power: number | null }[]
  >('device', 'sfp_optical', 'olt')
  for (const port of simulated('olt').ports.filter(one => one.ifType === 250)) {
    const row = optics.find(one => one.interface.if_index === port.ifIndex)
    assert.ok(
      row &&
        row.tx_power! > 0 &&
        row.tx_power! < 10 &&
        row.vcc! > 3 &&
        row.vcc! < 3.6 &&
        row.temp! > 10 &&
        row.temp! < 90,
      `${port.ifName}: ${JSON.stringify(row)}`,
    )
  }

  const { onus } = simulated('olt') as SimulatedOlt
  const states = await ask<{ interface: Ref; status: string }[]>('device', 'pon_onts_status', 'olt')
  const now = house.clock.now()
  assert.is(states.length, onus.length)
  assert.equal(sorted(states.map(row => row.status)), sorted(onus.map(onu => onu.state.at(now).state)))

  const serials = await ask<{ interface: Ref; _serial_ascii: string }[]>('device', 'pon_onts_serial', 'olt')
  assert.equal(
    sorted(serials.map(row => row._serial_ascii)),
    sorted(
      onus.map(({ serial }) => `${serial.subarray(0, 4)}${serial.subarray(4).toString('hex').toUpperCase()}`),
    ),
  )

  const levels = await ask<
    { interface: Ref; rx: number | null; olt_rx: number | null; distance: number | null }[]
  >('device', 'pon_onts_optical', 'olt')
  const online = new Set(states.filter(row => row.status === 'Online').map(row => row.interface.id))
  const lit = levels.filter(row => online.has(row.interface.id))
  assert.is(lit.length, online.size)
  for (const {
    interface: { name },
    rx,
    distance,
  } of lit)
    assert.ok(rx !== null && rx < -8 && rx > -35 && distance! > 0, `${name}: ${rx} dBm at ${distance} m`)
})

test('from=cache asks once, from=store never, and both show the age of the answer', async () => {
  const { sim, id } = at['sw']!
  await ask('device', 'vlans', 'sw')
  const before = sim.requests
  const [cached, stored] = [await metaOf('cache', 'vlans', 'sw'), await metaOf('store', 'vlans', 'sw')]
  assert.is(sim.requests, before)
  assert.equal([cached.source, cached.from_cache, stored.source], ['cache', true, 'store'])
  const fresh = await metaOf('device', 'vlans', 'sw')
  assert.equal([fresh.source, fresh.from_cache, fresh.age_sec, fresh.missing], ['device', false, 0, []])
  assert.ok(sim.requests > before)
  assert.is(
    (await house.admin.fails('GET', `/switcher-core/store/system/${id}`)).code,
    'EQUIPMENT_ANSWER_ABSENT',
  )
})

test('query string, JSON, a form, and the address instead of the id give the same answer', async () => {
  const { sim, id } = at['sw']!
  const path = `/switcher-core/device/vlans/${id}`
  const answers = await Promise.all([
    house.admin.ask('GET', path, { query: { vlan_id: 100 } }),
    house.admin.ask('POST', path, { body: { vlan_id: 100 } }),
    house.admin.ask('POST', path, { form: { vlan_id: '100' } }),
    house.admin.ask('GET', `/switcher-core/device/vlans/${sim.ip}`, { query: { vlan_id: 100 } }),
  ])
  const [first, ...others] = answers.map(answer => answer.data as { id: number }[])
  assert.equal(
    first!.map(vlan => vlan.id),
    [100],
  )
  for (const other of others) assert.equal(other, first)
  assert.is(
    (await house.admin.ask('GET', '/device', { headers: { 'content-type': 'application/json' } })).status,
    200,
  )
})

test('interfaces and ONUs are stored soon, and have a stable number', async () => {
  for (const { sim, id } of Object.values(at)) {
    await until(
      `${sim.name} is read`,
      async () => (await house.admin.get<{ refreshed_at: string | null }>(`/device/${id}`)).refreshed_at,
      { everyMs: 100 },
    )
    assert.equal(
      await house.admin
        .get<object>(`/device/${id}`)
        .then(device => [
          (device as { status: string }).status,
          (device as { refresh_error: string }).refresh_error,
        ]),
      ['Up', null],
    )
  }
  const stored = await house.admin.get<StoredInterface[]>(`/device-interface/by-device/${at['olt']!.id}`)
  const states = await ask<{ interface: Ref; status: string }[]>('device', 'pon_onts_status', 'olt')
  const byKey = new Map(stored.map(row => [row.bind_key, row]))
  for (const {
    interface: { id, parent, name },
    status,
  } of states) {
    const row = byKey.get(String(id))
    assert.equal(
      [row?.name, row?.type, row?.status, row?.parent_bind_key],
      [name, 'ONU', status, String(parent)],
    )
    assert.is(byKey.get(String(parent))?.type, 'PON')
  }
  const one = stored.find(row => row.type === 'ONU')!
  assert.equal(
    (await house.admin.get<StoredInterface>(`/device-interface/${one.id}`)).device.id,
    at['olt']!.id,
  )
  const found = await house.admin.get<StoredInterface[]>('/device-interface', {
    query: one.serial!,
    type: 'ONU',
  })
  assert.equal(
    found.map(row => row.id),
    [one.id],
  )
  assert.is(
    (await house.admin.get<{ matches: boolean }>(`/device/${at['sw']!.id}/compare-model`)).matches,
    true,
  )
})

test('calls are logged with caller, module and result; no log contains a community', async () => {
  const { data, meta } = await house.admin.ask<
    {
      module: string
      ok: boolean
      error_code: string | null
      user: { login: string } | null
      device_id: number
    }[]
  >('POST', '/system-switcher-core/filter', {
    body: { device_id: at['sw']!.id, module: ['vlans', 'pon_onts_status'], sort: 'id', limit: 1000 },
  })
  assert.is((meta as { total: number }).total, data.length)
  assert.ok(data.some(call => call.module === 'vlans' && call.ok && call.user?.login === 'admin'))
  assert.ok(data.some(call => !call.ok && call.error_code === 'DEVICE_UNSUPPORTED'))
  assert.not.match(house.log(), /"public"|"private"|correct horse/)
})

test('the page of the API, health and metrics are served too', async () => {
  for (const [path, type] of [
    ['/swagger/', 'text/html'],
    ['/swagger/openapi.yaml', 'application/yaml'],
    ['/health/live', 'application/json'],
    ['/health/ready', 'application/json'],
    ['/metrics', 'text/plain'],
  ] as const) {
    const answer = await fetch(house.url + path)
    assert.equal([answer.status, answer.headers.get('content-type')!.split(';')[0]], [200, type], path)
    await answer.text()
  }
})
