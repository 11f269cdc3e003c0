import type { CliProfile } from '@linecard/driver-kit/cli'
import { assert, suite, until } from '@linecard/test-kit'
import { openConsoleSession, type ConsoleSession } from '../src/console/session.ts'
import type { TranscriptEntry } from '../src/console/state.ts'
import { isShredded, outputOf, possibleLines, showsTyped } from '../src/console/echo.ts'
import { createReader } from '../src/console/reader.ts'
import { openTelnet } from '../src/console/transport.ts'
import { failure, fakeConsole, type FakeConsole, type Screenplay, type State } from './fake-console.ts'

const test = suite('console over telnet')

const profile: CliProfile = {
  modes: {
    exec: { prompt: /[\w.-]+>/, enter: null },
    main: {
      prompt: /[\w.-]+#/,
      enter: { from: 'exec', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
    config: {
      prompt: /[\w.-]+\(config\)#/,
      enter: { from: 'main', command: 'configure terminal' },
      leave: 'exit',
    },
  },
  main: 'main',
  pager: [{ prompt: /^--More--$/, answer: ' ' }],
  afterLogin: ['terminal length 0'],
  errors: [/^% ?(Invalid|Unknown|Ambiguous)/],
  secrets: [/snmp-server community (?<secret>\S+)/],
  logout: 'exit',
}
const credentials = { login: 'noc', password: 'pass-word', enable: 'en-able' }

const prompts: Record<string, string> = { exec: 'sw1>', main: 'sw1#', config: 'sw1(config)#' }
/** A device of the profile. `more` answers additional lines. */
const device = (
  more: (text: string, state: State) => string | undefined | null = () => null,
): Screenplay => ({
  user: { question: 'Username: ', login: 'noc', password: 'pass-word' },
  prompt: state =>
    state['asking']
      ? 'Password: '
      : typeof state['question'] === 'string'
        ? state['question']
        : prompts[state.mode === 'main' && !state['enabled'] ? 'exec' : state.mode]!,
  line(text, state) {
    if (state['asking']) {
      state['asking'] = false
      state['enabled'] = text === 'en-able'
      return state['enabled'] ? '' : '% Bad secrets\r\n'
    }
    const own = more(text, state)
    if (own !== null) return own
    if (text === 'enable') {
      state['asking'] = true
      return ''
    }
    if (text === 'configure terminal') {
      state.mode = 'config'
      return ''
    }
    if (text === 'exit') {
      if (state.mode === 'main') return undefined
      state.mode = 'main'
      return ''
    }
    if (text === 'terminal length 0') return ''
    if (text === 'show version') return 'Version 1.2\r\nUptime 3 days\r\n'
    return '% Unknown command\r\n'
  },
})

interface Stage {
  fake: FakeConsole
  console: ConsoleSession
  said: TranscriptEntry[]
  signal: AbortSignal
}
const limits = { loginMs: 8_000, commandMs: 8_000, idleMs: 4_000 }

async function on(
  play: Screenplay,
  work: (stage: Stage) => Promise<void>,
  options: {
    profile?: CliProfile
    credentials?: typeof credentials
    limits?: typeof limits
    signal?: AbortSignal
  } = {},
): Promise<void> {
  const fake = await fakeConsole(play)
  const signal = options.signal ?? new AbortController().signal
  const said: TranscriptEntry[] = []
  try {
    const transport = await openTelnet({ ip: '127.0.0.1', port: fake.port, connectMs: 2_000, signal })
    try {
      const console = await openConsoleSession(
        {
          profile: options.profile ?? profile,
          transport,
          reader: createReader(transport),
          credentials: options.credentials ?? credentials,
          limits: options.limits ?? limits,
          onTranscript: one => {
            said.push(one)
          },
        },
        signal,
      )
      await work({ fake, console, said, signal })
    } finally {
      transport.close()
    }
  } finally {
    await fake.close()
  }
}

test('signs in, enables, switches the pager off, runs commands and changes between the modes', () =>
  on(
    device((text, { mode }) => (mode === 'config' && text === 'vlan 5' ? '' : null)),
    async ({ fake, console, signal }) => {
      assert.is(await console.run('show version', {}, signal), 'Version 1.2\nUptime 3 days')
      assert.is(await console.run('vlan 5', { mode: 'config' }, signal), '')
      assert.is(await console.run('show version', { mode: 'main' }, signal), 'Version 1.2\nUptime 3 days')
      await console.run('vlan 5', { mode: 'config' }, signal)
      await console.rest(signal)
      assert.equal(fake.typed, [
        'enable',
        'en-able',
        'terminal length 0',
        'show version',
        'configure terminal',
        'vlan 5',
        'exit',
        'show version',
        'configure terminal',
        'vlan 5',
        'exit',
      ])
      assert.ok(console.usable)
    },
  ))

test('a device that repeats the refused comment in its message stays in step', () =>
  on(
    { ...device(), refuseComment: text => `% Unknown command: (${text}\r\n` },
    async ({ console, signal }) => {
      assert.is(await console.run('show version', {}, signal), 'Version 1.2\nUptime 3 days')
      assert.is(await console.run('show version', { mode: 'config' }, signal), 'Version 1.2\nUptime 3 days')
    },
  ))

test('a refused command fails with the text of the device; with lenient it returns the text', () =>
  on(device(), async ({ console, signal }) => {
    const error = await failure(console.run('shw version', {}, signal))
    assert.equal([error.kind, error.code], ['CommandRejected', 'DEVICE_COMMAND_REJECTED'])
    assert.match(error.message, '"shw version": % Unknown command')
    assert.is(await console.run('shw version', { lenient: true }, signal), '% Unknown command')
    assert.is(await console.run('show version', {}, signal), 'Version 1.2\nUptime 3 days')
  }))

test('a prompt within an output does not end it, even at a pause', () => {
  let pausing: State = { mode: 'main' }
  return on(
    device((text, state) => {
      if (text === 'show log') return 'sw1# was typed\r\nrouter#\r\nsw2#\r\nend\r\n'
      // The output stops for a moment after something that has the shape of a prompt.
      if (text !== 'show slow') return null
      state['question'] = 'core#'
      pausing = state
      return ''
    }),
    async ({ fake, console, signal }) => {
      assert.is(await console.run('show log', {}, signal), 'sw1# was typed\nrouter#\nsw2#\nend')
      const [socket] = fake.sockets
      const asked = console.run('show slow', {}, signal)
      await until('it is asked', () => fake.typed.includes('show slow'))
      await new Promise(resolve => {
        setTimeout(resolve, 500)
      })
      delete pausing['question']
      socket!.write(' still going\r\nsw1#')
      assert.is(await asked, 'core# still going')
    },
  )
})

test('another name in a prompt is accepted only after a long time without output', () =>
  on(
    device((text, state) => {
      if (text !== 'hostname new') return null
      prompts['renamed'] = 'new(config)#'
      state.mode = 'renamed'
      return ''
    }),
    async ({ console, signal }) => {
      assert.is(await console.run('hostname new', { mode: 'config' }, signal), '')
    },
  ))

test('banners with prompts in them, pagers and colours', () =>
  on(
    {
      ...device(text =>
        text === 'show run'
          ? Array.from(
              { length: 60 },
              (_, n) =>
                `\u001b[32mline ${n}\u001b[0m\r\n${n % 20 === 19 && n < 59 ? `--More--\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\b` : ''}`,
            ).join('')
          : null,
      ),
      banner: '*** authorized# only ***\r\nsw1# is watched\r\n\r\n',
    },
    async ({ console, signal }) => {
      assert.is(
        await console.run('show run', {}, signal),
        Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n'),
      )
    },
  ))

test('a pager that waits is answered', async () => {
  let paging: State = { mode: 'main' }
  const play = device((text, state) => {
    if (text !== 'show pages') return null
    Object.assign(state, { paging: true, page: 1 })
    paging = state
    return 'page 1\r\n'
  })
  await on(
    {
      ...play,
      prompt: state => (state['paging'] && Number(state['page']) < 3 ? '--More--' : play.prompt(state)),
    },
    async ({ fake, console, signal }) => {
      const [socket] = fake.sockets
      const asked = console.run('show pages', {}, signal)
      for (const page of [2, 3]) {
        await new Promise(resolve => {
          setTimeout(resolve, 150)
        })
        paging['page'] = page
        socket!.write(`\r        \rpage ${page}\r\n${page === 3 ? 'sw1#' : '--More--'}`)
      }
      assert.is(await asked, 'page 1\npage 2\npage 3')
    },
  )
})

test('a message on a pager, or in the prompt after it: the output is read again', async () => {
  let paging: State = { mode: 'main' }
  const play = device((text, state) => {
    if (text !== 'show pages') return null
    Object.assign(state, { paging: true })
    paging = state
    return 'page 1\r\n'
  })
  const rubOut = `${'\b'.repeat(8)}${' '.repeat(8)}${'\b'.repeat(8)}`
  await on(
    { ...play, prompt: state => (state['paging'] ? '--More--' : play.prompt(state)) },
    async ({ fake, console, signal }) => {
      const [socket] = fake.sockets
      const asked = console.run('show pages', { repeatable: true }, signal)
      for (const page of [
        `${rubOut.slice(0, 3)}\r\n%LOG: up\r\nsw1#${rubOut.slice(3)}page 2\r\nsw1#`,
        `${rubOut}page 2\r\nsw\r\n%LOG: down\r\nsw1#1#`,
        `${rubOut}page 2\r\nsw1#`,
      ]) {
        const before = fake.typed.length
        await until('it is asked', () => paging['paging'] === true && fake.typed.length >= before)
        await new Promise(resolve => {
          setTimeout(resolve, 150)
        })
        paging['paging'] = false
        socket!.write(page)
      }
      assert.is(await asked, 'page 1\npage 2')
      assert.is(fake.typed.filter(text => text.trim() === 'show pages').length, 3)
    },
  )
})

test('words of the pager at the end of an incomplete line are not a pager', () => {
  let cut: State = { mode: 'main' }
  return on(
    device((text, state) => {
      if (text !== 'show descr') return null
      // The packet ends right after words that the pager has too.
      state['question'] = '--More--'
      cut = state
      return ''
    }),
    async ({ fake, console, signal }) => {
      const [socket] = fake.sockets
      const asked = console.run('show descr', {}, signal)
      await until('it is asked', () => fake.typed.includes('show descr'))
      delete cut['question']
      socket!.write(' is the name of this port\r\nsw1#')
      assert.is(await asked, '--More-- is the name of this port')
    },
  )
})

test('a console that writes in the last row of the terminal is read, with its refusals', () => {
  const { prompt, ...play } = device(text =>
    text === 'show vlans'
      ? ' VLAN 1\u001bE VLAN 2\u001bE'
      : text === 'show nothing'
        ? 'Invalid input: nothing\u001bE'
        : null,
  )
  const drawn = (text: string) =>
    `\u001b[24;1H\u001b[2K\u001b[24;1H${text} \u001b[24;${text.length + 2}H\u001b[?25h`
  return on(
    {
      ...play,
      prompt: state => {
        const text = prompt(state)
        return text.startsWith('sw1') ? drawn(text) : text
      },
    },
    async ({ console, signal }) => {
      assert.is(await console.run('show vlans', {}, signal), ' VLAN 1\n VLAN 2')
      assert.is((await failure(console.run('show nothing', {}, signal))).code, 'DEVICE_COMMAND_REJECTED')
      assert.is(await console.run('show version', {}, signal), 'Version 1.2\nUptime 3 days')
    },
    { profile: { ...profile, errors: [/Invalid input: /] } },
  )
})

test('text above the prompt is not output', () =>
  on(
    device(text =>
      text === 'show members' ? 'one\r\n\r\n{master:0}\r\n' : text === 'show brace' ? 'a {\r\n}\r\n' : null,
    ),
    async ({ console, signal }) => {
      assert.is(await console.run('show members', {}, signal), 'one')
      assert.is(await console.run('show brace', {}, signal), 'a {\n}')
    },
    { profile: { ...profile, abovePrompt: /^\{\w+(?::\d+)?\}$/ } },
  ))

test('a secret whose text also occurs before it is masked at its own place', () =>
  on(
    device(text => (text === 'show run' ? 'snmp-server community snmp\r\n' : null)),
    async ({ console, said, signal }) => {
      assert.is(await console.run('show run', {}, signal), 'snmp-server community snmp')
      assert.is(said.at(-1)!.received.split('\n').at(-1), 'snmp-server community ***')
    },
  ))

test('the cost of endless lines of blanks, and of words of a login, is linear in their length', async () => {
  const hostile = `login${' '.repeat(60_000)}x\r\npassword ${'password '.repeat(6_000)}\r\n`
  await on(
    { ...device(text => (text === 'show run' ? hostile : null)), banner: hostile },
    async ({ console, signal }) => {
      assert.is((await console.run('show run', {}, signal)).split('\n').length, 2)
    },
  )
})

test('a banner after the login with words of refusals and new passwords does not stop the login', () => {
  const play = device()
  return on(
    {
      ...play,
      prompt: state =>
        state['welcome'] === undefined
          ? ((state['welcome'] = true),
            `Unauthorized access is denied.\r\nLast login failed.\r\nPlease change your password every 90 days.\r\n\r\n${play.prompt(state)}`)
          : play.prompt(state),
    },
    async ({ console, signal }) => {
      assert.is(await console.run('show version', {}, signal), 'Version 1.2\nUptime 3 days')
    },
  )
})

test('a refused password is not tried a second time', async () => {
  let tried = 0
  const fake = await fakeConsole({
    ...device(),
    user: {
      question: 'login: ',
      login: 'x',
      get password() {
        tried++
        return 'y'
      },
    },
  })
  const { signal } = new AbortController()
  const transport = await openTelnet({ ip: '127.0.0.1', port: fake.port, connectMs: 2_000, signal })
  assert.is(
    (
      await failure(
        openConsoleSession(
          {
            profile,
            transport,
            reader: createReader(transport),
            credentials: { ...credentials, login: 'x' },
            limits,
            onTranscript: () => {},
          },
          signal,
        ),
      )
    ).code,
    'DEVICE_AUTH_FAILED',
  )
  assert.is(tried, 1)
  transport.close()
  await fake.close()
})

test('a device that prints a reason, with or without a disconnect, has refused the login', async () => {
  for (const hangs of [true, false]) {
    const fake = await fakeConsole({ ...device(), user: { question: 'login: ', login: 'x', password: 'y' } })
    const { signal } = new AbortController()
    const transport = await openTelnet({ ip: '127.0.0.1', port: fake.port, connectMs: 2_000, signal })
    // The repeated question never arrives.
    const mute = {
      ...transport,
      onText: (reader: (text: string) => void) =>
        transport.onText(text => {
          const at = text.indexOf('Login incorrect')
          reader(at < 0 ? text : text.slice(0, at + 17))
          if (at >= 0 && hangs) transport.close()
        }),
    }
    assert.is(
      (
        await failure(
          openConsoleSession(
            {
              profile,
              transport: mute,
              reader: createReader(mute),
              credentials,
              limits,
              onTranscript: () => {},
            },
            signal,
          ),
        )
      ).code,
      'DEVICE_AUTH_FAILED',
    )
    transport.close()
    await fake.close()
  }
})

test('the usual questions of a login of many vendors', async () => {
  for (const question of [
    'Username:',
    'User Name:',
    'UserName: ',
    'login: ',
    'sw-17 login: ',
    'Login : ',
    'login as: ',
    'User: ',
  ]) {
    await on(
      { ...device(), user: { question, login: 'noc', password: 'pass-word' } },
      async ({ console, signal }) => {
        assert.is(await console.run('show version', {}, signal), 'Version 1.2\nUptime 3 days', question)
      },
    )
  }
})

test('a banner in pieces with the word password gets no password', async () => {
  const fake = await fakeConsole({
    ...device(),
    banner: Array.from(
      { length: 400 },
      (_, n) => `line ${n}: keep your password secret, never tell a login\r\n`,
    ).join(''),
  })
  try {
    const { signal } = new AbortController()
    const transport = await openTelnet({ ip: '127.0.0.1', port: fake.port, connectMs: 2_000, signal })
    // Pieces as small as those of a slow line.
    const slow = {
      ...transport,
      onText: (reader: (text: string) => void) =>
        transport.onText(text => {
          for (let at = 0; at < text.length; at += 7) reader(text.slice(at, at + 7))
        }),
    }
    const console = await openConsoleSession(
      { profile, transport: slow, reader: createReader(slow), credentials, limits, onTranscript: () => {} },
      signal,
    )
    assert.is(await console.run('show version', {}, signal), 'Version 1.2\nUptime 3 days')
    transport.close()
  } finally {
    await fake.close()
  }
})

test('a wrong password, a login loop, a password that must be changed and a refused enable have different errors', async () => {
  const wrong = await failure(
    on(device(), async () => {}, { credentials: { ...credentials, password: 'other' } }),
  )
  assert.equal([wrong.code, /refused the login/.test(wrong.message)], ['DEVICE_AUTH_FAILED', true])
  const loop = await failure(
    on({ ...device(), user: { question: 'login: ', login: 'x', password: 'y' } }, async () => {}),
  )
  assert.is(loop.code, 'DEVICE_AUTH_FAILED')
  const change = await failure(
    on(
      { ...device(), user: null, prompt: () => 'You must change your password now\r\nNew password: ' },
      async () => {},
    ),
  )
  assert.match(change.message, 'wants a new password')
  // The words of a vendor are checked in addition to the usual ones.
  const own = { ...profile, login: { mustChange: /initial password/ } }
  const asked = await failure(
    on(
      {
        ...device(),
        user: null,
        prompt: () => 'Warning: the initial password poses risks.\r\nPlease enter new password: ',
      },
      async () => {},
      { profile: own },
    ),
  )
  assert.match(asked.message, 'wants a new password')
  const enable = await failure(
    on(device(), async () => {}, { credentials: { ...credentials, enable: 'other' } }),
  )
  assert.equal(
    [enable.code, /Bad secrets/.test(enable.message), enable.message.includes('other')],
    ['DEVICE_AUTH_FAILED', true, false],
  )
})

test('without a prompt the call ends after a time without output, with the text of the screen', async () => {
  const error = await failure(
    on({ ...device(), user: null, prompt: () => 'menu: choose 1-9' }, async () => {}, {
      limits: { ...limits, idleMs: 400 },
    }),
  )
  assert.equal([error.code, error.retry], ['DEVICE_NO_PROMPT', true])
  assert.match(error.message, 'menu: choose 1-9')
})

test('slow output without end stops at the deadline', () => {
  const own = { ...limits }
  return on(
    device(text => (text === 'show trickle' ? 'x ' : null)),
    async ({ fake, console, signal }) => {
      // Not for the sign-in, which is slow on a busy machine.
      own.commandMs = 700
      const [socket] = fake.sockets
      const timer = setInterval(() => socket!.write('.'), 20)
      try {
        const error = await failure(console.run('show trickle', {}, signal))
        assert.is(error.code, 'DEVICE_NO_PROMPT')
        assert.match(error.message, 'The time is up')
        assert.not.ok(console.usable)
      } finally {
        clearInterval(timer)
      }
    },
    { limits: own },
  )
})

test('a session that ends within a command gives that error, and is not used again', () =>
  on(
    device(text => (text === 'die' ? undefined : null)),
    async ({ console, signal }) => {
      const error = await failure(console.run('die', { mode: 'config' }, signal))
      assert.is(error.code, 'DEVICE_SESSION_LOST')
      assert.not.ok(console.usable)
    },
  ))

test('only the known questions of a command are answered, each once', () =>
  on(
    device((text, state) => {
      if (state['question']) {
        state['question'] = null
        return text === 'y' ? 'Reloading\r\n' : 'Kept\r\n'
      }
      if (text !== 'reload') return null
      state['question'] = 'Are you sure? (y/n) '
      return ''
    }),
    async ({ console, signal }) => {
      for (const [prompt, answer, said] of [
        ['Are you sure', 'y', 'Reloading'],
        [/\(y\/n\)$/, 'n', 'Kept'],
        [null, 'y', 'Reloading'],
      ] as const) {
        assert.match(
          await console.run(
            'reload',
            {
              answers: [
                { prompt: 'Save first?', answer: 'n' },
                { prompt, answer },
              ],
            },
            signal,
          ),
          said,
        )
      }
      const error = await failure(console.run('reload', {}, signal))
      assert.equal([error.code, /Are you sure/.test(error.message)], ['DEVICE_NO_PROMPT', true])
    },
    { limits: { ...limits, idleMs: 1_000 } },
  ))

test('no transcript contains passwords or the secrets of the profile', () =>
  on(
    device(text => (text.startsWith('snmp') ? '' : null)),
    async ({ console, said, signal }) => {
      await console.run('snmp-server community hidden-word ro', { mode: 'config' }, signal)
      const all = JSON.stringify(said)
      assert.match(all, 'snmp-server community *** ro')
      assert.not.match(all, /hidden-word|en-able|pass-word/)
    },
  ))

test('an echo of a secret that a message tears is masked as a whole', async () => {
  const fake = await fakeConsole({ ...device(), user: null })
  const { signal } = new AbortController()
  const transport = await openTelnet({ ip: '127.0.0.1', port: fake.port, connectMs: 2_000, signal })
  let seen = ''
  const torn = {
    ...transport,
    onText: (reader: (text: string) => void) =>
      transport.onText(text => {
        for (const character of text) {
          seen += character
          // A character is lost, and a message comes in its place.
          reader(seen.endsWith('community hidd') ? '\r\n%LOG: up\r\nsw1>' : character)
        }
      }),
  }
  const said: TranscriptEntry[] = []
  try {
    const console = await openConsoleSession(
      {
        profile: { ...profile, main: 'exec', afterLogin: [] },
        transport: torn,
        reader: createReader(torn),
        credentials,
        limits,
        onTranscript: one => {
          said.push(one)
        },
      },
      signal,
    )
    const error = await failure(console.run('snmp-server community hidden-word ro', {}, signal))
    assert.match(error.message, 'not executed')
    assert.equal(said.at(-1), { sent: '', received: '***' })
    assert.not.match(JSON.stringify([said, error.message, error.partial]), /hid|den-word/)
  } finally {
    transport.close()
    await fake.close()
  }
})

test('no device at the address, and a caller that leaves', async () => {
  const { signal } = new AbortController()
  const fake = await fakeConsole(device())
  await fake.close()
  const error = await failure(openTelnet({ ip: '127.0.0.1', port: fake.port, connectMs: 2_000, signal }))
  assert.equal([error.code, /ECONNREFUSED/.test(error.message)], ['DEVICE_UNREACHABLE', true])
  const leaving = new AbortController()
  await on(
    device(text => (text === 'wait' ? '' : null)),
    async ({ console }) => {
      const asked = console.run('wait', { prompt: 'never' }, leaving.signal)
      leaving.abort(new Error('gone'))
      await asked.then(
        () => assert.unreachable(),
        (reason: Error) => assert.is(reason.message, 'gone'),
      )
    },
  )
})

test('the echo of a typed command: bare, after its prompt, wrapped, scrolled sideways; or not the whole of it', () => {
  const shows = (lines: string[], last: string, typed: string) => showsTyped(lines, last, 'sw1#', typed)
  assert.ok(shows([], 'show x', 'show x'))
  assert.ok(shows(['', '%LOG: up', ''], 'sw1#show x', 'show x'))
  assert.ok(shows(['show a very lo'], 'ng command', 'show a very long command'))
  assert.ok(shows([], 'sw1#$ng command', 'show a very long command'))
  assert.ok(shows(['sw1#show v', '%LOG: up'], 'sw1#ersion', 'show version'))
  assert.ok(shows(['show version', '%LOG: up'], 'sw1#', 'show version'))
  assert.not.ok(shows(['sw1#show v', '%LOG: up'], 'sw1#rsion', 'show version'))
  assert.not.ok(shows([], 'show versio', 'show version'))
  assert.not.ok(shows([], 'no show x', 'show x'))
})

test('a device that prints its prompt in every line costs no more than its lines', () => {
  const hostile = Array.from({ length: 100_000 }, (_, n) => `sw1#${n} % Inva`)
  assert.ok(isShredded(hostile, 'sw1#'))
  assert.ok(possibleLines(hostile, 'sw1#').length < 120_000)
  assert.ok(possibleLines(['% Inva', '%LOG: up', 'sw1#lid input'], 'sw1#').includes('% Invalid input'))
  assert.ok(possibleLines(['Available', '%LOG: up', 'sw1#commands:'], 'sw1#').includes('Available commands:'))
})

test('the output of a command begins after the line on which it was typed', () => {
  assert.equal(outputOf(['', 'a'], 'sw1#', 'show x'), ['a'])
  assert.equal(outputOf(['a', 'b'], 'sw1#', 'show x'), ['a', 'b'])
  assert.equal(outputOf(['', '%LOG', 'sw1#show x', 'a'], 'sw1#', 'show x'), ['a'])
  assert.equal(outputOf(['show x', 'a'], 'sw1#', 'show x'), ['a'])
  assert.equal(outputOf(['', 'a'], 'sw1#', ''), ['a'])
})
