import { assert, suite } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import type { TakenUnit } from '@linecard/plugin-kit'
import { consume, type Holding } from '@linecard/plugin-kit/concurrency'
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

interface Work {
  key: string
  holding: Holding
  end: PromiseWithResolvers<void>
}

/** Works off a queue of its own, at two units at once; each work ends when it is told to. */
async function consuming(name: string, claim = (units: readonly TakenUnit[]) => units) {
  const queue = await openWorkQueue(await (await jobProcess(place.url, [])).queue(), name, 60)
  const works: Work[] = []
  const waiting: (() => void)[] = []
  const failures: string[] = []
  /** Keys of units that were ended. */
  const done: string[] = []
  let most = 0
  const note = (_: object, message: string) => void failures.push(message)
  const stop = consume<{ unit: TakenUnit }>({
    ctx: { log: { error: note, warn: note, info: note, debug: note } as never },
    what: 'units',
    queue: async () => ({
      ...queue,
      done(units) {
        done.push(...units.map(({ key }) => key))
        return queue.done(units)
      },
    }),
    leaseSec: 1,
    atOnce: () => 2,
    mostTaken: 10,
    claim: async units => claim(units).map(unit => ({ unit })),
    work({ unit: { key } }, holding) {
      const end = Promise.withResolvers<void>()
      works.push({ key, holding, end })
      for (const tell of waiting.splice(0)) tell()
      return end.promise
    },
    onRunning(count) {
      most = Math.max(most, count)
    },
    endMs: 1_000,
  })
  return {
    queue,
    works,
    failures,
    done,
    most: () => most,
    stop,
    async until(isSo: () => boolean) {
      while (!isSo()) await new Promise<void>(resolve => waiting.push(resolve))
    },
  }
}
/** Settles when the keys can be put again: their units have ended. */
async function ended(
  queue: { withdraw(keys: readonly string[]): Promise<ReadonlySet<string>> },
  keys: string[],
) {
  while ((await queue.withdraw(keys)).size > 0) await new Promise(resolve => setTimeout(resolve, 20))
}

test('a consumer has no more units than it may, ends each, and takes the next one', async () => {
  const { queue, works, failures, most, stop, until } = await consuming('many')
  await queue.put(['a', 'b', 'c', 'd', 'e'].map(key => ({ key })))
  await until(() => works.length === 2)
  works[0]!.end.resolve()
  await until(() => works.length === 3)
  works[1]!.end.reject(new Error('this one fails'))
  await until(() => works.length === 4)
  works[2]!.end.resolve()
  works[3]!.end.resolve()
  await until(() => works.length === 5)
  works[4]!.end.resolve()
  await ended(queue, ['a', 'b', 'c', 'd', 'e'])
  await stop()
  assert.equal(works.map(({ key }) => key).toSorted(), ['a', 'b', 'c', 'd', 'e'])
  assert.equal([most(), failures], [2, ['units: a unit failed']])
})

test('units of which nothing is known are ended, and units that cannot be read are free again', async () => {
  let away = true
  const { queue, works, failures, done, stop, until } = await consuming('known', units => {
    if (away) throw new Error('the table is away')
    return units.filter(({ key }) => key !== 'gone')
  })
  await queue.put([{ key: 'gone' }, { key: 'here' }])
  while (failures.length === 0) await new Promise(resolve => setTimeout(resolve, 20))
  await ended(queue, ['gone', 'here'])
  away = false
  done.length = 0
  assert.is(await queue.put([{ key: 'gone' }, { key: 'here' }]), 2)
  await until(() => works.length === 1)
  assert.equal(done, ['gone'])
  assert.equal(
    [works.map(({ key }) => key), failures[0]],
    [['here'], 'units could not be taken; tried again'],
  )
  works[0]!.end.resolve()
  await stop()
})

test('a work whose lease is lost is told so, and the stop is told to those that go on', async () => {
  const { queue, works, done, stop, until } = await consuming('lost')
  await queue.put([{ key: 'stolen' }, { key: 'own' }])
  await until(() => works.length === 2)
  const of = (name: string) => works.find(({ key }) => key === name)!
  assert.is(await of('stolen').holding.isHeld(), true)
  // As if this process had been silent for too long.
  await place.admin.query(
    "update pgboss.job set retry_count = retry_count + 1 where singleton_key = 'stolen'",
  )
  const { lost } = of('stolen').holding
  if (!lost.aborted) await new Promise(resolve => lost.addEventListener('abort', resolve))
  assert.equal([await of('stolen').holding.isHeld(), await of('own').holding.isHeld()], [false, true])
  const { stopping } = of('own').holding
  stopping.addEventListener('abort', () => works.forEach(({ end }) => end.resolve()))
  await stop()
  assert.is(stopping.aborted, true)
  assert.ok(done.includes('own'), 'it is ended before the stop is over')
})
