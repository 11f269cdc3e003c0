import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('events: one process leads', { level: 'full' })
const folder = mkdtempSync(join(tmpdir(), 'events-'))
const saying = join(folder, 'saying')
const children: ChildProcess[] = []
/** Conditions of the source. */
const many = 3000
let world: World

test.before(async () => {
  writeFileSync(saying, '')
  // The children have the plugin: this process only looks.
  world = await makeWorld()
})
test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function another(): Promise<{ child: ChildProcess; leads(): boolean }> {
  const script = new URL('./process.ts', import.meta.url).pathname
  const args = ['--conditions=source', script, world.configFile, String(many), saying]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  await until('the process has started', () => log.includes('ready on'))
  return { child, leads: () => log.includes('this process leads the events') }
}
const count = async (what: string) =>
  (await world.sql<{ n: number }>(`select count(*)::int as n from ${what}`))[0]!.n

/** Each event is told as it is: one change for each step, and no step without its change. */
async function consistent(): Promise<void> {
  assert.is(
    await count(
      '(select key from events_event where resolved_at is null group by key having count(*) > 1) d',
    ),
    0,
  )
  const opened = await count(`events_change where kind = 'opened'`)
  assert.is(opened, await count('events_event where not happening'))
  assert.is(
    await count(`events_change where kind = 'resolved'`),
    await count('events_event where resolved_at is not null'),
  )
  assert.is(
    await count(
      "(select event_id, kind from events_change group by 1, 2 having count(*) > 1 and kind <> 'changed') d",
    ),
    0,
  )
}

test('kill -9 in the middle of rounds: what is written is whole, told once, and another process goes on', async () => {
  for (let n = 0; n < 4; n++) {
    if (n > 0) await world.sql(`update events_lease set holder = null`)
    const { child, leads } = await another()
    await until('it leads', leads)
    writeFileSync(saying, n % 2 === 0 ? 'wet' : '')
    await new Promise(resolve => setTimeout(resolve, 100 + n * 130))
    child.kill('SIGKILL')
    await until('its connections are gone', async () => {
      const rows = await world.sql<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
      )
      return rows[0]!.n === 0
    })
    await consistent()
  }
  writeFileSync(saying, 'wet')
  const [one, two] = [await another(), await another()]
  await until('all are open', async () => (await count('events_event where resolved_at is null')) === many)
  assert.is([one, two].filter(({ leads }) => leads()).length, 1)
  const [first, second] = one.leads() ? [one, two] : [two, one]
  first.child.kill('SIGKILL')
  await until('the other one leads', second.leads)
  writeFileSync(saying, '')
  await until('all have ended', async () => (await count('events_event where resolved_at is null')) === 0)
  await consistent()
})
