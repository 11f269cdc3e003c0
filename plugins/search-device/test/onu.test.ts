import { familiesOf, implement, type Driver } from '@linecard/driver-kit'
import { fdb, interfacesList, refOf } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'
import { acme } from '@linecard/test-kit/worlds/acme'
import { startOlt } from '@linecard/test-kit/worlds/acme-olt'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import { accessFor, modelId } from '@linecard/test-kit/worlds/inventory'
import { add, base, startWorld, type World } from './world.ts'

const mac = '02:00:5E:00:00:01'
const entry = { mac_address: mac, vlan_id: 301, status: 'LEARNED' as const, is_dynamic: true }

/** Acme's OLT tells the PON port of an address, and its ONU only if that port is asked. */
const table = implement(fdb, async (session, args) => {
  const all = await session.call(interfacesList, {})
  const port = all.find(({ name }) => name === 'pon0/1')!
  const onu = all.find(({ name }) => name === 'pon0/1:1')!
  if (args.interface === undefined) return [{ interface: refOf(port), ...entry }]
  return Number(args.interface) === port.id ? [{ interface: refOf(onu), ...entry }] : []
})
const made = new Map(
  familiesOf(acme).map(family => [family, { ...family, modules: [...family.modules, table] }]),
)
const driver: Driver = {
  ...acme,
  models: acme.models.map(model => ({ ...model, family: made.get(model.family)! })),
}

const test = suite('search-mac: the address of a customer')
let world: World
let olt: Awaited<ReturnType<typeof startOlt>>
let id: number

test.before(async () => {
  world = await startWorld({}, [driver])
  olt = await startOlt(nextIp(), [
    { index: 1, key: 101, name: 'pon0/1' },
    { index: 2, key: 10101, name: 'pon0/1:1', parent: 101, serial: 'ZTEGC1086C70' },
    { index: 3, key: 10102, name: 'pon0/1:2', parent: 101, serial: '4857544301020304' },
  ])
  const access = await accessFor(world, olt, 'olt')
  const model = await modelId(world, 'acme_olt2')
  id = (await add(world, '/device', { ip: olt.ip, name: 'olt', access_id: access.id, model_id: model })).id
  await world.use('interfaces').refresh(id)
})
test.after(async () => {
  await world?.stop()
  await olt?.stop()
})

interface Found {
  device: { id: number }
  interface: { name: string; type: string }
  interface_id: number | null
  uplink: boolean | null
}

test('it ends at the ONU, although the whole table of the OLT knows only its PON port', async () => {
  const { body, text, status } = await world.http('POST', `${base}/search-mac`, { mac, devices: [] })
  assert.is(status, 200, text)
  const [first] = body.data as Found[]
  assert.equal(
    [first!.device.id, first!.interface.name, first!.interface.type, first!.uplink],
    [id, 'pon0/1:1', 'ONU', false],
  )
  assert.ok(first!.interface_id)
})

test('an ONU comes before the port of a switch that shows the address too', async () => {
  const other = '02:00:5E:00:00:02'
  await world.sql(
    `insert into inventory_interface (device_id, bind_key, name, type) values ($1, 900, 'ge1', 'ETH')`,
    [id],
  )
  await world.sql(
    `insert into inventory_sighting (interface_id, mac, vlan_id, first_seen, last_seen)
    select id, $2::macaddr, 301, now(), now() from inventory_interface
    where device_id = $1 and name in ('ge1', 'pon0/1:1')`,
    [id, other],
  )
  const { body } = await world.http('POST', `${base}/search-mac`, { mac: other, devices: [], from: 'store' })
  assert.equal(
    (body.data as Found[]).map(row => row.interface.name),
    ['pon0/1:1', 'ge1'],
  )
})
