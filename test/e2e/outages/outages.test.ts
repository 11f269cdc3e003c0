import { assert, suite, until } from '@linecard/test-kit'
import type { Answer } from '../../support/client.ts'
import {
  happen,
  idsOf,
  onlineOn,
  startOutages,
  type OltInScene,
  type Outage,
  type OutageWorld,
} from './world.ts'

/** Outages of living OLTs: one each, with its ONUs, opened within two polls, and closed when they are back. */
const test = suite('outages: a scene', { level: 'full' })

let world!: OutageWorld
let zte!: OltInScene
test.before(async () => {
  world = await startOutages([
    { name: 'olt-zte', vendor: 'zte', model: 'C320', onusOnEveryPort: 10 },
    { name: 'olt-huawei', vendor: 'huawei', model: 'MA5800-X7', onusOnEveryPort: 4 },
  ])
  zte = world.olt('olt-zte')
})
test.after(() => world?.house.stop())

const open = () => world.outages(true)
async function opened(count = 1): Promise<Outage[]> {
  await world.round()
  await until(
    'an outage is open',
    async () => {
      const all = await open()
      return all.length >= count ? all : null
    },
    { everyMs: 200 },
  )
  await world.idle()
  return open()
}
/**
 * After a restart the ONUs come back one after the other: that takes two or three polls, and some more on a
 * machine so busy that polls fail.
 */
async function closed(): Promise<void> {
  for (let polls = 0; polls < 12 && (polls === 0 || (await open()).length > 0); polls++) {
    world.wait(130)
    await world.round()
    await world.idle()
  }
  await until('the outages are over', async () => (await open()).length === 0, { everyMs: 200 })
  await world.idle()
}
const ids = async ({ id }: Outage) => new Set((await world.members(id)).map(one => one.interface_id))

test('a fibre cut of a port is one outage, and an ONU that is unplugged in the same minute is not in it', async () => {
  const cut = onlineOn(zte, 'gpon_1/2/3')
  const other = onlineOn(zte, 'gpon_1/2/4')[0]!
  happen(zte, { do: 'fibre-cut', port: 'gpon_1/2/3' })
  world.wait(20)
  happen(zte, { do: 'power-loss', onu: `gpon_1/2/4:${other.id}` })
  const [outage, ...more] = await opened()
  assert.equal(
    more.map(({ title }) => title),
    [],
  )
  assert.equal([outage!.kind, outage!.scope, outage!.customers], ['fibre_cut', 'pon', cut.length])
  assert.equal(await ids(outage!), idsOf(zte, cut))
  const alone = await world.house.admin.get<{ verdict: string; events: unknown[] }>(
    `/component/correlation/verdict?interface_id=${zte.ids.get(other)}`,
  )
  assert.equal([alone.verdict, alone.events.length], ['customer', 0], JSON.stringify(alone))
  const street = await world.house.admin.get<{ verdict: string; events: { outage_id: number }[] }>(
    `/component/correlation/verdict?interface_id=${zte.ids.get(cut[0]!)}`,
  )
  assert.equal([street.verdict, street.events.map(one => one.outage_id)], ['pon', [outage!.id]])
  happen(zte, { do: 'repair', port: 'gpon_1/2/3' }, { do: 'repair', onu: `gpon_1/2/4:${other.id}` })
  await closed()
})

test('a power loss in a street, with models that never gasp', async () => {
  const street = onlineOn(zte, 'gpon_1/2/5').slice(0, 6)
  for (const onu of street)
    happen(zte, { do: 'power-loss', onu: `gpon_1/2/5:${onu.id}`, silent: ['HG8310M'] })
  const [outage, ...more] = await opened()
  assert.equal(
    more.map(({ title }) => title),
    [],
  )
  assert.equal([outage!.kind, outage!.scope], ['power_loss', 'branch'])
  assert.equal(await ids(outage!), idsOf(zte, street))
  for (const onu of street) happen(zte, { do: 'repair', onu: `gpon_1/2/5:${onu.id}` })
  await closed()
})

test('a card that is pulled is one outage', async () => {
  const lost = zte.olt.onus.filter(
    onu => onu.port.slot === 1 && onu.state.at(zte.olt.now()).state === 'Online',
  )
  happen(zte, { do: 'card-out', slot: 1 })
  const [outage, ...more] = await opened()
  assert.equal(
    more.map(({ title }) => title),
    [],
  )
  assert.is(outage!.kind, 'card')
  assert.equal(await ids(outage!), idsOf(zte, lost))
  happen(zte, { do: 'card-in', slot: 1 })
  await closed()
})

test('an uplink that goes down is one outage, and nobody behind it is lost', async () => {
  happen(zte, { do: 'uplink-down', port: 'xgei_1/3/1' })
  const [outage, ...more] = await opened()
  assert.equal(
    more.map(({ title }) => title),
    [],
  )
  assert.equal([outage!.kind, outage!.customers, outage!.onus.lost], ['uplink', 0, 0])
  happen(zte, { do: 'uplink-up', port: 'xgei_1/3/1' })
  await closed()
})

test('an OLT that restarts is one outage, and its ONUs are none', async () => {
  happen(zte, { do: 'restart' })
  const [outage, ...more] = await opened()
  assert.equal(
    more.map(({ title }) => title),
    [],
  )
  assert.is(outage!.kind, 'olt')
  const said = await world.house.admin.get<{ verdict: string }>(
    `/component/correlation/verdict?interface_id=${[...zte.ids.values()][0]}`,
  )
  assert.is(said.verdict, 'olt')
  world.wait(16)
  await world.round()
  await world.idle()
  for (const one of await open()) assert.is(one.kind, 'olt', one.title)
  await closed()
})

test('what a caller may not see is 404, and one name is asked for', async () => {
  const ask = (query: string): Promise<Answer<unknown>> =>
    world.house.admin.ask('GET', `/component/correlation/verdict?${query}`)
  assert.equal([(await ask('')).status, (await ask('serial=X&ip=10.0.0.1')).status], [400, 400])
  assert.equal(
    [(await ask('interface_id=999999999')).status, (await ask('agreement=nobody')).status],
    [404, 404],
  )
})
