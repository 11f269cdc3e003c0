import { assert, suite } from '@linecard/test-kit'
import { createLines } from '../../src/jobs/lines.ts'
import { keptLog } from '@linecard/test-kit/worlds/log'

const test = suite('lines of a run')

test('fields follow the text; the log of the service names the run', () => {
  const log = keptLog()
  const lines = createLines(log, { job: 'demo.sweep', run: 'r1' })
  lines.log.info({ removed: 3, kinds: ['a', 'b'] }, 'sessions removed')
  lines.log.warn('one is left')
  lines.log.debug({ row: 1 }, 'not in the report')
  assert.equal(
    lines.lines().map(({ level, message }) => [level, message]),
    [
      ['info', 'sessions removed removed=3 kinds=["a","b"]'],
      ['warn', 'one is left'],
    ],
  )
  assert.match(lines.lines()[0]!.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(log.lines.map(({ level, fields, message }) => [level, fields, message])[0], [
    'info',
    { removed: 3, kinds: ['a', 'b'], job: 'demo.sweep', run: 'r1' },
    'sessions removed',
  ])
  assert.is(log.lines.length, 3)
})

test('at most 200 lines of 500 characters; dropped lines are counted', () => {
  const lines = createLines(keptLog(), {})
  for (let line = 0; line < 1_000; line++) lines.log.info(`${line} ${'x'.repeat(10_000)}`)
  assert.is(lines.lines().length, 200)
  assert.is(lines.dropped(), 800)
  assert.ok(lines.lines()[0]!.message.startsWith('800 x'))
  assert.ok(lines.lines().every(({ message }) => message.length === 500))
})

test('secrets are masked and stacks are omitted', () => {
  const lines = createLines(keptLog(), {})
  lines.log.error(
    {
      password: 'hunter2',
      access: { community: 'private' },
      err: new Error('postgres://linecard:hunter2@db/linecard is away'),
    },
    'GET /x?x-auth-key=hunter2 failed',
  )
  const text = JSON.stringify(lines.lines())
  assert.not.match(text, /hunter2|private|lines\.test/)
  assert.match(text, /password=\*\*\*/)
  assert.match(text, /is away/)
})

test('characters that PostgreSQL or a terminal cannot handle are removed', () => {
  const lines = createLines(keptLog(), {})
  lines.log.info({ descr: 'a\u0000b\u001b[31m\r\nc', half: '\ud800' }, '\u0000')
  lines.log.info(`${'x'.repeat(499)}\u{1f600}`)
  for (const { message } of lines.lines()) {
    assert.not.match(message, /\p{Cc}/u)
    assert.ok(message.isWellFormed())
  }
})
