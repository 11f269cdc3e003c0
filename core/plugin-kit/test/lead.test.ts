import { assert, suite, until } from '@linecard/test-kit'
import { keptLog } from '@linecard/test-kit/worlds/log'
import { createLead, type Lease } from '@linecard/plugin-kit/lead'

const test = suite('a lead')

test('the log tells a database that is away from work that failed', async () => {
  const said: Record<string, string> = {}
  const failures = {
    away: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    fault: new TypeError('x is not a function'),
  }
  for (const [name, failure] of Object.entries(failures)) {
    const log = keptLog()
    const lead = createLead({
      ctx: { log, processes: { id: 'one', onEnded: () => () => undefined } as never },
      lease: { take: async () => true, release: async () => undefined } as unknown as Lease,
      begin: () => Promise.reject(failure),
      what: 'the events',
    })
    lead.start()
    await until('a line', () => log.lines.length > 0)
    await lead.stop()
    said[name] = `${log.lines[0]!.level}: ${log.lines[0]!.message}`
  }
  assert.equal(said, {
    away: 'warn: the events could not reach the database',
    fault: 'error: leading the events failed; next try in 2000 ms',
  })
})
