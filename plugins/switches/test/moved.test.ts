import cisco from '@linecard/driver-cisco'
import dlink from '@linecard/driver-dlink'
import eltex from '@linecard/driver-eltex'
import huawei from '@linecard/driver-huawei'
import type { SwitchModelName, SwitchVendor } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { swapAtChange, swapPorts } from '@linecard/test-kit/worlds/moved-ports'
import {
  addedSwitch,
  dataOf,
  get,
  good,
  post,
  startWorld,
  stopDevices,
  type Added,
  type Answer,
  type Port,
  type World,
} from '@linecard/test-kit/worlds/switches'

/** Fault 16: between two calls the device gives its ports other indexes. */
const test = suite('the right port', { level: 'full' })

const makers: readonly { vendor: SwitchVendor; model: SwitchModelName }[] = [
  { vendor: 'dlink', model: 'DES-3200-10/C1' },
  { vendor: 'cisco', model: 'WS-C2960X-24PS-L' },
  { vendor: 'eltex', model: 'MES2324B' },
  { vendor: 'huawei', model: 'S2350-28TP-EI-AC' },
]

interface Known {
  device: Added
  /** Two ports, by their places at the start. */
  a: Port & { ifName: string }
  b: Port & { ifName: string }
}
const known = new Map<string, Known>()
let world!: World

test.before(async () => {
  world = await startWorld([dlink, cisco, eltex, huawei])
  for (const { vendor, model } of makers) {
    const device = await addedSwitch(world, { vendor, model })
    const at = (n: number) => {
      const { ifName, ifIndex } = device.simulated.ports[n]!
      const port = device.ports.find(({ bind_key: key }) => key === String(ifIndex))
      if (!port) throw new Error(`${vendor} has no port ${ifIndex}`)
      return { ...port, ifName }
    }
    known.set(vendor, { device, a: at(2), b: at(4) })
  }
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

interface Change {
  interface: { id: number; name: string } | null
  verified: boolean
  evidence: string | null
}
interface Moved {
  path: string
  wanted: string
  there: string | null
  found: number | null
}

/** The details of a 409 for a port that moved. */
function movedOf({ status, text, body: { error } }: Answer): Moved {
  assert.is(status, 409, text)
  assert.is(error!.code, 'INTERFACE_MOVED')
  const [detail] = error!.details as unknown as Moved[]
  assert.ok(error!.description.includes(JSON.stringify(detail!.wanted)), error!.description)
  return { ...detail! }
}
const told = ({ path, wanted, there, found }: Moved) => ({ path, wanted, there, found })
const stored = async ({ id }: Added, name: string) =>
  dataOf<Port[]>(await world.http('GET', `/device-interface/by-device/${id}`)).find(row => row.name === name)!
const aliasOf = ({ simulated }: Added, ifName: string) =>
  simulated.ports.find(port => port.ifName === ifName)!.alias
const namesIn = (answer: Answer) =>
  good<{ interface: { name: string } }[]>(answer).map(row => row.interface.name)

for (const { vendor } of makers) {
  test(`${vendor}: a read by id is refused once with both names, then gives the port at its new place`, async () => {
    const { device, a, b } = known.get(vendor)!
    const path = `errors/${device.id}?from=device&interface=id:${a.id}`
    assert.equal(namesIn(await get(world, path)), [a.name])
    const before = await stored(device, a.name)
    const other = await stored(device, b.name)
    swapPorts(device.simulated, a.ifName, b.ifName)
    assert.equal(told(movedOf(await get(world, path))), {
      path: 'interface',
      wanted: a.name,
      there: b.name,
      found: Number(other.bind_key),
    })
    const after = await stored(device, a.name)
    assert.equal([after.id, after.bind_key], [before.id, other.bind_key])
    assert.equal(namesIn(await get(world, path)), [a.name])
  })

  test(`${vendor}: a change by id and by bind key changes nothing elsewhere and succeeds at the next try`, async () => {
    const { device, a, b } = known.get(vendor)!
    for (const how of ['id', 'bind_key'] as const) {
      const word = async () => `${how}:${(await stored(device, a.name))[how]}`
      const seen = await word()
      const text = `${vendor} ${how}`
      const others = [aliasOf(device, a.ifName), aliasOf(device, b.ifName)]
      swapPorts(device.simulated, a.ifName, b.ifName)
      const refused = await post(world, `port/${device.id}`, { interface: seen, description: text })
      const { wanted, there } = movedOf(refused)
      assert.equal([wanted, there], [a.name, b.name])
      assert.equal([aliasOf(device, a.ifName), aliasOf(device, b.ifName)], others)
      const change = good<Change>(
        await post(world, `port/${device.id}`, { interface: await word(), description: text }),
      )
      assert.equal([change.verified, change.interface!.name], [true, a.name])
      assert.equal([aliasOf(device, a.ifName), aliasOf(device, b.ifName)], [text, others[1]])
    }
  })

  test(`${vendor}: a port that is named by its name is read and changed where it stands now`, async () => {
    const { device, a, b } = known.get(vendor)!
    const name = encodeURIComponent(a.name)
    const other = aliasOf(device, b.ifName)
    swapPorts(device.simulated, a.ifName, b.ifName)
    assert.equal(namesIn(await get(world, `errors/${device.id}?from=device&interface=name:${name}`)), [
      a.name,
    ])
    swapPorts(device.simulated, a.ifName, b.ifName)
    const { interface: at, verified } = good<Change>(
      await post(world, `port/${device.id}`, { interface: a.name, description: `${vendor} name` }),
    )
    const index = device.simulated.ports.find(({ ifName }) => ifName === a.ifName)!.ifIndex
    assert.equal([at, verified], [{ id: index, name: a.name }, true])
    assert.equal([aliasOf(device, a.ifName), aliasOf(device, b.ifName)], [`${vendor} name`, other])
  })

  test(`${vendor}: a module call by bind key means the stored port`, async () => {
    const { device, a, b } = known.get(vendor)!
    const key = Number((await stored(device, a.name)).bind_key)
    const call = (source: string, id: number) =>
      world.http('POST', `/switcher-core/${source}/link_info/${device.id}`, { interface: id })
    assert.equal(namesIn(await call('device', key)), [a.name])
    swapPorts(device.simulated, a.ifName, b.ifName)
    assert.equal(movedOf(await call('device', key)).there, b.name)
    assert.equal(namesIn(await call('device', key)), [b.name], 'now the other port has this bind key')
    const change = await world.http('POST', `/switcher-core/device/ctrl_port_descr/${device.id}`, {
      interface: Number((await stored(device, a.name)).bind_key),
      description: 'by module',
    })
    assert.ok(good<Change>(change).verified)
    assert.is(aliasOf(device, a.ifName), 'by module')
  })

  test(`${vendor}: a change during which the ports move is not verified, and says which port it may have met`, async () => {
    const { device, a, b } = known.get(vendor)!
    const before = await stored(device, a.name)
    swapAtChange(device.simulated, a.ifName, b.ifName)
    const change = good<Change>(
      await post(world, `port/${device.id}`, { interface: `id:${a.id}`, description: `${vendor} between` }),
    )
    assert.is(change.verified, false)
    assert.ok(change.evidence!.includes(`was "${a.name}" and is "${b.name}" now`), change.evidence!)
    assert.is.not((await stored(device, a.name)).bind_key, before.bind_key, 'the ports are read again')
  })

  test(`${vendor}: a proof costs no request of its own`, async () => {
    const { device, a } = known.get(vendor)!
    const key = Number((await stored(device, a.name)).bind_key)
    for (const [module, requests] of [
      ['errors', 1],
      ['interface_counters', 1],
      ['interface_descriptions', 1],
    ] as const) {
      const path = `/switcher-core/device/${module}/${device.id}?interface=${key}`
      good(await world.http('GET', path))
      const before = device.sim.requests
      good(await world.http('GET', path))
      assert.is(device.sim.requests - before, requests, module)
    }
  })
}
