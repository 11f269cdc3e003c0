import { AsyncLocalStorage } from 'node:async_hooks'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { doubling, limit, mutex, repeat, shared, soon, startThread } from '@linecard/plugin-kit/concurrency'

const test = suite('works of a process')

/** A work that ends when it is told to. */
function held() {
  const begun: PromiseWithResolvers<void>[] = []
  const starts: ((count: number) => void)[] = []
  return {
    begun,
    work() {
      const one = Promise.withResolvers<void>()
      begun.push(one)
      for (const tell of starts.splice(0)) tell(begun.length)
      return one.promise
    },
    /** Settles when so many works have begun. */
    async until(count: number) {
      while (begun.length < count) await new Promise<number>(resolve => starts.push(resolve))
    },
  }
}
/** Lets everything run that need not wait for a timer. */
const settled = () => new Promise(resolve => setImmediate(resolve))
const noFailure = (error: unknown) => {
  throw error
}

test('no more run at once than allowed, in the order in which they came, and a failure keeps nobody', async () => {
  const turn = limit(2)
  const { begun, work } = held()
  const results = [1, 2, 3].map(number =>
    turn(async () => {
      await work()
      return number
    }),
  )
  await settled()
  assert.is(begun.length, 2)
  begun[0]!.reject(new Error('the first fails'))
  assert.is((await failureOf(results[0]!)).message, 'the first fails')
  await settled()
  assert.is(begun.length, 3)
  begun[1]!.resolve()
  begun[2]!.resolve()
  assert.equal(await Promise.all(results.slice(1)), [2, 3])
})

test('of a mutex one works at a time, each as who asked for it, and idle waits for all', async () => {
  const asker = new AsyncLocalStorage<string>()
  const inTurn = mutex()
  const { begun, work } = held()
  const seen: (string | undefined)[] = []
  for (const name of ['a', 'b'])
    void asker.run(name, () =>
      inTurn(async () => {
        seen.push(asker.getStore())
        await work()
      }),
    )
  let idle = false
  const all = inTurn.idle().then(() => {
    idle = true
  })
  await settled()
  assert.equal([seen, idle], [['a'], false])
  begun[0]!.resolve()
  await settled()
  assert.equal([seen, idle], [['a', 'b'], false])
  begun[1]!.resolve()
  await all
})

test('who asks while a shared work runs gets that run, and later ones a new run, also after a failure', async () => {
  const { begun, work } = held()
  let runs = 0
  const read = shared(async () => {
    const run = ++runs
    await work()
    return run
  })
  const both = [read(), read()]
  await settled()
  begun[0]!.resolve()
  assert.equal(await Promise.all(both), [1, 1])
  const failing = [read(), read()]
  await settled()
  begun[1]!.reject(new Error('away'))
  for (const one of failing) assert.is((await failureOf(one)).message, 'away')
  await read.idle()
  const last = read()
  await settled()
  begun[2]!.resolve()
  assert.is(await last, 3)
})

test('all who ask before a work begins share it, and who asks during it gets another one', async () => {
  const { begun, work, until } = held()
  const ask = soon(1, work, noFailure)
  for (let times = 0; times < 3; times++) ask()
  await until(1)
  ask()
  ask()
  // Its time is over, but the first run is not.
  const now = ask.now()
  ask()
  await settled()
  assert.is(begun.length, 1)
  begun[0]!.resolve()
  await until(2)
  begun[1]!.resolve()
  await now
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.is(begun.length, 2)
  await ask.stop()
})

test('what is done at once is not done again when the pause is over', async () => {
  let runs = 0
  const ask = soon(
    1,
    async () => {
      runs++
    },
    noFailure,
  )
  ask()
  await ask.now()
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.is(runs, 1)
  await ask.now()
  assert.is(runs, 2)
})

test('after its stop nothing begins, and the stop waits for what is under way', async () => {
  const { begun, work, until } = held()
  const ask = soon(0, work, noFailure)
  ask()
  await until(1)
  ask()
  let stopped = false
  const stop = ask.stop().then(() => {
    stopped = true
  })
  await settled()
  assert.is(stopped, false)
  begun[0]!.resolve()
  await stop
  ask()
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.is(begun.length, 1)
})

test('a failure is told, and the next who asks gets another run, none of it in the context of who asked', async () => {
  const asker = new AsyncLocalStorage<string>()
  const told: unknown[] = []
  const ask = soon(
    0,
    async () => {
      throw new Error(`asked in ${asker.getStore() ?? 'no context'}`)
    },
    error => told.push((error as Error).message),
  )
  await asker.run('a transaction', () => ask.now())
  await asker.run('a transaction', () => ask.now())
  assert.equal(told, ['asked in no context', 'asked in no context'])
})

test('a repeated work goes on after a failure, until it is ended', async () => {
  const failures: string[] = []
  let runs = 0
  const over = Promise.withResolvers<void>()
  const end = repeat(
    1,
    async () => {
      if (++runs === 3) over.resolve()
      if (runs === 2) throw new Error('it failed')
    },
    error => failures.push((error as Error).message),
  )
  await over.promise
  await end()
  const at = runs
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.equal([failures, runs === at], [['it failed'], true])
})

test('a repeated work that says that there is more is not kept waiting', async () => {
  let runs = 0
  const over = Promise.withResolvers<void>()
  const end = repeat(
    3_600_000,
    async () => {
      if (++runs === 3) over.resolve()
      return runs < 3
    },
    noFailure,
  )
  await over.promise
  await end()
  assert.is(runs, 3)
})

test('pauses double up to the longest, and begin again after a success', () => {
  const pauses = doubling(100, 500)
  assert.equal([pauses.next(), pauses.next(), pauses.next(), pauses.next()], [100, 200, 400, 500])
  pauses.reset()
  assert.is(pauses.next(), 100)
})

const echo = `data:text/javascript,${encodeURIComponent(`
  import { parentPort, workerData } from 'node:worker_threads'
  parentPort.on('message', text => {
    if (text === 'fail') throw new Error('as ordered')
    if (text === 'leave') process.exit(3)
    parentPort.postMessage(workerData + text)
  })`)}`

test('the end of a thread is told once with its reason, and its stop is no end', async () => {
  const start = (ends: unknown[]) => {
    const [message, end] = [Promise.withResolvers<string>(), Promise.withResolvers<unknown>()]
    const thread = startThread<string, string>(echo, {
      data: 'echo: ',
      memoryMb: 32,
      onMessage: message.resolve,
      onEnd(reason) {
        ends.push(reason)
        message.reject(reason)
        end.resolve(reason)
      },
    })
    message.promise.catch(() => undefined)
    return { thread, message: message.promise, end: end.promise }
  }
  // A thread does not keep this process, so something else has to.
  const busy = setInterval(() => undefined, 1_000)
  const [failing, leaving, stopped]: unknown[][] = [[], [], []]
  const one = start(failing!)
  one.thread.tell('hello')
  assert.is(await one.message, 'echo: hello')
  one.thread.tell('fail')
  assert.is(((await one.end) as Error).message, 'as ordered')
  const two = start(leaving!)
  two.thread.tell('leave')
  assert.is(await two.end, 3)
  const three = start(stopped!)
  await three.thread.stop()
  three.thread.tell('nobody hears it')
  await one.thread.stop()
  const failed: unknown[] = []
  const four = start(failed)
  four.thread.fail('no port')
  four.thread.fail('no other port either')
  await four.thread.stop()
  assert.equal([failing!.length, leaving!.length, stopped!.length, failed], [1, 1, 0, ['no port']])
  clearInterval(busy)
})
