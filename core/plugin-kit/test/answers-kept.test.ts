import { assert, failureOf, suite } from '@linecard/test-kit'
import { keepAnswers, type AnswerKeeping, type DeviceAnswered } from '@linecard/plugin-kit'

const test = suite('plugin kit: answers that are kept')

const answerAt = (second: number, device_id = 1): DeviceAnswered => ({
  device_id,
  module: 'fdb',
  args: {},
  data: [],
  complete: true,
  time: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
})

/** A keeper whose writings end when the test says so. */
function world(more: Partial<AnswerKeeping> = {}) {
  const heard: ((payload: unknown) => unknown)[] = []
  const errors: string[] = []
  const begun: { told: string; end(error?: Error): void }[] = []
  const keeper = keepAnswers(
    {
      events: {
        on: (_: string, handler: (payload: unknown) => unknown) => (heard.push(handler), () => heard.pop()),
      },
      log: { error: (_: unknown, text: string) => errors.push(text) },
    } as never,
    {
      what: 'addresses',
      wants: ({ module }) => module === 'fdb',
      write: ({ device_id: id, time }) =>
        new Promise((resolve, reject) => {
          const told = `${id}@${time.getUTCSeconds()}`
          begun.push({ told, end: error => (error ? reject(error) : resolve()) })
        }),
      ...more,
    },
  )
  const hear = (answer: DeviceAnswered) => heard.forEach(handler => handler(answer))
  const turn = () => new Promise(resolve => setImmediate(resolve))
  return { keeper, hear, begun, errors, turn, told: () => begun.map(({ told }) => told) }
}

test('a poll waits until its answer is stored, and the answer that was heard too is stored once', async () => {
  const { keeper, hear, begun, told, turn } = world()
  hear(answerAt(1))
  let polled = false
  const { device_id, ...answer } = answerAt(1)
  const polling = keeper
    .keepPolled({
      device: { id: device_id },
      answers: new Map([['fdb', { ...answer, missing: [], error: null }]]),
    } as never)
    .then(() => (polled = true))
  await turn()
  assert.equal([told(), polled], [['1@1'], false])
  begun[0]!.end()
  await polling
  await keeper.keep(answerAt(1))
  assert.equal([told(), polled], [['1@1'], true])
})

test('an answer that was overtaken is not stored after the newer one; of those that wait the newest is', async () => {
  const { keeper, begun, told, turn } = world()
  const first = keeper.keep(answerAt(1))
  await turn()
  const done = [first, ...[5, 3, 4].map(second => keeper.keep(answerAt(second)))]
  begun[0]!.end()
  await turn()
  begun[1]!.end()
  await Promise.all(done)
  assert.equal(told(), ['1@1', '1@5'])
})

test('a clock that was set back stops nothing: an answer that is older than the stored one is written', async () => {
  const { keeper, begun, told, turn } = world()
  for (const [n, second] of [30, 2, 3].entries()) {
    const done = keeper.keep(answerAt(second))
    await turn()
    begun[n]?.end()
    await done
  }
  assert.equal(told(), ['1@30', '1@2', '1@3'])
})

test('two writers never write about one device at once', async () => {
  const { keeper, begun, told, turn } = world({ writers: 2 })
  const done = [keeper.keep(answerAt(1)), keeper.keep(answerAt(2, 2))]
  await turn()
  done.push(keeper.keep(answerAt(3)))
  await turn()
  assert.equal(told(), ['1@1', '2@2'])
  begun[1]!.end()
  await turn()
  assert.is(begun.length, 2)
  begun[0]!.end()
  await turn()
  begun[2]!.end()
  await Promise.all(done)
  assert.equal(told(), ['1@1', '2@2', '1@3'])
})

test('a poll is told that its answer is not stored: too many wait, or the writing failed; then it is tried again', async () => {
  const { keeper, hear, begun, told, errors, turn } = world()
  hear(answerAt(1))
  await turn()
  for (let id = 2; id <= 201; id++) hear(answerAt(1, id))
  assert.match((await failureOf(keeper.keep(answerAt(1, 300)))).message, /too many answers wait: addresses/)
  await turn()
  begun[0]!.end(new Error('the disk is full'))
  await turn()
  assert.equal(errors, ['an answer cannot be kept: addresses'])
  for (let n = 1; n < 201; n++) {
    begun[n]!.end()
    await turn()
  }
  await keeper.idle()
  const again = keeper.keep(answerAt(1))
  await turn()
  begun[201]!.end(new Error('the disk is full'))
  assert.match((await failureOf(again)).message, /the disk is full/)
  assert.equal([told().length, told().at(-1)], [202, '1@1'])
})

test('after a stop nothing is heard, and who waits is told', async () => {
  const { keeper, hear, begun, told, turn } = world()
  hear(answerAt(1))
  await turn()
  const waiting = keeper.keep(answerAt(2))
  await turn()
  const stopping = keeper.stop()
  begun[0]!.end()
  assert.match((await failureOf(waiting)).message, /stops/)
  await stopping
  hear(answerAt(3))
  assert.equal(told(), ['1@1'])
})
