import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../support/installation.ts'
import { fourMakers, startSwitches, type SwitchPlan } from '../support/switches.ts'

/**
 * All changes that a technician makes, on simulated switches of four vendors, over HTTP, SNMP and the
 * console. Each is read back from the same device.
 */
const test = suite('changes', { level: 'full' })

interface Changed {
  accepted: boolean
  evidence: string | null
  verified: boolean
}
/** What the device and the driver of the vendor support. */
interface Plan extends SwitchPlan {
  port: string
  /** How a port with factory settings can join a VLAN. */
  type: 'tagged' | 'untagged'
  speed: boolean
  poe: boolean
  cable: boolean
  /** The counters of IF-MIB follow those of the console. */
  counts: boolean
}
const plans: Readonly<Record<string, Plan>> = {
  'sw-dlink': {
    ...fourMakers['sw-dlink'],
    type: 'tagged',
    speed: true,
    poe: false,
    cable: true,
    counts: true,
  },
  'sw-cisco': {
    ...fourMakers['sw-cisco'],
    type: 'untagged',
    speed: false,
    poe: true,
    cable: false,
    counts: false,
  },
  'sw-huawei': {
    ...fourMakers['sw-huawei'],
    type: 'untagged',
    speed: false,
    poe: false,
    cable: false,
    counts: true,
  },
  'sw-eltex': {
    ...fourMakers['sw-eltex'],
    type: 'untagged',
    speed: false,
    poe: true,
    cable: false,
    counts: true,
  },
}

let house!: Installation
let ids: ReadonlyMap<string, number> = new Map()

test.before(async () => {
  ;({ house, ids } = await startSwitches(plans))
})
test.after(() => house?.stop())

const call = async <T>(name: string, module: string, body: object = {}): Promise<T> => {
  const { status, data, text } = await house.admin.ask<T>(
    'POST',
    `/switcher-core/device/${module}/${ids.get(name)}`,
    { body },
  )
  assert.is(
    status,
    200,
    `${module} ${JSON.stringify(body)}: ${text}\n${house.simulated(name).console!.typed.slice(-8).join(' ⏎ ')}`,
  )
  return data
}
const verified = async (name: string, module: string, body: object = {}) =>
  assert.equal([module, (await call<Changed>(name, module, body)).verified], [module, true])

for (const [name, { port, type, speed, poe, cable, counts }] of Object.entries(plans)) {
  test(`${name}: description, admin state and speed of a port`, async () => {
    await verified(name, 'ctrl_port_descr', { interface: port, description: 'roof 7' })
    await verified(name, 'ctrl_port_descr', { interface: port, description: '' })
    await verified(name, 'ctrl_port_state', { interface: port, state: 'disable' })
    const [link] = await call<{ oper_status: string; admin_state: string }[]>(name, 'link_info', {
      interface: port,
    })
    assert.equal([link!.oper_status, link!.admin_state], ['Down', 'Disabled'])
    await verified(name, 'ctrl_port_state', { interface: port, state: 'enable' })
    const forced = await call<Changed>(name, 'ctrl_port_speed', { interface: port, speed: '100-Full' })
    assert.equal([forced.accepted, forced.verified], [true, speed])
    await call(name, 'ctrl_port_speed', { interface: port, speed: 'auto' })
  })

  test(`${name}: a VLAN is created, added to a port, removed from it and deleted`, async () => {
    await verified(name, 'ctrl_vlan_state', { id: 301, name: 'video', action: 'create' })
    const [made] = await call<{ id: number; name: string }[]>(name, 'vlans', { vlan_id: 301 })
    assert.equal([made!.id, made!.name], [301, 'video'])
    await verified(name, 'ctrl_vlan_port', { id: 301, interface: port, type, action: 'add' })
    const [joined] = await call<{ ports: Record<string, { name: string }[]> }[]>(name, 'vlans', {
      vlan_id: 301,
    })
    assert.equal(
      joined!.ports[type]!.map(one => one.name),
      [port],
    )
    await verified(name, 'ctrl_vlan_port', { id: 301, interface: port, type, action: 'delete' })
    await verified(name, 'ctrl_vlan_state', { id: 301, action: 'delete' })
  })

  test(`${name}: counters, power and cables`, async () => {
    assert.is((await call<Changed>(name, 'clear_counters')).verified, counts)
    assert.ok((await call<Changed>(name, 'clear_iface_counters', { interface: port })).accepted)
    if (poe) {
      await verified(name, 'ctrl_poe_state', { interface: port, state: 'disable' })
      const [row] = await call<{ admin_state: string; status: string }[]>(name, 'poe_info', {
        interface: port,
      })
      assert.equal([row!.admin_state, row!.status], ['Disabled', 'Off'])
      await verified(name, 'ctrl_poe_state', { interface: port, state: 'enable' })
    }
    if (cable) {
      // The test moves the clock of the simulated network.
      const timer = setInterval(() => house.clock.advance(3000), 300)
      const [row] = await call<{ pairs: { number: number; status: string }[] }[]>(name, 'cable_diag', {
        interface: port,
      }).finally(() => clearInterval(timer))
      assert.equal(
        row!.pairs.map(pair => pair.number),
        [1, 2],
      )
      assert.ok(
        row!.pairs.every(({ status }) => ['OK', 'Open'].includes(status)),
        JSON.stringify(row),
      )
    }
  })

  test(`${name}: save and restart`, async () => {
    await call(name, 'ctrl_port_descr', { interface: port, description: 'saved' })
    await verified(name, 'save_config')
    await call(name, 'ctrl_port_descr', { interface: port, description: 'never saved' })
    await verified(name, 'reboot')
    house.clock.advance(60_000)
    const [described] = await call<{ description: string }[]>(name, 'interface_descriptions', {
      interface: port,
    })
    assert.is(described!.description, 'saved')
  })
}
