import { assert, suite } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { openWorkQueue } from '../../src/workers/queue.ts'
import { endAll, process as jobProcess } from './world.ts'

const test = suite('units of work')
let place: TestDatabase
test.before(async () => {
  place = await createDatabase()
})
test.after(async () => {
  await endAll()
  await place?.drop()
})

test('units that wait are taken back; one that a process does now is told and stays its own', async () => {
  const process = await jobProcess(place.url, [])
  const boss = await process.queue()
  const [queue, other] = [await openWorkQueue(boss, 'units', 60), await openWorkQueue(boss, 'others', 60)]
  await queue.put([{ key: 'taken', priority: 1 }, { key: 'waiting' }, { key: 'left' }])
  await other.put([{ key: 'waiting' }])
  const taken = await queue.take(1)
  assert.equal([...(await queue.withdraw(['taken', 'waiting', 'unknown']))], ['taken'])
  const keysOf = (units: readonly { key: string }[]) => units.map(({ key }) => key)
  assert.equal([keysOf(taken), keysOf(await queue.take(10))], [['taken'], ['left']])
  assert.is((await queue.done(taken)).size, 1)
  assert.equal([...(await queue.withdraw(['taken']))], [])
  assert.equal(keysOf(await other.take(10)), ['waiting'], 'another queue has units of the same keys')
  assert.is(await queue.put([{ key: 'taken' }, { key: 'waiting' }]), 2)
})
