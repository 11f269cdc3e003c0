import { assert, suite } from '@linecard/test-kit'
import { failure } from './fake-console.ts'
import { on, small, smallText, version } from './support/configurations.ts'

/** Hostile consoles that print configurations, over real sockets. */
const test = suite('configurations of hostile consoles', { level: 'full' })

test('a configuration is read in the privileged mode, and the next call finds a usable console', () =>
  on({ shows: `Building configuration...\r\n\r\n${small}` }, async world => {
    const { text, ended, spent_ms: spent } = await world.read()
    assert.equal([text, ended], [smallText, true])
    assert.ok(Number.isInteger(spent) && spent > 0)
    assert.is(await version(world), 'Version 1')
  }))

test('call log, transcripts and errors have nothing of a configuration', () =>
  on({}, async world => {
    const { read, calls, equipment } = world
    await read()
    await version(world)
    const text = JSON.stringify(calls)
    for (const word of ['w0rd-of-acme', 'hostname', 'description', 'pass-word', 'en-word'])
      assert.not.match(text, word, word)
    const [reading] = calls
    assert.equal([reading!.module, reading!.ok, reading!.args], ['configuration', true, {}])
    assert.equal(reading!.transcript!.at(-1), {
      sent: '',
      received: `configuration read, ${smallText.length} octets`,
    })
    const { masked, significant } = equipment.configurations
    assert.is(await masked('acme_sw', smallText), smallText.replace('w0rd-of-acme', '***'))
    assert.not.match(await masked(null, smallText), 'w0rd-of-acme')
    assert.is(await significant('acme_sw', `! clock 10:00\n${smallText}`), smallText)
  }))

test('a reading that fails in the middle tells nothing of what came', () =>
  on({ shows: 'hostname sw1\r\nsnmp community w0rd-of-acme\r\n odd-secret w0rd-of-acme' }, async world => {
    const { read, calls, target } = world
    const console = { ...target().console!, idleMs: 300 }
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('the operator has gone')), 1_000)
    const error = await read({ console }, controller.signal).catch((thrown: Error) => thrown as never)
    assert.not.match(`${JSON.stringify(calls)} ${String(error)} ${JSON.stringify(error)}`, 'w0rd-of-acme')
  }))

test('what is not known is refused before anything is sent', () =>
  on({}, async ({ read, fake, equipment }) => {
    const { readable } = equipment.configurations
    assert.equal(['acme_sw', 'acme_mute', 'other', null].map(readable), [true, false, false, false])
    for (const modelKey of ['acme_mute', 'other', null])
      assert.is((await failure(read({ modelKey }))).code, 'DEVICE_UNSUPPORTED')
    assert.is((await failure(read({ console: undefined as never }))).code, 'DEVICE_AUTH_FAILED')
    assert.is(fake.connections, 0)
  }))

test('a device outside of the allowed networks is not asked', () =>
  on({ settings: { allow_loopback: false } }, async ({ read, fake }) => {
    const error = await read().catch((thrown: { code: string }) => thrown)
    assert.match((error as { code: string }).code, 'EQUIPMENT_')
    assert.is(fake.connections, 0)
  }))

test('a prompt inside of the output does not cut it', () => {
  const banner = small.replace('end\r\n', 'banner motd #\r\nsw1#\r\nsw1>\r\n#\r\ninterface 2\r\nend\r\n')
  return on({ shows: banner }, async ({ read }) => {
    assert.is((await read()).text, banner.replaceAll('\r', ''))
  })
})

test('neither does a prompt after which the device pauses', () =>
  on(
    {
      shows: '',
      *pieces(text) {
        if (text !== 'show run') return
        yield 'hostname sw1\r\nbanner #\r\nsw1#'
      },
      line(text, state) {
        if (text === 'enable') state['asking'] = true
        else if (state['asking']) [state['asking'], state.mode] = [false, 'enabled']
        // The rest, late: the fence is typed into it.
        else if (text === 'show run') return '\r\n#\r\ninterface 2\r\nend\r\n'
        return ''
      },
    },
    async ({ read }) => {
      const { text, ended } = await read()
      assert.is(ended, true)
      assert.match(text, /hostname sw1\n[^]*interface 2\nend\n$/)
    },
  ))

test('an output that ends early is no configuration', () =>
  on({ shows: small.replace('end\r\n', '') }, async world => {
    const error = await failure(world.read())
    assert.equal([error.code, error.partial], ['DEVICE_PARSE_FAILED', undefined])
    assert.match(error.message, 'cut off')
    // Nothing but the prompt proves the end of a model without an end line.
    assert.is((await world.read({ modelKey: 'acme_endless' })).ended, null)
    assert.is(await version(world), 'Version 1')
  }))

test('a connection that is closed in the middle gives nothing', () =>
  on({ shows: () => undefined }, async ({ read, calls }) => {
    const error = await failure(read())
    assert.equal([error.code, error.partial], ['DEVICE_SESSION_LOST', undefined])
    assert.equal([calls[0]!.ok, calls[0]!.errorCode], [false, 'DEVICE_SESSION_LOST'])
  }))

test('a refusal is no configuration; the other form of a command, and a command that may fail, are', () =>
  on({ shows: '% Unknown command\r\n' }, async world => {
    const error = await failure(world.read())
    assert.is(error.code, 'DEVICE_COMMAND_REJECTED')
    assert.match(error.message, '"show config": % Unknown command')
    assert.equal(world.fake.typed.slice(-2), ['show run', 'show config'])
    assert.is((await failure(world.read({ modelKey: 'acme_endless' }))).code, 'DEVICE_COMMAND_REJECTED')
  }))

test('words of a refusal in the banner of a whole configuration are none', () => {
  const shows = `% Unknown people go away\r\n${small}`
  return on({ shows }, async ({ read }) => assert.is((await read()).text, shows.replaceAll('\r', '')))
})

test('an empty output is no configuration', () =>
  on({ shows: '\r\n\r\n' }, async ({ read }) =>
    assert.match((await failure(read({ modelKey: 'acme_endless' }))).message, 'printed nothing'),
  ))

test('a page that stays in the output is no configuration, and one that is turned is', async () => {
  const stays = small.replace('interface 1', '--More--\r\ninterface 1')
  await on({ shows: stays }, async ({ read }) => {
    const error = await failure(read())
    assert.is(error.code, 'DEVICE_PARSE_FAILED')
    assert.match(error.message, 'page of the pager')
  })
})

test('a device that asks for a password before it prints gets none', () =>
  on(
    {
      line(text, state) {
        if (state['question']) return '% Denied\r\n'
        if (state['asking']) [state['asking'], state.mode] = [false, 'enabled']
        else if (text === 'enable') state['asking'] = true
        else if (text === 'show run') state['question'] = true
        return ''
      },
      prompt: ({ mode, asking, question }) =>
        asking || question ? 'Password: ' : mode === 'enabled' ? 'sw1#' : 'sw1>',
    },
    async ({ read, fake }) => {
      const error = await failure(read())
      assert.equal([error.code, error.message.includes('asks for a password')], ['DEVICE_AUTH_FAILED', true])
      assert.is(fake.typed.at(-1), 'show run')
    },
  ))

test('a wrong enable secret is a refusal', () =>
  on({}, async ({ read, target }) => {
    const error = await failure(read({ console: { ...target().console!, enable: 'wrong-word' } }))
    assert.is(error.code, 'DEVICE_AUTH_FAILED')
    assert.not.match(error.message, 'wrong-word')
  }))

test('escape codes, NUL and invalid UTF-8 do not harm a configuration', () => {
  const raw = Buffer.concat([
    Buffer.from('\u001b[1;32mhostname\u001b[0m sw1\u0000\u0000\r\n\u001b]0;title\u0007 descr'),
    Buffer.from([0xfe, 0xc3]),
    Buffer.from('x\u0008y\r\r\n\u001b[2J\u001b[Hend\r\n'),
  ])
  return on({ pieces: text => (text === 'show run' ? [raw] : undefined), shows: '' }, async ({ read }) => {
    const { text } = await read()
    assert.not.match(text, /[\u0000-\u0009\u000b-\u001f\u007f]/)
    assert.match(text, /^hostname sw1\n/)
    assert.match(text, '\ufffd')
    assert.match(text, /\nend\n$/)
  })
})

test('two who ask at the same time share one reading', () =>
  on({}, async ({ read, fake, calls }) => {
    const [one, other] = await Promise.all([read(), read()])
    assert.equal([one.text, other.text], [smallText, smallText])
    assert.is(fake.typed.filter(line => line === 'show run').length, 1)
    assert.equal(
      calls.map(({ ok }) => ok),
      [true, true],
    )
  }))
