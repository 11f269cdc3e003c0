import type { ChildProcess } from 'node:child_process'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { startFleet, type Fleet } from '../bench/workers/fleet.ts'

/** Polls by several processes on one database, with real agents. The benchmark is `npm run bench -- workers`. */
const test = suite('faults: workers', { level: 'full' })
let fleet: Fleet
let near: ChildProcess
let far: ChildProcess
const patient = { timeoutMs: 120_000, everyMs: 250 }

test.before(async () => {
  fleet = await startFleet(
    { devices: 60, intervalSec: 20, leaseSec: 30 },
    { pollers: { workers: { remote: [2] } } },
  )
})
test.after(() => fleet?.stop())

const since = async (time: Date) => (await fleet.polls()).filter(poll => poll.time > time)

test('a worker polls the devices of its group, and nobody else does', async () => {
  const { world } = fleet
  const group = await add(world, '/device-group', { name: 'remote site' })
  await world.http('PUT', '/system-components/pollers', {
    configuration: { workers: { remote: [group.id] } },
  })
  await world.sql('update inventory_device set group_id = $1 where id % 3 = 0', [group.id])
  ;[near, far] = [await fleet.worker(), await fleet.worker('remote')]
  const [{ ids }] = (await world.sql<{ ids: number[] }>(
    'select array_agg(id order by id) as ids from inventory_device where group_id = $1',
    [group.id],
  )) as [{ ids: number[] }]
  const planned = () => world.sql("select from pollers_device where worker = 'remote'")
  await until('the plan knows the groups', async () => (await planned()).length === ids.length, patient)
  const from = new Date(Date.now() + 3_000)
  await until(
    'each device was polled',
    async () => {
      const polled = new Set((await since(from)).map(poll => poll.device_id))
      return polled.size === 60
    },
    patient,
  )
  for (const { device_id: id, pid } of await since(from))
    assert.is(pid, ids.includes(id) ? far.pid : near.pid, `device ${id}`)
})

test('kill -9 of a worker: another one polls its devices, and no poll takes place twice', async () => {
  const { world } = fleet
  await world.http('PUT', '/system-components/pollers', { configuration: { workers: {} } })
  const planned = () => world.sql("select from pollers_device where worker <> ''")
  await until('all devices are in one group', async () => (await planned()).length === 0, patient)
  const ends = new Map<number, number>()
  const kill = (worker: ChildProcess) => {
    worker.kill('SIGKILL')
    ends.set(worker.pid!, Date.now())
  }
  kill(far)
  const [first, second] = [near, await fleet.worker()]
  const pids = [first.pid, second.pid]
  await until(
    'both poll',
    async () => {
      const at = new Set((await fleet.polls()).map(poll => poll.pid))
      return pids.every(pid => at.has(pid!))
    },
    patient,
  )
  kill(first)
  const killed = new Date(Date.now() + 1_000)
  await until(
    'each device was polled after that',
    async () => {
      const polled = new Set((await since(killed)).map(poll => poll.device_id))
      return polled.size === 60
    },
    patient,
  )
  assert.not.ok((await since(killed)).some(poll => poll.pid === first.pid))
  // Three processes plan. A due time is served once; again only if the process died after the poll was stored and
  // before that was noted. A poll that began long before its due time was not due: another one had served that.
  const polls = (await fleet.polls()).toSorted((a, b) => a.time.getTime() - b.time.getTime())
  const dead = new Set([far.pid, first.pid])
  const served = Map.groupBy(polls, ({ device_id: id, due }) => `device ${id}, due ${due}`)
  for (const [what, times] of served)
    assert.equal(
      times.slice(0, -1).filter(({ pid }) => !dead.has(pid)),
      [],
      what,
    )
  assert.equal(
    polls.filter(({ due, time }) => due - time.getTime() > 2_500),
    [],
  )
  assert.ok(served.size > 120, `${served.size} due times`)
})

test('many silent devices do not hold up one that answers', async () => {
  const { world } = fleet
  await world.sql(`
    insert into inventory_device (ip, name, access_id, model_id)
    select ('127.99.' || n / 250 || '.' || n % 250 + 1)::inet, 'silent', a.id, m.id
    from generate_series(0, 399) n, inventory_access a, inventory_model m where m.key = 'generic_snmp'`)
  const silent = () =>
    world.sql(`select from pollers_device p join inventory_device d on d.id = p.device_id
      where d.name = 'silent' and p.result = 'failed'`)
  await until('the silent ones are found', async () => (await silent()).length > 300, patient)
  const from = new Date()
  await until(
    'each of the others was polled',
    async () => {
      const polled = new Set((await since(from)).map(poll => poll.device_id))
      return polled.size === 60
    },
    patient,
  )
  const [down] = await world.sql<{ count: number }>(
    "select count(*)::int as count from inventory_device where name = 'silent' and status = 'Down'",
  )
  assert.ok(down!.count > 300, String(down!.count))
  const metrics = await (await fetch(`${world.url}/metrics`)).text()
  assert.match(metrics, /linecard_polls_overdue \d+/)
})
