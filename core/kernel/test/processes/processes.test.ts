import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { startProxy } from '@linecard/test-kit/worlds/tcp-proxy'
import { member, type TestProcess } from './world.ts'

const test = suite('processes of an installation', { timeoutMs: 60_000 })

let place: TestDatabase
let here: TestProcess
const children = new Set<ChildProcess>()
test.before(async () => {
  place = await createDatabase()
  here = await member(place.url)
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

/** Resolves when the process was told to have ended, with the seconds until then. */
async function heardOf(id: string, within: number): Promise<number> {
  const start = performance.now()
  const heard: string[] = []
  const leave = here.onEnded(ids => void heard.push(...ids))
  await until(`${id} ended`, () => heard.includes(id), { timeoutMs: within * 1000 })
  leave()
  return (performance.now() - start) / 1000
}

test('a killed process is known within 15 s, and at once on its own machine', async () => {
  const { child, id } = await other()
  assert.equal(await here.ended([id]), [], 'it lives')
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.ok((await heardOf(id, 15)) < 15)
  assert.equal(await here.ended([id, here.id]), [id])
})

test('a process that is silent counts as ended within 15 s, and lives again when it comes back', async () => {
  const { child, id } = await other()
  child.kill('SIGSTOP')
  assert.ok((await heardOf(id, 15)) < 15)
  assert.equal(await here.ended([id]), [id])
  child.kill('SIGCONT')
  await until('it lives again', async () => (await here.ended([id])).length === 0, { timeoutMs: 10_000 })
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

test('fault 41: an outage of the database ends nobody', async () => {
  const proxy = await startProxy(place.url)
  const [watcher, { id }] = await Promise.all([member(proxy.url), other(proxy.url)])
  const heard: string[] = []
  watcher.onEnded(ids => void heard.push(...ids))
  await proxy.cut()
  await pause(13_000)
  await proxy.mend()
  await until(
    'the watcher asks again',
    async () => {
      const ended = await watcher.ended([id]).catch(() => null)
      assert.not.equal(ended, [id])
      return ended !== null
    },
    { timeoutMs: 15_000 },
  )
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
  await until('the second time', () => times === 2, { timeoutMs: 20_000 })
  await pause(4_000)
  assert.is(times, 2)
})
