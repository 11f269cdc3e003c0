import type { BoundKeep, DeviceAnswered } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { createKeeping } from '../src/keeping.ts'
import { silentLog } from './acme.ts'

const test = suite('equipment: answers that plugins keep')

const answerAt = (second: number, device_id = 1, more: Partial<DeviceAnswered> = {}): DeviceAnswered => ({
  device_id,
  module: 'fdb',
  args: {},
  data: [],
  complete: true,
  time: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
  ...more,
})
const turn = () => new Promise(resolve => setImmediate(resolve))

interface Call {
  /** `<device>@<second>` of each answer. */
  told: string
  end(error?: unknown): void
}

/** A keep whose calls end when the test says so. */
function world(more: Partial<BoundKeep> = {}) {
  const calls: Call[] = []
  const logged: unknown[] = []
  const bound: BoundKeep = {
    key: 'history.fdb',
    component: 'history',
    modules: new Set(['fdb']),
    whole: true,
    keep: answers =>
      new Promise((resolve, reject) => {
        const told = answers.map(({ device_id: id, time }) => `${id}@${time.getUTCSeconds()}`).join(' ')
        calls.push({ told, end: error => (error === undefined ? resolve() : reject(error)) })
      }),
    ...more,
  }
  const keep = createKeeping({
    keeps: () => [bound],
    log: { ...silentLog, error: (fields: unknown) => void logged.push(fields) } as never,
  })
  return { keep, calls, logged, told: () => calls.map(({ told }) => told) }
}

test('whoever brings an answer waits until it is stored, and hears why it is not', async () => {
  const { keep, calls, logged } = world()
  let ended = false
  const stored = keep([answerAt(1)]).then(unkept => ((ended = true), unkept))
  await turn()
  assert.is(ended, false)
  calls[0]!.end()
  assert.equal(await stored, [])
  const failing = keep([answerAt(2)])
  await turn()
  const error = new Error('the disk is full')
  calls[1]!.end(error)
  assert.equal(await failing, [{ component: 'history', module: 'fdb', error }])
  assert.equal(logged, [{ err: error, device_id: 1, module: 'fdb', component: 'history' }])
})

test('what has come meanwhile is given together; of one question the newest alone, whoever brought it', async () => {
  const { keep, calls, told } = world()
  const all = [keep([answerAt(1, 1)]), keep([answerAt(1, 2)])]
  await turn()
  assert.equal(told(), ['1@1', '2@1'], 'two at once')
  for (const second of [5, 3, 4]) all.push(keep([answerAt(second, 3)]))
  for (const id of [4, 5]) all.push(keep([answerAt(1, id)]))
  await turn()
  assert.is(calls.length, 2)
  calls[0]!.end()
  await turn()
  assert.equal(told().slice(2), ['3@5 4@1 5@1'])
  calls[1]!.end()
  calls[2]!.end()
  assert.equal(
    await Promise.all(all),
    Array.from({ length: 7 }, () => []),
  )
})

test('two writings about one device never run at once', async () => {
  const { keep, calls, told } = world()
  const all = [keep([answerAt(1)]), keep([answerAt(2)])]
  await turn()
  assert.equal(told(), ['1@1'])
  calls[0]!.end()
  await turn()
  calls[1]!.end()
  await Promise.all(all)
  assert.equal(told(), ['1@1', '1@2'])
})

test('an answer that cannot be stored costs none of those that came with it', async () => {
  const { keep, calls, told } = world()
  const first = [keep([answerAt(1, 1)]), keep([answerAt(1, 2)])]
  await turn()
  const rest = [3, 4, 5].map(id => keep([answerAt(1, id)]))
  calls[0]!.end()
  await turn()
  const error = new Error('no such port')
  calls[2]!.end(error)
  for (const [at, reason] of [undefined, error, undefined].entries()) {
    await turn()
    calls[3 + at]!.end(reason)
  }
  calls[1]!.end()
  await Promise.all(first)
  assert.equal(
    (await Promise.all(rest)).map(unkept => unkept.length),
    [0, 1, 0],
  )
  assert.equal(told().slice(2), ['3@1 4@1 5@1', '3@1', '4@1', '5@1'])
})

test('a database that is away is not asked once more for each answer, and is no fault of a plugin', async () => {
  const { keep, calls, logged } = world()
  const first = [keep([answerAt(1, 1)]), keep([answerAt(1, 2)])]
  await turn()
  const rest = [3, 4].map(id => keep([answerAt(1, id)]))
  calls[0]!.end()
  await turn()
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  calls[2]!.end(away)
  for (const unkept of await Promise.all(rest)) assert.is(unkept[0]!.error, away)
  calls[1]!.end()
  await Promise.all(first)
  assert.equal([calls.length, logged], [3, []])
})

test('nothing is dropped, however many wait', async () => {
  const stored = new Set<number>()
  const { keep } = world({
    async keep(answers) {
      await turn()
      for (const { device_id: id } of answers) stored.add(id)
    },
  })
  const all = await Promise.all(Array.from({ length: 3000 }, (_, id) => keep([answerAt(1, id)])))
  assert.equal([stored.size, all.flat()], [3000, []])
})

test('answers of other modules are not given, nor those about a part of a device where whole ones are kept', async () => {
  const given: string[] = []
  const note = async (answers: readonly DeviceAnswered[]) =>
    void given.push(...answers.map(({ module, args }) => `${module} ${JSON.stringify(args)}`))
  const mixed = [
    answerAt(1, 1, { args: { interface: 7 } }),
    answerAt(1, 1),
    answerAt(1, 1, { module: 'arps' }),
  ]
  await world({ keep: note }).keep(mixed)
  assert.equal(given.splice(0), ['fdb {}'])
  await world({ keep: note, whole: false }).keep(mixed)
  assert.equal(given.toSorted(), ['fdb {"interface":7}', 'fdb {}'])
})
