import { setTimeout as pause } from 'node:timers/promises'
import { TestClock } from 'pg-boss'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { endAll, job, never, operator, process as jobProcess, type Process } from './world.ts'

const test = suite('clock of the schedule', { level: 'full' })
const places: TestDatabase[] = []
const makePlace = async () => {
  const place = await createDatabase()
  places.push(place)
  return place
}
test.after(async () => {
  await endAll()
  for (const place of places) await place.drop()
})

const at = (time: string) => new Date(`2026-10-25T${time}Z`)
const count = async (on: Process, key: string) =>
  (await on.service.reports({ keys: [key], limit: 0, offset: 0 })).total

test('the clock goes back over a due time: this time is not due again, later times are', async () => {
  const { url } = await makePlace()
  const clock = new TestClock(at('00:29:40'))
  const one = await jobProcess(url, [job('demo.hourly', async () => undefined, { cron: '30,32 * * * *' })], {
    clock,
  })
  /** Moves the clock in small steps, with real time between them for other work. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 5) {
      await clock.tick(5_000)
      await pause(40)
    }
    await until('nothing is going', async () => (await one.service.list()).every(task => !task.running))
  }
  await pass(60)
  await until('00:30', async () => (await count(one, 'demo.hourly')) === 1)
  await clock.setTime(at('00:29:40'))
  await pass(100)
  assert.is(await count(one, 'demo.hourly'), 1, '00:30 comes again and is not done again')
  await pass(60)
  await until('00:32', async () => (await count(one, 'demo.hourly')) === 2)
  await one.end()
})

test('the clock of this machine jumps by an hour in both directions: due jobs depend on the time of the database', async () => {
  const { url, admin } = await makePlace()
  const one = await jobProcess(url, [
    job('demo.forward', async () => undefined),
    job('demo.back', async () => undefined),
  ])
  const now = Date.now
  const began = now()
  try {
    for (const [key, jump] of [
      ['demo.forward', 3_600_000],
      ['demo.back', -3_600_000],
    ] as const) {
      Date.now = () => now() + jump
      await one.service.update(key, { cron: '* * * * *' }, operator)
      await until(`a run of ${key}`, async () => (await count(one, key)) > 0, { everyMs: 100 })
    }
  } finally {
    Date.now = now
  }
  const { rows } = await admin.query(
    "select data->>'slot' as slot from pgboss.job where name like '%send-it'",
  )
  assert.ok(rows.length >= 2)
  for (const { slot } of rows as { slot: string }[])
    // A slot is a minute, and the one before the change counts as due.
    assert.ok(began - 150_000 < Date.parse(`${slot}Z`) && Date.parse(`${slot}Z`) < now() + 150_000, slot)
  await one.end()
})

test('the clock of the database is set back by an hour: jobs do not wait for this hour', async () => {
  const { url, admin } = await makePlace()
  const one = await jobProcess(url, [job('demo.waiting', async () => undefined)], { tidyMs: 500 })
  // What the last look left behind, as it reads after the clock was put back.
  await admin.query("update pgboss.version set cron_on = now() + interval '1 hour'")
  await one.service.update('demo.waiting', { cron: '* * * * *' }, operator)
  await until('a run', async () => (await count(one, 'demo.waiting')) > 0, { everyMs: 100 })
  await one.end()
})

test('a job that was due while the service was down, or that the clock jumped over, runs once, on one process', async () => {
  const { url, admin } = await makePlace()
  const daily = '0 3 * * *'
  const jobs = ['missed', 'done', 'unseen', 'changed', 'weekly', 'off', 'never'].map(name =>
    job(`demo.${name}`, async () => undefined, { cron: name === 'never' ? never : daily }),
  )
  const before = await jobProcess(url, jobs)
  await before.service.update('demo.off', { enabled: false }, operator)
  await until(
    'it is off',
    async () =>
      (await admin.query("select 1 from pgboss.schedule where name = 'demo.off'")).rows.length === 0,
  )
  await before.end()
  // Five minutes past its time, and before then last seen a while ago.
  const due = new Date(Date.now() - 300_000)
  const cron = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`
  await admin.query(
    `update pgboss.schedule set cron = $1, created_on = now() - interval '90 days',
       updated_on = now() - interval '90 days' where name <> 'demo.never'`,
    [cron],
  )
  await admin.query(
    "update pgboss.schedule set updated_on = now() - interval '4 minutes' where name = 'demo.changed'",
  )
  const ran = (key: string, ago: string) =>
    admin.query(
      `insert into kernel_job_run (id, key, trigger, status, host, pid, started_at, finished_at)
         values (gen_random_uuid(), $1, 'cron', 'ok', 'h', 1, now() - $2::interval, now() - $2::interval)`,
      [key, ago],
    )
  await ran('demo.missed', '26 hours')
  await ran('demo.done', '290 seconds')

  // Two days ago is too long ago.
  const weekly = `${cron.slice(0, -1)}${(due.getUTCDay() + 5) % 7}`
  await admin.query("update pgboss.schedule set cron = $1 where name = 'demo.weekly'", [weekly])
  const planned = jobs.map(one =>
    one.cron !== daily ? one : { ...one, cron: one.id === 'demo.weekly' ? weekly : cron },
  )
  const both = await Promise.all([1, 2].map(() => jobProcess(url, planned, { tidyMs: 300 })))
  await until('the missed one is made up for', async () => (await count(both[0]!, 'demo.missed')) === 2)
  // A job that never ran is found by each look. When it ran for the third time, two whole looks came later.
  for (let look = 0; look < 3; look++) {
    if (look > 0) await admin.query("delete from kernel_job_run where key = 'demo.unseen'")
    await until('the one that never ran is made up for', async () => {
      const { runs } = await both[0]!.service.reports({ keys: ['demo.unseen'], limit: 1, offset: 0 })
      return runs[0]?.status === 'ok'
    })
  }
  const counts = Object.fromEntries(
    await Promise.all(jobs.map(async ({ id }) => [id, await count(both[0]!, id)])),
  )
  assert.equal(counts, {
    'demo.missed': 2,
    'demo.done': 1,
    'demo.unseen': 1,
    'demo.changed': 0,
    'demo.weekly': 0,
    'demo.off': 0,
    'demo.never': 0,
  })
  await Promise.all(both.map(one => one.end()))
})
