import type { CliProfile } from '@linecard/driver-kit/cli'
import { DeviceError } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { openConsoleSession } from '../src/console/session.ts'
import { createReader } from '../src/console/reader.ts'
import { openTelnet } from '../src/console/transport.ts'
import { fakeConsole, type Screenplay } from './fake-console.ts'
import { behindWeather, seeded } from '@linecard/test-kit/worlds/console-weather'

const test = suite('consoles in bad weather', { level: 'full' })

const profile: CliProfile = {
  modes: { main: { prompt: /[\w.-]+#/, enter: null } },
  main: 'main',
  pager: [],
  comment: '!',
  errors: [/^% ?(Invalid|Unknown|Refused)/],
}

/** Answers with the number in the command, and keeps what it has set. Odd values are refused. */
const counting = (kept: Map<string, string>): Screenplay => ({
  user: null,
  prompt: () => 'sw1#',
  line(text) {
    const [word = '', name = '', value = ''] = text.split(' ')
    if (word === 'show') return Array.from({ length: 5 }, (_, n) => `${name} row ${n}\r\n`).join('')
    if (word !== 'set') return '% Unknown command\r\n'
    if (Number(value) % 2 === 1) return '% Refused\r\n'
    kept.set(name, value)
    return 'Success.\r\n'
  },
})

for (const roundTripMs of [0, 60])
  test(`messages with new prompts at a round trip of ${roundTripMs} ms: every answer is right or said to be unknown`, async () => {
    const kept = new Map<string, string>()
    const random = seeded(7 + roundTripMs)
    const fake = await fakeConsole(counting(kept))
    let messages = 0
    const line = await behindWeather(fake.port, {
      roundTripMs,
      messages: 0.06,
      message: () => `\r\n%LINK-3-UPDOWN: ${++messages} port 1/${messages % 48} up\r\nsw1#`,
      pieces: 40,
      random,
    })
    const { signal } = new AbortController()
    const open = async () => {
      const transport = await openTelnet({ ip: '127.0.0.1', port: line.port, connectMs: 2_000, signal })
      return openConsoleSession(
        {
          profile,
          transport,
          reader: createReader(transport),
          credentials: { login: '', password: '', enable: '' },
          limits: { loginMs: 8_000, commandMs: 8_000, idleMs: 4_000 },
          onTranscript: () => {},
        },
        signal,
      )
    }
    const sums = { right: 0, unknown: 0, false: [] as string[] }
    try {
      let console = await open()
      for (let count = 0; count < 60; count++) {
        if (!console.usable) {
          console.close()
          console = await open().catch(async () => open())
        }
        const name = `n${count}`
        const read = count % 3 === 0
        const refused = count % 2 === 1
        try {
          const text = await (read
            ? console.run(`show ${name}`, { repeatable: true }, signal)
            : console.run(`set ${name} ${count}`, {}, signal))
          const good = read
            ? text === Array.from({ length: 5 }, (_, n) => `${name} row ${n}`).join('\n')
            : !refused && kept.get(name) === String(count)
          if (good) sums.right++
          else sums.false.push(`${name}: ${JSON.stringify(text)}`)
        } catch (error) {
          assert.instance(error, DeviceError, String(error))
          const { kind, message } = error as DeviceError
          if (kind === 'CommandRejected' && !read && refused && !kept.has(name)) sums.right++
          else if (kind === 'NoPrompt' || kind === 'SessionLost') {
            if (/not executed/.test(message)) assert.not.ok(kept.has(name), message)
            sums.unknown++
          } else sums.false.push(`${name}: ${kind} ${message}`)
        }
      }
      assert.equal(sums.false, [])
      assert.ok(messages > 10, `only ${messages} messages`)
      assert.ok(sums.right >= 30, `only ${sums.right} of 60 right, ${sums.unknown} unknown`)
      console.close()
      if (process.env['LINECARD_SHOW']) globalThis.console.log(roundTripMs, sums, messages)
    } finally {
      await line.close()
      await fake.close()
    }
  })
