import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import bdcom from '@linecard/driver-bdcom'
import dlink from '@linecard/driver-dlink'
import olts from '@linecard/plugin-olts'
import { createOlt, isOnline, startDevice, type SimulatedOlt } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import {
  added as addedOlt,
  stopDevices as stopOlts,
  type StoredInterface,
} from '@linecard/test-kit/worlds/olts'
import { addedSwitch, stopDevices, type Added } from '@linecard/test-kit/worlds/switches'
import { known, linkDown, logOf, send, startWorld, type TrapWorld } from './world.ts'

const test = suite('traps: the device is asked')
let world: TrapWorld
let added: Added
let olt: SimulatedOlt
let pon: { id: number; ip: string; port: number; interfaces: StoredInterface[] }

test.before(async () => {
  world = await startWorld({}, { drivers: [dlink, bdcom], plugins: [olts] })
  added = await addedSwitch(world, { quick: true })
  const ip = nextIp()
  olt = createOlt({ vendor: 'bdcom', model: 'GP3600-08', name: 'olt', ip, onusPerPort: 4 })
  const sim = await startDevice({ ip, port: 0, mib: olt.mib })
  pon = { ip, port: sim.port, ...(await addedOlt(world, sim, ip, { quick: true })) }
  await known(world)
})
test.after(async () => {
  await world?.stop()
  await Promise.all([stopDevices(), stopOlts()])
})

const statusOf = async (id: number) =>
  (await world.sql<{ status: string }>('select status from inventory_interface where id = $1', [id]))[0]!
    .status

const reaches = (what: string, id: number, status: string) =>
  until(what, async () => (await statusOf(id)) === status || null, { everyMs: 10 })

test('a port is pulled: linkDown, and the store has it within a second', async () => {
  await until('the switch told the state of a port', async () => {
    const up = await world.sql("select id from inventory_interface where device_id = $1 and status = 'Up'", [
      added.id,
    ])
    return up.length > 0 || null
  })
  const [port] = await world.sql<{ id: number; bind_key: string }>(
    "select id, bind_key from inventory_interface where device_id = $1 and status = 'Up' order by id limit 1",
    [added.id],
  )
  const ifIndex = Number(port!.bind_key)
  const cable = added.simulated.ports.find(one => one.ifIndex === ifIndex)!.cable
  cable.cut(Date.now(), 600_000)
  await send(world, 'snmptrap', added.ip, ['-v', '2c', '-c', 'public'], ['4711', ...linkDown(ifIndex)])
  await reaches('the store has it', port!.id, 'Down')
  const trap = await until('the log tells the answer', async () => {
    const [found] = await logOf(world, `?interface_id=${port!.id}`)
    return found?.modules['link_info'] === 'confirmed' ? found : null
  })
  assert.equal(trap!.modules, { link_info: 'confirmed' })
  const history = await world.sql(
    'select status, previous from inventory_interface_status_history where interface_id = $1 order by id desc limit 1',
    [port!.id],
  )
  assert.equal(history, [{ status: 'Down', previous: 'Up' }])
})

test('a trap that is not true changes nothing: the device is asked, and says so', async () => {
  const [port] = await world.sql<{ id: number; bind_key: string }>(
    "select id, bind_key from inventory_interface where device_id = $1 and status = 'Up' order by id desc limit 1",
    [added.id],
  )
  await send(
    world,
    'snmptrap',
    added.ip,
    ['-v', '1', '-c', 'guessed'],
    [
      '1.3.6.1.4.1.171.10',
      added.ip,
      '2',
      '0',
      '55',
      `1.3.6.1.2.1.2.2.1.1.${port!.bind_key}`,
      'i',
      port!.bind_key,
    ],
  )
  await until('the log tells the answer', async () => {
    const [found] = await logOf(world, `?interface_id=${port!.id}`)
    return found?.modules['link_info'] === 'contradicted' || null
  })
  assert.is(await statusOf(port!.id), 'Up')
})

test('an ONU loses its power: the OLT tells, is asked about this ONU alone, and the store has it', async () => {
  const onu = olt.onus.find(one => isOnline(one, olt.now()))!
  const name = `GPON${onu.port.ifName.replace(/^\D*/, '')}:${onu.id}`
  const stored = pon.interfaces.find(one => one.name.toLowerCase() === name.toLowerCase())!
  assert.ok(stored, name)
  const ifIndex = await ifIndexOf(name)
  const before = (await world.http('GET', `/device-interface/${stored.id}`)).body.data as unknown as {
    status: string
  }
  olt.do({ do: 'power-loss', onu: `${onu.port.ifName}:${onu.id}` })
  await send(
    world,
    'snmptrap',
    pon.ip,
    ['-v', '2c', '-c', 'public'],
    ['4711', '1.3.6.1.4.1.3320.10.3.7.2', `1.3.6.1.4.1.3320.10.3.3.1.4.${ifIndex}`, 'i', '4'],
  )
  await until('the store has it', async () => (await statusOf(stored.id)) !== before.status || null, {
    everyMs: 10,
  })
  const [trap] = await until('the log has its interface', async () => {
    const found = await logOf(world, `?interface_id=${stored.id}`)
    return found.length > 0 ? found : null
  })
  assert.equal(
    [trap!.name, trap!.kind, trap!.modules['pon_onts_status']],
    ['gponOnuStatusChange', 'onu', 'answered'],
  )
})

/** As ifDescr of the agent tells it. */
async function ifIndexOf(name: string): Promise<number> {
  const { stdout } = await promisify(execFile)('snmpwalk', [
    '-v',
    '2c',
    '-c',
    'public',
    '-On',
    '-Oq',
    `udp:${pon.ip}:${pon.port}`,
    '1.3.6.1.2.1.2.2.1.2',
  ])
  const line = stdout.split('\n').find(one => one.toLowerCase().includes(`"${name.toLowerCase()}"`))
  assert.ok(line, `a row of ${name}`)
  return Number(line!.split(' ')[0]!.split('.').at(-1))
}
