import type { SimulatedSwitch } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'
import { fourMakers } from '../support/switches.ts'

/**
 * Devices with a console alone: SNMP is off in the access profile. They are detected, added and read with the
 * real drivers. What the console tells is compared with the state of the simulated device.
 */
const test = suite('devices with a console alone', { level: 'full' })

const models = {
  'sw-dlink': 'dlink_des_3200_28_c1',
  'sw-cisco': 'cisco_catalyst_2960x',
  'sw-huawei': 'huawei_s5300_series',
  'sw-eltex': 'eltex_mes2324p',
} as const
type Name = keyof typeof models
const names = Object.keys(models) as Name[]

let house!: Installation
const ids = new Map<Name, number>()
const accesses = new Map<Name, number>()

const accessOf = (name: Name, more: object = {}) => {
  const { protocol, console } = fourMakers[name]
  const device = house.simulated(name)
  return house.admin.post<{ id: number }>('/device-access', {
    name: `${name} ${JSON.stringify(more)}`,
    login: console.login,
    password: console.password,
    ...('enable' in console ? { enable_password: console.enable } : {}),
    params: {
      sw_core_connection: {
        snmp_enabled: false,
        // If anything were asked over SNMP, it would be answered.
        snmp_port: device.port,
        console_connection_type: protocol,
        console_port: (device.console as unknown as Record<string, number>)[protocol],
      },
    },
    ...more,
  })
}
const simulatedOf = (name: Name) => house.simulated(name).simulated as SimulatedSwitch
interface Answer<T> {
  data: T
  meta: { answered_by: string[]; missing: { what: string }[] }
}
const read = async <T>(name: Name, module: string, args: object = {}): Promise<Answer<T>> => {
  const answer = await house.admin.ask<T>('POST', `/switcher-core/device/${module}/${ids.get(name)}`, {
    body: args,
  })
  assert.is(answer.status, 200, `${name} ${module}: ${answer.text}`)
  return { data: answer.data, meta: (answer.meta as Record<string, Answer<T>['meta']>)[module]! }
}

test.before(async () => {
  house = await startInstallation({
    scene: sceneOf(
      names.map(name => {
        const { vendor, model, console } = fourMakers[name]
        return { kind: 'switch', name, vendor, model, console }
      }),
    ),
  })
})
test.after(() => house?.stop())

for (const name of names) {
  test(`${name}: a wrong password says so`, async () => {
    const { id } = await accessOf(name, { password: 'wrong-1' })
    const { status, text, error } = await house.admin.ask('POST', '/device-detect', {
      body: { ip: house.simulated(name).ip, access_id: id },
    })
    assert.is(status, 502, text)
    assert.is(error?.code, 'DEVICE_AUTH_FAILED')
  })

  test(`${name}: it is detected and added, and SNMP is not asked`, async () => {
    const device = house.simulated(name)
    const { id: access_id } = await accessOf(name)
    accesses.set(name, access_id)
    const found = await house.admin.post<{
      model: { id: number; key: string } | null
      tier: string
      name: string
    }>('/device-detect', { ip: device.ip, access_id })
    assert.is(found.model?.key, models[name], JSON.stringify(found))
    const { id } = await house.admin.post<{ id: number }>('/device', {
      ip: device.ip,
      name,
      access_id,
      model_id: found.model!.id,
    })
    ids.set(name, id)
    const ports = await until('its ports are stored', async () => {
      const list = await house.admin.get<{ name: string; status: string }[]>(
        `/device-interface/by-device/${id}`,
      )
      return list.length > 0 ? list : null
    })
    assert.is(ports.length, simulatedOf(name).control.ports.length)
    assert.ok(ports.some(port => port.status === 'Up') && ports.some(port => port.status === 'Down'))
    assert.is(device.requests, 0, 'datagrams over SNMP')
  })

  test(`${name}: MAC addresses, VLANs, states and identity are those of the device`, async () => {
    const simulated = simulatedOf(name)
    const fdb = await read<{ mac_address: string; interface: { name: string } | null }[]>(name, 'fdb')
    assert.equal(fdb.meta.answered_by, ['console'])
    const own = new Set(simulated.stations.map(({ mac }) => mac.toString('hex').toUpperCase()))
    assert.ok(fdb.data.length > 0)
    for (const row of fdb.data) {
      assert.ok(own.has(row.mac_address.replaceAll(':', '')), row.mac_address)
      assert.ok(row.interface, `${row.mac_address} has a port`)
    }
    const [first] = fdb.data
    const one = await read<unknown[]>(name, 'fdb', { mac: first!.mac_address })
    assert.equal(one.data, [first])

    const vlans = await read<{ id: number }[]>(name, 'vlans')
    assert.equal(vlans.meta.answered_by, ['console'])
    assert.equal(
      vlans.data.map(({ id }) => id),
      simulated.control.vlans.map(({ id }) => id),
    )
    const links = await read<{ oper_status: string; admin_state: string | null }[]>(name, 'link_info')
    assert.is(links.data.length, simulated.control.ports.length)
    const system = await read<{ board_software_ver: string | null; object_id: null }>(name, 'system')
    assert.equal(system.meta.answered_by, ['console'])
    assert.ok(system.data.board_software_ver, 'a version')
  })

  test(`${name}: a module that only SNMP can tell is refused at once`, async () => {
    const { status, error } = await house.admin.ask(
      'POST',
      `/switcher-core/device/interface_counters/${ids.get(name)}`,
      { body: {} },
    )
    assert.is(status, 422)
    assert.match(error!.description, /SNMP is off/)
  })
}

test('sw-dlink: the console tests a cable', async () => {
  const { data } = await read<{ interface: { name: string }; pairs: { number: number; status: string }[] }[]>(
    'sw-dlink',
    'cable_diag',
    { interface: '7' },
  )
  assert.equal(
    data.map(row => row.interface.name),
    ['7'],
  )
  assert.ok(data[0]!.pairs.length > 0 && data[0]!.pairs.every(({ status }) => status !== 'NotTested'))
})

test('ports keep their bind keys when they are read again', async () => {
  for (const name of names) {
    const list = () =>
      house.admin.get<{ id: number; name: string }[]>(`/device-interface/by-device/${ids.get(name)}`)
    const keys = (rows: { id: number; name: string }[]) => rows.map(row => `${row.id} ${row.name}`).toSorted()
    const before = keys(await list())
    await house.admin.ask('POST', `/device/${ids.get(name)}/poll`, { body: {} })
    assert.equal(keys(await list()), before)
  }
})

test('with both, the access profile prefers either', async () => {
  const device = house.simulated('sw-eltex')
  const connection = {
    snmp_version: '2c',
    snmp_port: device.port,
    snmp_timeout_sec: 1,
    console_connection_type: fourMakers['sw-eltex'].protocol,
    console_port: (device.console as unknown as Record<string, number>)[fourMakers['sw-eltex'].protocol],
  }
  const set = (more: object) =>
    house.admin.put(`/device-access/${accesses.get('sw-eltex')}`, {
      name: 'both',
      public_community: 'public',
      params: { sw_core_connection: { ...connection, ...more } },
    })
  interface Row {
    mac_address: string
    vlan_id: number
    interface: { name: string } | null
  }
  // Over SNMP the device lists its own address too, which has no port.
  const rowsOf = ({ data }: Answer<Row[]>) =>
    data.flatMap(row => (row.interface ? [`${row.mac_address} ${row.vlan_id} ${row.interface.name}`] : []))
  await set({ prefer: 'console' })
  const byConsole = await read<Row[]>('sw-eltex', 'fdb')
  assert.equal(byConsole.meta.answered_by, ['console'])
  await set({ prefer: 'snmp' })
  const bySnmp = await read<Row[]>('sw-eltex', 'fdb')
  assert.not.ok(bySnmp.meta.answered_by.includes('console'))
  assert.ok(byConsole.data.length > 0)
  assert.equal(rowsOf(byConsole).toSorted(), rowsOf(bySnmp).toSorted())
})

test('what may be written as prefer and snmp_enabled is checked, and the defaults are shown', async () => {
  for (const wrong of [{ prefer: 'telnet' }, { snmp_enabled: 'no' }]) {
    const { status } = await house.admin.ask('POST', '/device-access', {
      body: { name: `wrong ${JSON.stringify(wrong)}`, params: { sw_core_connection: wrong } },
    })
    assert.is(status, 400)
  }
  const defaults = await house.admin.get<Record<string, unknown>>('/device-access-defaults')
  assert.equal([defaults['snmp_enabled'], defaults['prefer']], [true, 'snmp'])
})
