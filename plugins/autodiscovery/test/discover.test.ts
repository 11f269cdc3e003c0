import { readdirSync } from 'node:fs'
import { assert, suite, until } from '@linecard/test-kit'
import { acme } from '@linecard/test-kit/worlds/acme'
import { startOlt } from '@linecard/test-kit/worlds/acme-olt'
import dlink from '@linecard/driver-dlink'
import generic from '@linecard/driver-generic'
import {
  access,
  add,
  at,
  dataOf,
  device,
  foundIn,
  getRun,
  models,
  plainMib,
  rule,
  search,
  startWorld,
  stopDevices,
  type World,
} from './world.ts'

const test = suite('autodiscovery', { level: 'full' })
let world!: World
test.before(async () => {
  world = await startWorld({}, [acme, dlink, generic])
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

interface Listed {
  id: number
  ip: string
  name: string
  location: string
  mac: string
  serial: string
  description: string
  group: { id: number }
  access: { id: number }
  model: { name: string }
}
const devices = async (): Promise<Listed[]> =>
  dataOf<Listed[]>(await world.http('GET', '/device?limit=10000'))
const hosts = Array.from({ length: 40 }, (_, n) => 5 + n * 101)

test('a /20 with 40 devices of five models: nothing missed, nothing twice; the second run knows them all', async () => {
  await device(at(hosts[0]!), { model: models[0] })
  await Promise.all(
    hosts.slice(1).map((host, n) => device(at(host), { model: models[(n + 1) % models.length] })),
  )
  const profile = await access(world)
  const group = await add(world, '/device-group', { name: 'Found' })
  const { id } = await rule(world, { cidr: `${at(0)}/20`, access_ids: [profile.id], group_id: group.id })
  const descriptors = readdirSync('/proc/self/fd').length
  const run = await search(world, [id])
  assert.equal(await foundIn(world, run.id, 'result=failed'), [])
  assert.equal(
    [run.status, run.counts, run.errors, run.rule_ids],
    ['ok', { added: 40, known: 0, unknown_identity: 0, failed: 0 }, [], [id]],
  )
  assert.equal(
    [run.progress, run.packets.foreign, run.requested_by],
    [{ done: 4094, total: 4094, what: '' }, 0, 'admin'],
  )
  assert.ok(run.packets.sent >= 4094 + 4054 && run.packets.received >= 40, JSON.stringify(run.packets))
  const added = await devices()
  assert.equal(added.map(({ ip }) => ip).toSorted(), hosts.map(at).toSorted())
  for (const one of added) {
    assert.equal(
      [one.name, one.location, one.group.id, one.access.id],
      [`sw-${one.ip}`, 'Roof', group.id, profile.id],
    )
    assert.match(one.description, /^Autodiscovered at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
    assert.match(one.mac, /^([\dA-F]{2}:){5}[\dA-F]{2}$/)
  }
  assert.is(new Set(added.map(({ model }) => model.name)).size, models.length)
  assert.ok(
    readdirSync('/proc/self/fd').length <= descriptors + 60,
    'no descriptor for each of four thousand addresses',
  )

  const again = await search(world, [id])
  assert.equal([again.status, again.counts], ['ok', { added: 0, known: 40, unknown_identity: 0, failed: 0 }])
  assert.is((await devices()).length, 40)
  const rows = await foundIn(world, again.id)
  assert.equal(rows.map(({ device_id }) => device_id).toSorted(), added.map(one => one.id).toSorted())
  const task = (await world.use('jobs').list()).find(({ key }) => key === 'autodiscovery.discover')!
  assert.equal(
    [task.cron, task.last_run!.status, task.last_run!.progress],
    ['*/30 6-23 * * *', 'ok', { done: 4094, total: 4094, what: '' }],
  )
})

test('what no driver knows is reported with what it says; a generic one is not added unless wanted; silence about oneself is no device', async () => {
  const base = 4000
  await Promise.all([
    device(at(base), { mib: plainMib({ objectId: '1.3.6.1.4.1.99999.2.1', name: 'ups ~q7~' }) }),
    device(at(base + 1), { behaviour: { cut: 7 } }),
    device(at(base + 2), { behaviour: { wrongSource: true } }),
    device(at(base + 3), { communities: { read: 'other', write: 'w' } }),
  ])
  const profile = await access(world)
  const { id } = await rule(world, { cidr: `${at(base)}/30`, access_ids: [profile.id] })
  // The third of a /30 is its broadcast address, the first that of the network.
  const { id: whole } = await rule(world, { cidr: `${at(base)}/32`, access_ids: [profile.id] })
  const before = (await devices()).length
  const run = await search(world, [id, whole])
  assert.equal(run.counts, { added: 0, known: 0, unknown_identity: 1, failed: 0 })
  assert.ok(run.packets.foreign >= 1)
  const [found] = await foundIn(world, run.id)
  assert.equal(
    [found!.ip, found!.result, found!.object_id, found!.descr, found!.name, found!.device_id],
    [at(base), 'unknown_identity', '1.3.6.1.4.1.99999.2.1', 'Acme UPS 3000', 'ups ~q7~', null],
  )
  assert.match(found!.reason!, /no driver knows/)
  assert.is((await devices()).length, before)
  await world.http('PUT', '/system-components/autodiscovery', { configuration: { add_generic: true } })
  const wanted = await search(world, [whole])
  assert.equal(wanted.counts, { added: 1, known: 0, unknown_identity: 0, failed: 0 })
  assert.is(
    (await world.http('PUT', '/system-components/autodiscovery', { configuration: { add_generic: false } }))
      .status,
    200,
  )
})

test('the same equipment at several addresses is added once', async () => {
  // All Acme OLTs say one MAC address and one serial number.
  const first = await startOlt(at(3900), [{ index: 1, key: 101, name: 'pon0/1' }])
  const open = [first]
  try {
    const profile = await access(world, {
      params: { sw_core_connection: { snmp_port: first.port, snmp_timeout_sec: 4, snmp_repeats: 3 } },
    })
    const single = await rule(world, { cidr: `${at(3900)}/32`, access_ids: [profile.id] })
    assert.is((await search(world, [single.id])).counts.added, 1)
    await first.stop()
    open.pop()
    const moved = await device(at(3901), { port: first.port, mib: first.mib })
    const other = await rule(world, { cidr: `${at(3901)}/32`, access_ids: [profile.id] })
    const run = await search(world, [other.id])
    assert.equal(run.counts, { added: 0, known: 1, unknown_identity: 0, failed: 0 })
    const [row] = await foundIn(world, run.id)
    assert.equal([row!.ip, row!.result, row!.known_under], [moved.ip, 'known', at(3900)])
    assert.ok((await devices()).some(({ id, ip }) => id === row!.device_id && ip === at(3900)))
  } finally {
    await Promise.all(open.map(one => one.stop()))
  }
})

test('rules that overlap add no device twice, and every access profile is tried', async () => {
  await Promise.all([
    device(at(3700), { communities: { read: 'second', write: 'w' } }),
    device(at(3701)),
    device(at(3702), { communities: { read: 'nobody knows', write: 'w' } }),
  ])
  const [one, two] = [await access(world), await access(world, { public_community: 'second' })]
  const wide = await rule(world, { cidr: `${at(3696)}/28`, access_ids: [one.id] })
  const narrow = await rule(world, { cidr: `${at(3700)}/31`, access_ids: [one.id, two.id] })
  const run = await search(world, [wide.id, narrow.id])
  assert.equal(run.counts, { added: 2, known: 0, unknown_identity: 0, failed: 0 })
  const rows = await foundIn(world, run.id, 'sort=ip')
  assert.equal(
    rows.map(({ ip, rule: by }) => [ip, by.id]),
    [
      [at(3700), narrow.id],
      [at(3701), wide.id],
    ],
  )
  assert.equal(
    (await devices())
      .filter(({ ip }) => ip === at(3700) || ip === at(3701))
      .map(({ ip, access: by }) => [ip, by.id])
      .toSorted(),
    [
      [at(3700), two.id],
      [at(3701), one.id],
    ],
  )
})

test('what answered the sweep and then not the question for its model is asked once more, and is not missed', async () => {
  const busy = await device(at(3401), { behaviour: { silent: { after: 1 } } })
  const profile = await access(world, {
    params: { sw_core_connection: { snmp_port: busy.port, snmp_timeout_sec: 1, snmp_repeats: 0 } },
  })
  const { id } = await rule(world, { cidr: `${at(3400)}/30`, access_ids: [profile.id] })
  const searching = search(world, [id])
  // The sweep, one detection given up after two questions, and the first question of the next.
  await until('it is asked again', () => busy.requests >= 4, { everyMs: 10 })
  busy.behaviour = {}
  assert.equal((await searching).counts, { added: 1, known: 0, unknown_identity: 0, failed: 0 })
})

test('who is added by somebody else while its model is found out is known, not failed and not there twice', async () => {
  const slow = await device(at(3500), { behaviour: { delayMs: 250 } })
  const profile = await access(world)
  const { id } = await rule(world, { cidr: `${at(3500)}/32`, access_ids: [profile.id] })
  const searching = search(world, [id])
  await until('the sweep was answered and detection has begun', () => slow.requests >= 2)
  const byHand = await add(world, '/device', { ip: at(3500), name: 'by hand', enabled: false })
  const run = await searching
  assert.equal(run.counts, { added: 0, known: 1, unknown_identity: 0, failed: 0 })
  assert.equal(
    (await foundIn(world, run.id)).map(row => row.device_id),
    [byHand.id],
  )
  assert.equal(
    (await devices()).filter(({ ip }) => ip === at(3500)).map(({ name }) => name),
    ['by hand'],
  )
})

test('a search whose component goes off ends where it is, and says so', async () => {
  const profile = await access(world, { public_community: 'nobody knows' })
  const { id: long } = await rule(world, { cidr: `${at(0)}/20`, access_ids: [profile.id] })
  await world.http('PUT', '/system-components/equipment', { configuration: { sweep_rate: 100 } })
  const { id } = dataOf<{ id: number }>(
    await world.http('POST', '/component/autodiscovery/run', { rule_ids: [long] }),
  )
  await until('it is under way', async () => (await getRun(world, id)).packets.sent > 0, { everyMs: 50 })
  assert.is((await world.http('PUT', '/system-components/autodiscovery', { enabled: false })).status, 200)
  assert.is((await world.http('GET', `/component/autodiscovery/runs/${id}`)).status, 404)
  assert.is((await world.http('PUT', '/system-components/autodiscovery', { enabled: true })).status, 200)
  const ended = await until('it has ended', async () => {
    const run = await getRun(world, id)
    return run.status === 'running' ? undefined : run
  })
  assert.is(ended.status, 'aborted')
  assert.ok(ended.packets.sent < 4094, `${ended.packets.sent} sent`)
  await world.http('PUT', '/system-components/equipment', { configuration: { sweep_rate: 20_000 } })
  await until(
    'the job has ended',
    async () =>
      !(await world.use('jobs').list()).find(({ key }) => key === 'autodiscovery.discover')!.running,
  )
})

test('one search at a time; who comes second is told', async () => {
  const profile = await access(world, { public_community: 'nobody knows' })
  const slow = await rule(world, { cidr: `${at(0)}/20`, access_ids: [profile.id] })
  await world.http('PUT', '/system-components/equipment', { configuration: { sweep_rate: 2000 } })
  const { id } = dataOf<{ id: number }>(
    await world.http('POST', '/component/autodiscovery/run', { rule_ids: [slow.id] }),
  )
  const refused = await world.http('POST', '/component/autodiscovery/run', { rule_ids: [slow.id] })
  assert.equal([refused.status, refused.body.error?.code], [409, 'AUTODISCOVERY_RUNNING'])
  const moving = await until(
    'it is under way',
    async () => {
      const run = await getRun(world, id)
      return run.status === 'running' && run.progress.done > 0 ? run : undefined
    },
    { everyMs: 50 },
  )
  assert.equal(
    [moving.progress.total, moving.progress.what, moving.finished_at],
    [4094, `${slow.name}, ${at(0)}/20`, null],
  )
  await until('it has ended', async () => (await getRun(world, id)).status === 'ok', { everyMs: 100 })
  await world.http('PUT', '/system-components/equipment', { configuration: { sweep_rate: 20_000 } })
  assert.is(
    (
      await world.sql<{ count: number }>(
        "select count(*)::int as count from autodiscovery_run where status in ('waiting', 'running')",
      )
    )[0]!.count,
    0,
  )
})

test('a rule that cannot be run is named and harms no other', async () => {
  const profile = await access(world)
  const gone = await access(world)
  const [lost, good] = [
    await rule(world, { cidr: `${at(3801)}/32`, access_ids: [gone.id] }),
    await rule(world, { cidr: `${at(3802)}/32`, access_ids: [profile.id] }),
  ]
  const outside = await rule(world, { cidr: `${at(3803)}/32`, access_ids: [profile.id] })
  assert.is((await world.http('DELETE', `/device-access/${gone.id}`)).status, 200)
  const run = await search(world, [lost.id, good.id, outside.id])
  assert.equal(
    [run.status, run.errors.map(one => [one.rule_id, one.code])],
    ['ok', [[lost.id, 'AUTODISCOVERY_ACCESS_GONE']]],
  )
  // Fault 65: what was allowed when the rule was saved need not be so any more.
  await world.sql("update autodiscovery_rule set cidr = '169.254.169.0/24' where id = $1", [outside.id])
  const refused = await world.http('POST', '/component/autodiscovery/run', { rule_ids: [outside.id] })
  assert.equal([refused.status, refused.body.error?.code], [400, 'EQUIPMENT_NETWORK_REFUSED'])
  await world.sql(
    "insert into autodiscovery_run (status, rule_ids, group_ids) values ('waiting', $1, '[-1]')",
    [JSON.stringify([outside.id])],
  )
  await world.http('POST', '/system-schedule/autodiscovery.discover/run')
  const forced = await until(
    'it has ended',
    async () =>
      dataOf<{ id: number; status: string; packets: { sent: number }; errors: { code: string }[] }[]>(
        await world.http('GET', '/component/autodiscovery/runs?limit=1'),
      ).find(one => one.status === 'failed'),
    { everyMs: 100 },
  )
  assert.equal([forced.packets.sent, forced.errors.map(one => one.code)], [0, ['EQUIPMENT_NETWORK_REFUSED']])
  await world.http('DELETE', `/component/autodiscovery/rules/${outside.id}`)
})

test('what the half hour brings are rules that are enabled and due', async () => {
  await world.sql('update autodiscovery_rule set enabled = false')
  const profile = await access(world)
  const [always, rarely, off] = [
    await rule(world, { cidr: `${at(3601)}/32`, access_ids: [profile.id] }),
    await rule(world, { cidr: `${at(3602)}/32`, access_ids: [profile.id], interval_min: 60 }),
    await rule(world, { cidr: `${at(3603)}/32`, access_ids: [profile.id], enabled: false }),
  ]
  const due = async (): Promise<number[]> => {
    const key = 'autodiscovery.discover'
    const [before] = await world.sql<{ id: number }>(
      'select coalesce(max(id), 0)::int as id from autodiscovery_run',
    )
    await until(
      'it may run',
      async () => (await world.http('POST', `/system-schedule/${key}/run`)).status === 202,
      { everyMs: 100 },
    )
    return until(
      'a run has ended',
      async () => {
        const [last] = dataOf<
          { id: number; status: string; rule_ids: number[]; requested_by: string | null }[]
        >(await world.http('GET', '/component/autodiscovery/runs?limit=1'))
        return last &&
          last.id > before!.id &&
          last.status === 'ok' &&
          last.requested_by === null &&
          !(await world.use('jobs').list()).find(one => one.key === key)!.running
          ? last.rule_ids
          : undefined
      },
      { everyMs: 100 },
    )
  }
  assert.equal(await due(), [always.id, rarely.id])
  assert.equal(await due(), [always.id])
  await world.sql(
    "update autodiscovery_rule set last_run_at = now() - interval '59 minutes 45 seconds' where id = $1",
    [rarely.id],
  )
  assert.equal(await due(), [always.id, rarely.id])
  assert.is(
    dataOf<{ last_run_at: string | null }>(
      await world.http('GET', `/component/autodiscovery/rules/${off.id}`),
    ).last_run_at,
    null,
  )
})
