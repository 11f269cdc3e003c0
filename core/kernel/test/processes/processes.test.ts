import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { startProxy } from '@linecard/test-kit/worlds/tcp-proxy'
import { member, type TestProcess } from './world.ts'

const test = suite('processes of an installation', { level: 'full' })

let place: TestDatabase
let here: TestProcess
const children = new Set<ChildProcess>()
test.before(async () => {
  place = await createDatabase()
  here = await member(place.url)
  await place.admin.query(`
    create table beats (id uuid, at timestamptz);
    create function note_beat() returns trigger language plpgsql as $$
      begin insert into beats values (new.id, new.seen_at); return null; end $$;
    create trigger note_beat after insert or update on kernel_process
      for each row execute function note_beat()`)
})
test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await here.end()
  await place.drop()
})

/** A second process, with its id. */
async function other(url = place.url): Promise<{ child: ChildProcess; id: string }> {
  const child = spawn(process.execPath, [
    '--conditions=source',
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, 'world.ts'),
    url,
  ])
  children.add(child)
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, id: chunk.toString().trim() }
}

/** Resolves when the process was told to have ended, with the time of that. */
async function heardOf(id: string): Promise<Date> {
  const { promise, resolve } = Promise.withResolvers<Date>()
  const leave = here.onEnded(ids => {
    if (ids.includes(id)) resolve(new Date())
  })
  const at = await promise
  leave()
  return at
}

/**
 * How often this process has looked between these times: it looks with each beat, every 3 s unless the
 * machine is slow.
 */
async function looks(from: Date, to: Date): Promise<number> {
  const { rows } = await place.admin.query(
    'select from beats where id = $1 and at > $2::timestamptz and at <= $3::timestamptz',
    [here.id, from.toISOString(), to.toISOString()],
  )
  return rows.length
}

/** Since when this process has looked for 10 s without a break: after one it gives the others time to beat. */
async function hasLookedLong(): Promise<Date> {
  const { rows } = await place.admin.query(
    `select max(at) + interval '10 s' as since
     from (select at, at - lag(at) over (order by at) as gap from beats where id = $1) as looks
     where gap is null or gap > interval '5 s'`,
    [here.id],
  )
  return rows[0]!['since'] as Date
}

test('a killed process is known at the next look on its own machine', async () => {
  const { child, id } = await other()
  assert.equal(await here.ended([id]), [], 'it lives')
  child.kill('SIGKILL')
  const heard = heardOf(id)
  await once(child, 'exit')
  const ended = new Date()
  assert.ok((await looks(ended, await heard)) <= 1)
  assert.equal(await here.ended([id, here.id]), [id])
})

test('a process that was silent for 10 s counts as ended at the next look, and lives again when it comes back', async () => {
  const { child, id } = await other()
  child.kill('SIGSTOP')
  const heard = await heardOf(id)
  const { rows } = await place.admin.query('select max(at) as last from beats where id = $1', [id])
  const silent = new Date((rows[0]!['last'] as Date).getTime() + 10_000)
  assert.ok(heard > silent, 'not before')
  const from = Math.max(silent.getTime(), (await hasLookedLong()).getTime())
  assert.ok((await looks(new Date(from), heard)) <= 1)
  assert.equal(await here.ended([id]), [id])
  child.kill('SIGCONT')
  await until('it lives again', async () => (await here.ended([id])).length === 0)
})

test('a process that stopped has ended; one that nobody knows has ended', async () => {
  const third = await member(place.url)
  assert.equal(await here.ended([third.id]), [])
  await third.end()
  assert.equal(await here.ended([third.id]), [third.id])
  assert.equal(await here.ended(['00000000-0000-4000-8000-000000000000']), [
    '00000000-0000-4000-8000-000000000000',
  ])
})

test('an outage of the database ends nobody', async () => {
  const proxy = await startProxy(place.url)
  const [watcher, { id }] = await Promise.all([member(proxy.url), other(proxy.url)])
  const heard: string[] = []
  watcher.onEnded(ids => void heard.push(...ids))
  await proxy.cut()
  await pause(13_000)
  await proxy.mend()
  await until('the watcher asks again', async () => {
    const ended = await watcher.ended([id]).catch(() => null)
    assert.not.equal(ended, [id])
    return ended !== null
  })
  await pause(4_000)
  assert.equal(await watcher.ended([id]), [])
  assert.not.ok(heard.includes(id))
  await watcher.end()
  await proxy.end()
})

test('who fails to take over is told again', async () => {
  const { child, id } = await other()
  let times = 0
  here.onEnded(ids => {
    if (ids.includes(id) && ++times < 2) throw new Error('not now')
  })
  child.kill('SIGKILL')
  await until('the second time', () => times === 2)
  await pause(4_000)
  assert.is(times, 2)
})
