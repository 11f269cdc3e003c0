import { createConsoleMasker, type CliProfile } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { createIntake, createTimeShares } from '../src/console/intake.ts'
import { createReader } from '../src/console/reader.ts'
import { openConsoleSession, type ConsoleSession } from '../src/console/session.ts'
import { maskedEnd, type TranscriptEntry } from '../src/console/state.ts'
import { openTelnet, type ConsoleTransport } from '../src/console/transport.ts'
import { failure, fakeConsole, type Screenplay } from './fake-console.ts'

const test = suite('consoles that print too much')

const profile: CliProfile = {
  modes: { main: { prompt: /[\w.-]+#/, enter: null } },
  main: 'main',
  pager: [],
  comment: '!',
  errors: [/^% ?(Invalid|Unknown)/],
  secrets: [/snmp-server community (?<secret>\S+)/],
}
const play: Screenplay = {
  user: null,
  prompt: () => 'sw1#',
  line(text) {
    if (text === 'show long') return `short\r\n${'x'.repeat(70_000)}\r\nafter\r\n`
    if (text === 'show many') return 'a line\r\n'.repeat(150_000)
    if (text === 'show endless')
      return `first\r\nsnmp-server community hidden-word ro\r\n${'line after line\r\n'.repeat(20_000)}`
    if (text === 'show version') return 'Version 1\r\n'
    return '% Unknown command\r\n'
  },
}

async function on(
  work: (console: ConsoleSession, said: TranscriptEntry[], signal: AbortSignal) => Promise<void>,
  { maxCharacters = 8_000_000, screenplay = play } = {},
): Promise<void> {
  const fake = await fakeConsole(screenplay)
  const said: TranscriptEntry[] = []
  const { signal } = new AbortController()
  const transport = await openTelnet({ ip: '127.0.0.1', port: fake.port, connectMs: 2_000, signal })
  try {
    const console = await openConsoleSession(
      {
        profile,
        transport,
        reader: createReader(transport, maxCharacters),
        credentials: { login: '', password: '', enable: '' },
        limits: { loginMs: 8_000, commandMs: 20_000, idleMs: 4_000 },
        onTranscript: one => {
          said.push(one)
        },
      },
      signal,
    )
    await work(console, said, signal)
  } finally {
    transport.close()
    await fake.close()
  }
}

test('an output above the ceiling ends the session, and hands over what came, masked', () =>
  on(
    async (console, said, signal) => {
      const error = await failure(console.run('show endless', { repeatable: true }, signal))
      assert.is(error.code, 'DEVICE_NO_PROMPT')
      assert.match(error.message, 'more than 0.2 MB')
      const { sent, received } = said.at(-1)!
      assert.is(sent, 'show endless')
      assert.is(error.partial, received)
      assert.match(received, 'line after line')
      assert.ok(received.length < 70_000)
      assert.not.match(JSON.stringify([said, error.partial]), 'hidden-word')
      assert.not.ok(console.usable)
    },
    { maxCharacters: 200_000 },
  ))

test('a line that is cut is no answer: the error has what came, and the session goes on', () =>
  on(async (console, _, signal) => {
    const error = await failure(console.run('show long', { repeatable: true }, signal))
    assert.is(error.code, 'DEVICE_PARSE_FAILED')
    assert.equal(
      String(error.partial)
        .split('\n')
        .map(({ length }) => length),
      [5, 65_536, 5],
    )
    assert.is(await console.run('show version', {}, signal), 'Version 1')
  }))

test('an output of many lines is whole', () =>
  on(async (console, _, signal) => {
    const text = await console.run('show many', {}, signal)
    assert.is(text, Array.from({ length: 150_000 }, () => 'a line').join('\n'))
  }))

test('a session that ends within an answer hands over what came', () => {
  const dying: Screenplay = {
    ...play,
    line(text, state) {
      if (text === 'show version') state['last'] = true
      return play.line(text, state)
    },
    prompt: state => (state['last'] ? '' : 'sw1#'),
  }
  return on(
    async (console, said, signal) => {
      const leaving = setTimeout(() => console.close(), 300)
      const error = await failure(console.run('show version', {}, signal))
      clearTimeout(leaving)
      assert.equal([error.code, error.partial], ['DEVICE_SESSION_LOST', '\nVersion 1\n'])
      assert.equal(said.at(-1), { sent: 'show version', received: '\nVersion 1\n' })
    },
    { screenplay: dying },
  )
})

test('the end of a long output is masked also if a private key begins before it', () => {
  const masker = createConsoleMasker()
  const lines = ['-----BEGIN RSA PRIVATE KEY-----', ...Array.from({ length: 9_000 }, (_, n) => `body ${n}`)]
  const shown = maskedEnd({ masker }, lines).split('\n')
  assert.equal(shown.slice(0, 2), ['…', '-----BEGIN RSA PRIVATE KEY-----'])
  assert.equal(new Set(shown.slice(2)), new Set(['***']))
  const ended = maskedEnd({ masker }, [...lines, '-----END RSA PRIVATE KEY-----', ...lines.slice(1)])
  assert.not.match(ended, 'BEGIN')
  assert.match(ended, 'body 8999')
})

/** A transport whose text the test gives. */
function scripted() {
  const calls: string[] = []
  let give: (text: string) => void = () => {}
  let end: (error: Error | null) => void = () => {}
  const transport: ConsoleTransport = {
    kind: 'telnet',
    write() {},
    onText(reader) {
      give = reader
    },
    onEnd(listener) {
      end = listener
    },
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    close() {},
  }
  return { transport, calls, give: (text: string) => give(text), end: () => end(null) }
}

test('little text is given at once; much text in turns, while the device waits, whole and in order', async () => {
  const { transport, calls, give, end } = scripted()
  const pieces: string[] = []
  let ended = false
  const intake = createIntake(
    transport,
    {
      onText: text => pieces.push(text),
      onEnd() {
        ended = true
      },
    },
    createTimeShares(),
  )
  give('prompt#')
  assert.equal([pieces, calls, intake.pending], [['prompt#'], [], false])
  const long = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join('')
  give(long)
  give('end')
  end()
  assert.equal([pieces.length, calls, intake.pending, ended], [1, ['pause'], true, false])
  await new Promise<void>(resolve => {
    const look = () => (ended ? resolve() : setTimeout(look, 5))
    look()
  })
  assert.is(pieces.slice(1).join(''), `${long}end`)
  assert.ok(pieces.every(piece => piece.length <= 4_096))
  assert.equal(calls, ['pause', 'resume'])
})

test('consoles that print much take a small part of the time of the service', async () => {
  const shares = createTimeShares()
  let left = 200
  const work = () => {
    const until = performance.now() + 1
    while (performance.now() < until);
    return --left > 0
  }
  const started = performance.now()
  for (let console = 0; console < 8; console++) shares.take(work)
  await new Promise<void>(resolve => {
    const look = () => (left <= 0 ? resolve() : setTimeout(look, 5))
    look()
  })
  // 200 ms of work at a tenth of the time.
  assert.ok(performance.now() - started > 1_200, `${performance.now() - started} ms`)
})
