import { assert, suite } from '@linecard/test-kit'
import type { VerdictView } from '../src/verdict/schema.ts'
import { dataOf, keyOf, startWorld, type Street } from './world.ts'

/** "Mine or the street?" on the API: each way in, each verdict, and who may ask. */
const test = suite('correlation: mine or the street?')

const path = '/component/correlation/verdict'
const [customerMac, customerIp] = ['02:00:00:00:10:05', '10.1.2.3']
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
let world!: Street
let ours!: string
let theirs!: string
test.before(async () => {
  world = await startWorld()
  ours = await keyOf(world, ['correlation_show'], [71])
  theirs = await keyOf(world, ['correlation_show'], [72])
  await world.reads(7)
  await world.learns(customerIp, customerMac, 1005)
})
test.after(() => world?.stop())

const ask = async (query: string, key = ours) =>
  dataOf<VerdictView>(await world.http('GET', `${path}?${query}`, undefined, key))
const of = (id: number) => ask(`interface_id=${id}`)
/** The states of ONUs of OLT 7, in two readings. */
const reads = async (states: Readonly<Record<string, readonly number[]>>) => {
  await world.reads(7, states)
  await world.reads(7)
}
const repaired = () => reads({ Online: [...range(1001, 20), ...range(1101, 20)] })

test('each way in finds the same ONU, and tells how old what it rests on is', async () => {
  await world.reads(7, { PowerOff: [1005] })
  for (const way of [
    'interface_id=1005',
    'agreement=c1005',
    'serial=ZTEG00001005',
    'serial=5A54454700001005',
    'mac=84:79:73:00:01:05',
    'mac=8479.7300.0105',
    `mac=${customerMac}`,
    `ip=${customerIp}`,
  ]) {
    const said = await ask(way)
    assert.equal([said.interface.id, said.onu?.agreement, said.verdict], [1005, 'c1005', 'customer'], way)
    assert.equal([said.neighbours, said.events, said.onu!.port], [
      { up: 19, down: 0, total: 19 },
      [],
      'gpon0/1/1',
    ] as never)
    assert.match(said.sentence, /^Only this customer: the ONU lost its power.*19 of 19 neighbours are online/)
    const seen = said.evidence.find(({ what }) => what.includes('was seen there'))
    assert.is(seen !== undefined, /ip=|mac=02/.test(way), way)
    for (const { what, time, age_sec: age } of said.evidence)
      assert.ok(time !== null && age !== null && age >= 0 && age <= 60, `${way}: ${what} ${age}`)
  }
  await repaired()
})

test('the age of the evidence grows; states that are old say nothing', async () => {
  world.pass(14)
  const state = ({ evidence }: VerdictView) => evidence.find(({ what }) => what.includes('beside it'))!
  const said = await of(1005)
  assert.is(said.verdict, 'customer')
  assert.ok(state(said).age_sec! >= 14 * 60 && state(said).age_sec! < 15 * 60)
  world.pass(2)
  assert.is((await of(1005)).verdict, 'unknown')
  await world.reads(7)
  const again = await of(1005)
  assert.is(again.verdict, 'customer')
  // It is online for long, and that was read just now.
  const onu = again.evidence.find(({ what }) => what.startsWith('the ONU is'))!
  assert.ok(onu.age_sec! < 60, String(onu.age_sec))
  assert.ok(Date.parse(String(state(again).time)) - Date.parse(String(onu.time)) >= 15 * 60_000)
})

test('customer: online, without light, switched off, or an Ethernet port', async () => {
  assert.match((await of(1001)).sentence, /the ONU is online/)
  await reads({ LOS: [1001], Disabled: [1002] })
  assert.match((await of(1001)).sentence, /^Only this customer: the ONU has no light or is dead/)
  assert.match((await of(1002)).sentence, /switched off at the OLT/)
  const port = await of(301)
  assert.equal([port.verdict, port.onu, port.neighbours], ['customer', null, null])
  await world.sql(`update inventory_interface set status = 'Down' where id = 301`)
  assert.match((await of(301)).sentence, /is down, and switch answers/)
  await repaired()
})

test('unknown: lost a moment ago with neighbours, or in no known state', async () => {
  await world.reads(7, { LOS: [1001, 1002] })
  const said = await of(1001)
  assert.equal([said.verdict, said.events], ['unknown', []])
  assert.match(said.sentence, /1 neighbours were just lost/)
  await reads({ Unknown: [1003] })
  assert.is((await of(1003)).verdict, 'unknown')
  await world.sql(`update inventory_interface set status = null where id = 301`)
  assert.is((await of(301)).verdict, 'unknown')
  await repaired()
})

test('branch: a power loss of a part of a port; the others of the port are not in it', async () => {
  await reads({ PowerOff: range(1001, 6) })
  const said = await of(1003)
  assert.equal([said.verdict, said.events.map(({ name, customers }) => [name, customers])], [
    'branch',
    [['power_loss', 6]],
  ] as never)
  assert.match(said.sentence, /^Not only this customer: a part of the PON port is affected.*6 customers/)
  assert.match(said.evidence[0]!.what, /6 of 6 ONUs sent a dying gasp/)
  assert.is((await ask(`mac=${customerMac}`)).verdict, 'branch')
  assert.is((await of(1010)).verdict, 'customer')
  await repaired()
  assert.equal([(await of(1003)).verdict, (await of(1003)).events], ['customer', []] as never)
})

test('pon: a fibre cut of a port; one who was unplugged on another port is alone', async () => {
  await reads({ LOS: range(1101, 20), PowerOff: [1001] })
  const said = await of(1105)
  assert.equal([said.verdict, said.events.map(({ name }) => name)], ['pon', ['fibre_cut']] as never)
  assert.equal([(await of(1001)).verdict, (await of(1001)).events], ['customer', []] as never)
  await repaired()
})

test('uplink: the ONUs are online, and everybody behind it is affected', async () => {
  await reads({ Down: [103] })
  assert.equal([(await of(1005)).verdict, (await of(1005)).events.map(({ name }) => name)], [
    'uplink',
    ['uplink_down'],
  ] as never)
  await reads({ Up: [103] })
  assert.is((await of(1005)).verdict, 'customer')
})

test('olt: it does not answer; network: many others do not either', async () => {
  await world.becomes(7, 'Down')
  const said = await of(1005)
  assert.equal([said.verdict, said.events.map(({ name, customers }) => [name, customers])], [
    'olt',
    [['olt_down', 40]],
  ] as never)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled, status, status_changed_at)
     select 20 + n, ('192.0.2.' || 20 + n)::inet, 'sw' || n, 71, true, 'Down', now() from generate_series(1, 4) n`,
  )
  assert.is((await of(1005)).verdict, 'network')
  await world.sql('delete from inventory_device where id > 20')
  await world.becomes(7, 'Up')
  await world.reads(7)
  assert.equal([(await of(1005)).verdict, (await of(1005)).events], ['customer', []] as never)
})

test('who may not see the device gets 404 on each way, as for what nobody knows, and learns nothing', async () => {
  await reads({ LOS: range(1101, 20) })
  const refused = async (query: string, key: string) => {
    const { status, text } = await world.http('GET', `${path}?${query}`, undefined, key)
    return [status, text] as const
  }
  for (const [way, nobody] of [
    ['interface_id=1105', 'interface_id=999999'],
    ['agreement=c1105', 'agreement=c9999'],
    ['serial=ZTEG00001105', 'serial=ZTEG00009999'],
    ['mac=84:79:73:00:02:05', 'mac=84:79:73:00:99:99'],
    [`mac=${customerMac}`, 'mac=02:00:00:00:99:99'],
    [`ip=${customerIp}`, 'ip=10.9.9.9'],
  ] as const) {
    const [status, text] = await refused(way, theirs)
    const [none, unknown] = await refused(nobody, theirs)
    assert.equal([status, none], [404, 404], way)
    const value = (query: string) => query.slice(query.indexOf('=') + 1)
    const without = (body: string, query: string) =>
      body.replaceAll(value(query), '').replaceAll(/"request_id":"[^"]*"/g, '')
    assert.is(without(text, way), without(unknown, nobody), way)
  }
  const list = await world.http('GET', '/component/correlation/outages', undefined, theirs)
  assert.equal([list.status, dataOf<object[]>(list)], [200, []])
  const all = dataOf<{ id: number }[]>(
    await world.http('GET', '/component/correlation/outages?open=true', undefined, ours),
  )
  assert.is(all.length, 1)
  const one = await world.http('GET', `/component/correlation/outages/${all[0]!.id}`, undefined, theirs)
  assert.is(one.status, 404)
  const nobody = await keyOf(world, [], [71])
  assert.is((await world.http('GET', `${path}?interface_id=1105`, undefined, nobody)).status, 403)
  assert.is((await world.http('GET', `${path}?interface_id=1105`, undefined, null)).status, 401)
  await repaired()
})

test('an OLT whose port above is down: the switch of another group is not named', async () => {
  await world.sql(`update inventory_device set mac = '02:00:00:00:00:07' where id = 7`)
  await world.sql(`update inventory_interface set status = 'Down', name = 'secret port' where id = 201`)
  await world.sql(
    `insert into inventory_sighting (interface_id, mac, vlan_id, first_seen, last_seen)
     values (201, '02:00:00:00:00:07', 1, now(), now())`,
  )
  await world.becomes(7, 'Down')
  const told = await world.http('GET', `${path}?interface_id=1005`, undefined, ours)
  assert.equal([dataOf<VerdictView>(told).verdict, /secret|olt-theirs/.test(told.text)], ['uplink', false])
  const list = await world.http('GET', '/component/correlation/outages?open=true', undefined, ours)
  const [outage] = dataOf<{ kind: string; interface_ids: number[] }[]>(list)
  assert.equal(
    [outage!.kind, outage!.interface_ids, /secret|olt-theirs/.test(list.text)],
    ['uplink', [], false],
  )
  const admin = await world.http('GET', '/component/correlation/outages?open=true')
  assert.equal(dataOf<{ interface_ids: number[] }[]>(admin)[0]!.interface_ids, [201])
  await world.becomes(7, 'Up')
  await world.reads(7)
})
