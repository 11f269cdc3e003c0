import { assert, suite, longestTurn, until } from '@linecard/test-kit'
import { failure } from './fake-console.ts'
import { on, version, type World } from './support/configurations.ts'

/** Consoles that print too much, or without end, over real sockets. */
const test = suite('large and endless configurations', { alone: true, level: 'full' })

const interfaces = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) => `interface ${from + n}\r\n description port ${from + n}\r\n`).join(
    '',
  )

function* much(octets: number): Generator<string> {
  let [sent, from] = [0, 0]
  while (sent < octets) {
    const piece = interfaces(from, 1_000)
    sent += piece.length
    from += 1_000
    yield piece
  }
  yield 'end\r\n'
}

/** What the work costs this process, in which the console runs too. */
async function cost(work: () => Promise<unknown>) {
  const used = () => process.memoryUsage.rss()
  const before = used()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, used())), 20)
  const started = performance.now()
  const stallMs = Math.round(await longestTurn(work))
  clearInterval(watch)
  return {
    mb: Math.round((peak - before) / 1e6),
    stallMs,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  }
}

async function closed({ sockets }: World['fake']): Promise<void> {
  await until('the connection is closed', () => sockets.size === 0)
}

const printing = (octets: number) => ({
  shows: '',
  pieces: (text: string) => (text === 'show run' ? much(octets) : undefined),
})

test('a configuration of 200 MB ends early, in bounded memory, and the device is usable afterwards', () =>
  on(printing(200e6), async (world: World) => {
    const { read, fake } = world
    const spent = await cost(async () => {
      const error = await failure(read())
      assert.equal([error.code, error.partial], ['DEVICE_PARSE_FAILED', undefined])
      assert.match(error.message, 'more than 16.777216 MB')
    })
    process.stdout.write(`  200 MB: ${JSON.stringify(spent)}\n`)
    assert.ok(spent.mb < 300, JSON.stringify(spent))
    assert.ok(spent.stallMs < 500, JSON.stringify(spent))
    await closed(fake)
    assert.is(await version(world), 'Version 1')
  }))

test('a configuration of 12 MB is whole, and masked without a stall', () =>
  on(printing(12e6), async ({ read, equipment }) => {
    let text = ''
    const reading = await cost(async () => ({ text } = await read()))
    assert.is(text.length, [...much(12e6)].join('').replaceAll('\r', '').length)
    assert.match(text.slice(-30), /\nend\n$/)
    const masking = await cost(async () => {
      assert.is((await equipment.configurations.masked('acme_sw', text)).length, text.length)
      assert.is((await equipment.configurations.significant('acme_sw', text)).length, text.length)
    })
    process.stdout.write(`  12 MB: read ${JSON.stringify(reading)}, masked ${JSON.stringify(masking)}\n`)
    assert.ok(reading.stallMs < 500, JSON.stringify(reading))
    assert.ok(masking.stallMs < 250, JSON.stringify(masking))
  }))

test('one line of 10 MB is no configuration', () =>
  on(
    {
      shows: '\r\nend\r\n',
      pieces: text => (text === 'show run' ? Array<string>(1_000).fill('x'.repeat(10_000)) : undefined),
    },
    async world => {
      const error = await failure(world.read())
      assert.equal([error.code, error.partial], ['DEVICE_PARSE_FAILED', undefined])
      assert.is(await version(world), 'Version 1')
    },
  ))

test('lines that are empty, without end, cost no more than others', () =>
  on(
    {
      settings: { configuration_octets: 1_000_000 },
      shows: '',
      pieces: text => (text === 'show run' ? Array<string>(1_000).fill('\n'.repeat(100_000)) : undefined),
    },
    async world => {
      const spent = await cost(async () =>
        assert.is((await failure(world.read())).code, 'DEVICE_PARSE_FAILED'),
      )
      assert.ok(spent.mb < 200, JSON.stringify(spent))
      assert.is(await version(world), 'Version 1')
    },
  ))

/** Lines for ever. `printed`: how many pieces of them so far. */
function endless() {
  const play = {
    printed: 0,
    shows: '',
    pieces: (text: string) => (text === 'show run' ? count() : undefined),
  }
  function* count() {
    for (const piece of much(20e9)) {
      play.printed++
      yield piece
    }
  }
  return play
}

test('who asks may go in the middle of an endless output', () => {
  const play = endless()
  return on(play, async world => {
    const controller = new AbortController()
    const gone = new Error('the operator has gone')
    const reading = world.read({}, controller.signal).catch((error: unknown) => error)
    await until('it prints', () => play.printed > 20)
    controller.abort(gone)
    assert.is(await reading, gone)
    await closed(world.fake)
    assert.is(world.calls.at(-1)!.errorCode, 'CLIENT_GONE')
    assert.is(await version(world), 'Version 1')
  })
})

test('an output that comes slowly and without end has the time of a reading', () =>
  on(
    {
      settings: { configuration_deadline_sec: 5 },
      shows: '',
      pieces: text => (text === 'show run' ? Array<string>(1_000).fill(' line after line\r\n') : undefined),
      piecesEveryMs: 50,
    },
    async world => {
      const reading = failure(world.read())
      // It waits for its turn.
      const next = version(world)
      const one = await reading
      assert.equal([one.code, one.partial], ['DEVICE_TIMEOUT', undefined])
      assert.match(one.message, 'within 5 s')
      assert.is(await next, 'Version 1')
    },
  ))

test('one of two who ask goes: the other gets the configuration', () => {
  const controller = new AbortController()
  /** In the middle of the output one of them leaves. */
  function* leaving() {
    yield interfaces(0, 10_000)
    controller.abort()
    yield* much(5e5)
  }
  const play = { shows: '', pieces: (text: string) => (text === 'show run' ? leaving() : undefined) }
  return on(play, async ({ read }) => {
    const one = read({}, controller.signal).catch(() => 'gone')
    const other = read()
    assert.is(await one, 'gone')
    assert.is((await other).ended, true)
  })
})

test('a service that stops does not wait for an endless output', () => {
  const play = endless()
  return on(play, async ({ read, equipment }) => {
    const reading = failure(read())
    await until('it prints', () => play.printed > 20)
    await equipment.close()
    assert.is((await reading).code, 'DEVICE_SESSION_LOST')
  })
})
