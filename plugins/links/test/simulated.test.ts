import generic from '@linecard/driver-generic'
import { arps, fdb, interfacesList, lldpInfo } from '@linecard/driver-kit/modules'
import type { Module } from '@linecard/driver-kit'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { accessFor, add, dataOf, modelId } from '@linecard/test-kit/worlds/inventory'
import { mibOf, type Shape } from '@linecard/test-kit/worlds/standard-device'
import links from '../src/index.ts'
import { path } from './world.ts'

/** A gateway `top`, a switch `mid` on it, and `one`, `two` and `mute` on that; `mute` has no LLDP, only an FDB. */
const test = suite('links of simulated devices')
const macs = Object.fromEntries(
  ['top', 'mid', 'one', 'two', 'mute'].map((name, n) => [name, `02:00:00:00:10:0${n + 1}`]),
) as Record<'top' | 'mid' | 'one' | 'two' | 'mute', string>
const stations = Array.from({ length: 5 }, (_, n) => `02:00:00:00:20:0${n}`)
const ports = ['p1', 'p2', 'p3', 'p4']
const shapes: Record<keyof typeof macs, Shape> = {
  top: {
    heard: [[1, macs.mid, 'mid', 'p4']],
    fdb: [...['mid', 'one', 'two', 'mute'].map(name => row(name, 1)), [1, stations[0]!, 1]],
  },
  mid: {
    heard: [
      [4, macs.top, 'top', 'p1'],
      [1, macs.one, 'one', 'p4'],
      [2, macs.two, 'two', 'p4'],
    ],
    fdb: [row('top', 4), row('one', 1), row('two', 2), row('mute', 3)],
  },
  one: {
    heard: [[4, macs.mid, 'mid', 'p1']],
    fdb: [...['top', 'mid', 'two', 'mute'].map(name => row(name, 4)), [1, stations[1]!, 1]],
  },
  two: { heard: [[4, macs.mid, 'mid', 'p2']], fdb: ['top', 'mid', 'one', 'mute'].map(name => row(name, 4)) },
  mute: { fdb: [...['top', 'mid', 'one', 'two'].map(name => row(name, 4)), [1, stations[2]!, 2]] },
}
function row(name: string, port: number): [vlan: number, mac: string, port: number] {
  return [1, macs[name as keyof typeof macs], port]
}
let world: World
const agents: Device[] = []
const ids: Record<string, number> = {}

test.before(async () => {
  world = await makeWorld({
    drivers: [generic],
    plugins: [links],
    settings: { identity: { rate_limiter_enabled: false } },
  })
  const model = await modelId(world, 'generic_snmp')
  for (const [name, shape] of Object.entries(shapes)) {
    const ip = nextIp()
    const own = name === 'mute' ? {} : { own: { mac: macs[name as keyof typeof macs], name } }
    const agent = await startDevice({ ip, port: 0, mib: mibOf({ ports, ...own, ...shape }) })
    agents.push(agent)
    const access = await accessFor(world, agent, `profile ${name}`)
    const made = await add(world, '/device', {
      ip,
      name,
      model_id: model,
      access_id: access.id,
      mac: macs[name as keyof typeof macs],
    })
    ids[name] = made.id
    await world.use('interfaces').refresh(made.id)
  }
})
test.after(async () => {
  await Promise.all(agents.map(agent => agent.stop()))
  await world?.stop()
})

const caller = () => world.use('auth').system()
/** What the poller `neighbours` and the others read. */
async function read(): Promise<void> {
  const [devices, equipment] = [world.use('devices'), world.use('equipment')]
  for (const id of Object.values(ids))
    await equipment.poll(await devices.target({ id }, caller()), [
      interfacesList,
      lldpInfo,
      fdb,
      arps,
    ] as unknown as Module[])
}

interface Row {
  src_device: { name: string }
  src_iface: { name: string } | null
  dest_device: { name: string }
  dest_iface: { name: string } | null
  sure: boolean
  state: string
  proofs: { by: string }[]
}
const shown = async (state: string) =>
  dataOf<Row[]>(await world.http('GET', `${path}?state=${state}&unknown_ports=true`)).map(link => {
    const ends = [
      `${link.src_device.name} ${link.src_iface?.name}`,
      `${link.dest_device.name} ${link.dest_iface?.name}`,
    ]
    return `${ends.toSorted().join(' - ')}: ${link.proofs.map(({ by }) => by).join(' ')}`
  })

test('devices are read over SNMP, a scan finds their links, and the list shows them', async () => {
  await read()
  assert.is((await world.http('POST', `${path}/scan`)).status, 202)
  type Scan = { running: boolean; report: { read: number; links: { found: number } } | null }
  for (let tries = 0; tries < 200; tries++) {
    const scan = dataOf<Scan>(await world.http('GET', `${path}/scan`))
    if (scan.report && !scan.running) break
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  const scan = dataOf<Scan>(await world.http('GET', `${path}/scan`))
  assert.is(scan.report!.read, 5)
  const active = (await shown('active')).toSorted()
  assert.equal(
    active.filter(text => !text.includes('mute')).map(text => text.split(':')[0]),
    ['mid p1 - one p4', 'mid p2 - two p4', 'mid p4 - top p1'],
  )
  const all = [...active, ...(await shown('suggested'))]
  assert.ok(
    all.some(text => text.startsWith('mid p3 - mute p4: ') && text.includes('fdb')),
    all.join('\n'),
  )
  assert.is(all.length, 4, all.join('\n'))
})
