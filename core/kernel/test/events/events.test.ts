import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { openDatabase, type Database } from '../../src/database/index.ts'
import { createEvents, eventsMissed } from '../../src/events/index.ts'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { keptLog } from '@linecard/test-kit/worlds/log'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    'interface.down': unknown
    'plugins.changed': unknown
    big: string
    almost: string
    again: number
  }
}

const test = suite('events')
const log = keptLog()
let place: TestDatabase
let databases: Database[]
let here: Awaited<ReturnType<typeof createEvents>>
let there: Awaited<ReturnType<typeof createEvents>>

test.before(async () => {
  place = await createDatabase()
  databases = await Promise.all(
    [0, 1].map(() => openDatabase({ url: place.url, dataDir: '/nonexistent', entities: [], log })),
  )
  here = await createEvents({ database: databases[0]!, log })
  there = await createEvents({ database: databases[1]!, log })
})
test.after(async () => {
  await here.stop()
  await there.stop()
  await Promise.all(databases.map(database => database.stop()))
  await place.drop()
})

test('a failing subscriber is logged and does not affect others', async () => {
  const heard: unknown[] = []
  const off = [
    here.on('interface.down', () => {
      throw new Error('first')
    }),
    here.on('interface.down', async () => {
      throw new Error('second')
    }),
    here.on('interface.down', payload => {
      heard.push(payload)
    }),
  ]
  here.emit('interface.down', { id: 7 })
  assert.equal(heard, [{ id: 7 }])
  await until(
    'both failures are logged',
    () => log.lines.filter(line => line.message === 'a subscriber of an event failed').length === 2,
  )
  for (const leave of off) leave()
  here.emit('interface.down', { id: 8 })
  assert.is(heard.length, 1)
})

test('emit stays in this process, broadcast reaches every process, this one included', async () => {
  const heard: string[] = []
  const off = [
    here.on('plugins.changed', () => {
      heard.push('here')
    }),
    there.on('plugins.changed', payload => {
      heard.push(`there ${JSON.stringify(payload)}`)
    }),
  ]
  here.emit('plugins.changed', null)
  assert.equal(heard, ['here'])
  await here.broadcast('plugins.changed', { text: 'дом \' "' })
  await until('both heard it', () => heard.length === 3)
  assert.equal(heard.toSorted(), ['here', 'here', 'there {"text":"дом \' \\""}'])
  for (const leave of off) leave()
})

test('a payload that NOTIFY cannot carry is refused with its size', async () => {
  assert.match(
    (await failureOf(here.broadcast('big', 'я'.repeat(4_000)))).message,
    /event big takes 80\d\d bytes/,
  )
  const heard: unknown[] = []
  const off = there.on('almost', payload => {
    heard.push(payload)
  })
  await here.broadcast('almost', 'x'.repeat(7_960))
  await until('a payload just below the limit', () => heard.length === 1)
  off()
})

test('an unreadable notification is dropped', async () => {
  await databases[0]!.notify('linecard_events', '{nonsense')
  await until('it is logged', () => log.text().includes('an unreadable notification was dropped'))
})

test('after a lost connection broadcasts arrive again, and subscribers learn that some were missed', async () => {
  let missed = 0
  const heard: unknown[] = []
  there.on(eventsMissed, () => {
    missed++
  })
  there.on('again', payload => {
    heard.push(payload)
  })
  await place.admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await until('the link is back', () => missed === 1)
  await until('the pool answers', () => databases[0]!.ping())
  await here.broadcast('again', 1)
  await until('the broadcast arrives', () => heard.length === 1)
})
