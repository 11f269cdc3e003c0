import { interfacesList } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'
import { createEquipment, memoryStore, settingsWith } from '../src/library.ts'
import { databaseHabits } from '../src/connections/habits-database.ts'
import { acme, acmeMib, silentLog, targetOf } from './acme.ts'
import { openTables } from './postgres.ts'
import { startAgent } from './support/agent.ts'

const test = suite('what is learnt about devices')

const noBulk = { maxRepetitions: null, maxVarbinds: 4, noBulk: true }

test('habits outlive the process, and are forgotten with their device', async () => {
  const { em, close } = await openTables()
  const agent = await startAgent({
    varbinds: acmeMib(24),
    behave: (request, reply) => (request.type === 0xa5 ? null : reply),
  })
  const stored = databaseHabits(em)
  const loaded = Promise.withResolvers<void>()
  const habits = {
    ...stored,
    load: async (limit: number) => {
      const found = await stored.load(limit)
      // When the service has taken them.
      setImmediate(loaded.resolve)
      return found
    },
  }
  const start = () =>
    createEquipment({
      drivers: [acme],
      log: silentLog,
      store: memoryStore(),
      settings: settingsWith({ allow_loopback: true }),
      habits,
    })
  try {
    await stored.save(new Map([[1, { learnt: noBulk, roundTrip: { srtt: 12.5, rttvar: 3 } }]]))
    assert.equal((await stored.load(10)).get(1), { learnt: noBulk, roundTrip: { srtt: 12.5, rttvar: 3 } })

    const first = start()
    await loaded.promise
    const target = targetOf(agent)
    const { data } = await first.call(target, interfacesList, {}, { from: 'device' })
    assert.is(data.length, 24)
    assert.is(agent.requests.filter(({ type }) => type === 0xa5).length, 0, 'GETBULK is not tried again')
    await first.close()
    const kept = (await stored.load(10)).get(1)!
    assert.is(kept.learnt!.noBulk, true)

    const second = start()
    await second.forget(1)
    await second.close()
    assert.is((await stored.load(10)).size, 0)
  } finally {
    await agent.close()
    await close()
  }
})
