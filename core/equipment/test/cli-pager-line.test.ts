import type { CliProfile } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { createReader } from '../src/console/reader.ts'
import { createScreen } from '../src/console/screen.ts'
import { openConsoleSession } from '../src/console/session.ts'
import { openTelnet } from '../src/console/transport.ts'
import { fakeConsole } from './fake-console.ts'

/** Pagers that count the rows of the terminal: one stands in a long line, or an alarm comes below it. */
const test = suite('a pager in the middle')

const pager = ' --More-- '
/** The fake console also echoes the key. */
const rubOut = `${'\b'.repeat(11)}${' '.repeat(11)}${'\b'.repeat(11)}`
const alarm = '2026/11/23 10:15:01   ONU Port Los   PON 0/3 ONU 98'
const head = 'onu 29 pri wan_adv index 1 route ipv4 static ip 192.0.2.77 mask 255.255.255.0 '
const profile: CliProfile = {
  modes: { main: { prompt: /[\w.-]+#/, enter: null } },
  main: 'main',
  pager: [
    { prompt: /^\s*--More--\s*$/, answer: ' ' },
    { prompt: /(?<=^.{40,480}) --More--$/, answer: ' ' },
  ],
  errors: [/^% ?Invalid/],
}

/** What the session reads of these pages. The fake turns one for each key. */
async function read(pages: readonly string[]): Promise<string> {
  let shown = 0
  const fake = await fakeConsole({
    user: null,
    prompt: () => (shown > 0 && shown < pages.length ? '' : 'olt#'),
    line: text => (text.trim() === 'show run' ? pages[shown++]! : ''),
  })
  const { signal } = new AbortController()
  const transport = await openTelnet({ ip: '127.0.0.1', port: fake.port, connectMs: 2000, signal })
  try {
    const console = await openConsoleSession(
      {
        profile,
        transport,
        reader: createReader(transport),
        credentials: { login: 'noc', password: 'x', enable: 'x' },
        limits: { loginMs: 5000, commandMs: 20_000, idleMs: 5000 },
        onTranscript: () => undefined,
      },
      signal,
    )
    const [socket] = fake.sockets
    socket!.on('data', data => {
      for (const key of data.toString()) {
        if (key !== ' ' || shown === 0 || shown >= pages.length) continue
        const page = pages[shown++]!
        socket!.write(page + (shown === pages.length ? 'olt#' : ''))
      }
    })
    return await console.run('show run', { repeatable: true }, signal)
  } finally {
    transport.close()
    await fake.close()
  }
}

test('what stands before it in its line stays, with the blank at the place', async () => {
  assert.is(
    await read([`first\r\n${head}${pager}`, `${rubOut}gw 192.0.2.1\r\nlast\r\n`]),
    `first\n${head}gw 192.0.2.1\nlast`,
  )
})

test('messages below it are no output, and neither line of the page is lost', async () => {
  assert.is(
    await read([
      `first\r\n${pager}\u0000\r\n${alarm}\r\n`,
      `${rubOut}second\r\n${head}${pager}\r\n${alarm}\r\n${alarm}`,
      `${rubOut}gw 192.0.2.1\r\nlast\r\n`,
    ]),
    `first\nsecond\n${head}gw 192.0.2.1\nlast`,
  )
})

test('the cursor goes back to the place of the pager, whatever stands below', () => {
  const screen = createScreen()
  screen.write(`one\r\n${head}${pager}\r\n\r\n${alarm}\r\n`)
  assert.equal(screen.lines.length, 4)
  screen.goBack(3, head.length)
  screen.write(` ${rubOut}gw\r\ntwo`)
  assert.equal(screen.take(), ['one', `${head}gw`, 'two'])
  assert.is(screen.size, 0)
})
