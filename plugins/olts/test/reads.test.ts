import { assert, suite } from '@linecard/test-kit'
import {
  addedOlt,
  failure,
  get,
  good,
  keyOf,
  metaOf,
  startWorld,
  stopDevices,
  type AddedOlt,
  type World,
} from '@linecard/test-kit/worlds/olts'

const test = suite('olts: what they say')
let world: World
let one: AddedOlt

test.before(async () => {
  world = await startWorld()
  one = await addedOlt(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

interface Place {
  interface: { id: number; name: string; type: string; parent: number | null }
}
const rowsOf = async <T = Place>(path: string) => good<T[]>(await get(world, path))

test('PON ports: number of ONUs, maximum, filling, transceiver; uplinks are elsewhere', async () => {
  const rows = await rowsOf<
    Place & { registered: number; maximum: number | null; filling: number | null; optical: object | null }
  >(`pon-ports/${one.id}?from=device`)
  const pons = one.interfaces.filter(({ type }) => type === 'PON')
  assert.equal(rows.map(row => row.interface.name).toSorted(), pons.map(({ name }) => name).toSorted())
  for (const row of rows) {
    const registered = one.onus.filter(onu => onu.parent_bind_key === String(row.interface.id)).length
    assert.is(row.registered, registered)
    if (row.maximum !== null) assert.is(row.filling, Math.round((registered / row.maximum) * 1000) / 10)
    assert.ok(row.optical)
  }
  const uplinks = await rowsOf(`physical-ports/${one.id}?from=device`)
  assert.ok(uplinks.length > 0)
  assert.ok(uplinks.every(({ interface: { type } }) => type !== 'PON' && type !== 'ONU'))
  const [first] = rows
  assert.equal(
    (await rowsOf(`pon-ports/${one.id}?interface=bind_key:${first!.interface.id}`)).map(r => r.interface.id),
    [first!.interface.id],
  )
})

test('cards with their state by the same number', async () => {
  const cards = await rowsOf<{ id: number; slot: number; state: { oper_status: string | null } | null }>(
    `cards/${one.id}?from=device`,
  )
  assert.ok(cards.length > 1)
  assert.ok(cards.every(({ state }) => state !== null))
  assert.is(new Set(cards.map(({ id }) => id)).size, cards.length)
})

test('what a model lacks is 422; a part that it lacks is null with the reason', async () => {
  assert.equal(failure(await get(world, `refused/${one.id}`)), [422, 'DEVICE_UNSUPPORTED'])
})

interface Onu {
  interface: { id: number; type: string }
  stored: { id: number; onu: object } | null
  ident: { type: string; value: string; serial_hex: string }
  status: { status: string; bind_status: string }
  reasons: { last_reg: string | null; last_down_reason: string | null } | null
  optical: { rx: number | null; distance: number | null } | null
  description: string | null
  vendor: { model: string | null } | null
  service_ports: object[] | null
  unis: { num: number; state: object | null; vlans: object | null }[] | null
  counters: { in_octets: number | string | null } | null
  down_history: object[] | null
}

test('one ONU complete, by id, bind key and name; what the model lacks is null with the reason', async () => {
  const onu = one.onus.find(({ status }) => status === 'Online')!
  for (const word of [`id:${onu.id}`, `bind_key:${onu.bind_key}`, encodeURIComponent(onu.name)]) {
    const answer = await get(world, `onts/${one.id}/${word}?from=device`)
    const data = good<Onu>(answer)
    assert.equal([data.interface.id, data.stored?.id], [Number(onu.bind_key), onu.id])
    assert.equal([data.ident.type, data.ident.value], ['SERIAL', onu.serial])
    assert.is(data.status.status, 'Online')
    assert.ok(data.optical!.rx! < -10 && data.optical!.rx! > -40)
    assert.ok(data.unis!.length > 0 && data.counters!.in_octets !== null)
    assert.is(data.service_ports, null)
    assert.is(metaOf(answer)['pon_onts_service_profile']!.error!.code, 'DEVICE_UNSUPPORTED')
  }
})

test('light of an ONU that is offline is null, its last loss has a reason', async () => {
  const gone = one.onus.find(({ status }) => status === 'LOS' || status === 'PowerOff')!
  const data = good<Onu>(await get(world, `onts/${one.id}/bind_key:${gone.bind_key}?from=device`))
  assert.is(data.status.status, gone.status)
  assert.is(data.optical!.rx, null)
  assert.is(data.reasons!.last_down_reason, gone.status)
})

test('from=store gives what the last question left and sends nothing; a port is no ONU; another device is no OLT', async () => {
  const onu = one.onus[0]!
  const path = `onts/${one.id}/bind_key:${onu.bind_key}`
  const fresh = good<Onu>(await get(world, `${path}?from=device`))
  const before = one.sim.requests
  const stored = good<Onu>(await get(world, `${path}?from=store`))
  assert.is(one.sim.requests, before)
  assert.equal([stored.status, stored.ident], [fresh.status, fresh.ident])
  const port = one.interfaces.find(({ type }) => type === 'PON')!
  assert.equal(failure(await get(world, `onts/${one.id}/bind_key:${port.bind_key}`)), [
    400,
    'OLTS_NOT_AN_ONU',
  ])
  assert.equal(failure(await get(world, `onts/${one.id}/bind_key:999999999`)), [
    404,
    'INVENTORY_INTERFACE_UNKNOWN',
  ])
})

test('permission and groups', async () => {
  const none = await keyOf(world, ['device_show'], [])
  assert.equal(failure(await get(world, `cards/${one.id}`, none)), [403, 'PERMISSION_MISSING'])
  const { id: group } = (await world.http('POST', '/device-group', { name: 'elsewhere' })).body.data as {
    id: number
  }
  const elsewhere = await keyOf(world, ['olts_info', 'device_show'], [group])
  for (const path of [`cards/${one.id}`, `onts/${one.id}/bind_key:${one.onus[0]!.bind_key}`])
    assert.equal(failure(await get(world, path, elsewhere)), [404, 'INVENTORY_DEVICE_UNKNOWN'])
})

test('unregistered ONUs, also of one port; resources', async () => {
  interface Waiting {
    _ident: string
    interface: { id: number } | null
  }
  let rows: Waiting[] = []
  for (let tries = 0; rows.length === 0 && tries < 30; tries++) {
    one.clock.advance(4 * 60_000)
    rows = await rowsOf<Waiting>(`unregistered/${one.id}?from=device`)
  }
  const at = rows.find(row => row.interface)!.interface!.id
  const some = await rowsOf<Waiting>(`unregistered/${one.id}?interface=bind_key:${at}`)
  assert.ok(some.length > 0 && some.every(row => row.interface!.id === at))
  assert.ok(good<{ system: object }>(await get(world, `resources/${one.id}`)).system)
})

test('free numbers of each port: those that no ONU has; one port alone gives the same', async () => {
  interface Free {
    interface: { id: number }
    maximum: number
    used: number[]
    first: number
    list: number[]
  }
  const rows = await rowsOf<Free>(`free-ont-numbers/${one.id}`)
  for (const { interface: port, maximum, used, first, list } of rows) {
    const numbers = one.onus
      .filter(onu => onu.parent_bind_key === String(port.id))
      .map(({ name }) => Number(name.split(':')[1]))
    assert.equal(
      used,
      numbers.toSorted((a, b) => a - b),
    )
    assert.is(used.length + list.length, maximum)
    assert.is(first, list[0])
    assert.ok(list.every(number => !numbers.includes(number) && number >= 1 && number <= maximum))
  }
  const at = rows.find(({ used }) => used.length > 0)!
  assert.equal(await rowsOf(`free-ont-numbers/${one.id}?interface=bind_key:${at.interface.id}`), [at])
})

test('variables of the OLT, and of one ONU with the free numbers of its port', async () => {
  interface Variables {
    user: { login: string }
    device: { id: number }
    iface: { id: number } | null
    interfaces_list: { type: string }[]
    data: Record<string, unknown>
    error: Record<string, string>
    ont: { id: number } | null
    free: { first: number; list: number[] } | null
  }
  const whole = good<Variables>(await get(world, `variables/${one.id}`))
  assert.equal([whole.device.id, whole.user.login, whole.ont, whole.free], [one.id, 'admin', null, null])
  assert.ok(whole.interfaces_list.every(({ type }) => type !== 'ONU'))
  const onu = one.onus[0]!
  const own = good<Variables>(await get(world, `variables/${one.id}?interface=bind_key:${onu.bind_key}`))
  assert.equal([own.iface?.id, own.ont?.id], [onu.id, Number(onu.bind_key)])
  assert.equal((own.data['pon_onts_serial'] as { serial: string }[])[0]!.serial, onu.serial)
  const beside = one.onus.filter(({ parent_bind_key: key }) => key === onu.parent_bind_key)
  assert.is(own.interfaces_list.filter(({ type }) => type === 'ONU').length, beside.length)
  assert.ok(own.free!.first > 0 && own.free!.list.length > 0)
})
