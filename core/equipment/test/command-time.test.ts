import { once } from 'node:events'
import { defineDriver, defineFamily, DeviceError, type ResultOf } from '@linecard/driver-kit'
import { consoleCommand, multiConsoleCommand, type CommandItem } from '@linecard/driver-kit/modules'
import type { CommandWatch, Target } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { memoryStore } from '../src/answers/memory.ts'
import { commandTime } from '../src/calls/command-time.ts'
import { settingsWith } from '../src/config.ts'
import { createEquipment, type EquipmentService } from '../src/service.ts'
import { withDeadline } from '../src/waiting/signals.ts'
import { silentLog } from './acme.ts'
import { failure, fakeConsole, type FakeConsole } from './fake-console.ts'

/** A call may take 2 s here; a console answers `slow` after half a second, `later` after 2.6 s, `hang` never. */
const test = suite('the time of console commands')
const deadlineSec = 2
const answersAfter: Record<string, number> = { slow: 500, later: 2600, hang: Infinity }

type Rows = ResultOf<typeof multiConsoleCommand>
const driver = defineDriver({
  id: 'acme',
  vendor: 'Acme Networks',
  api: 1,
  models: [
    {
      key: 'acme_slow',
      name: 'Acme Slow',
      type: 'SWITCH',
      family: defineFamily({
        id: 'slow',
        cli: { modes: { main: { prompt: /acme#/, enter: null } }, main: 'main', pager: [], errors: [/^% /] },
        modules: [],
      }),
      detect: { objectId: '1.3.6.1.4.1.99999.3.8' },
    },
  ],
})

const ip = '127.31.7.11'
let fake!: FakeConsole
let equipment!: EquipmentService
const start = (more: object = {}) =>
  createEquipment({
    drivers: [driver],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({
      allow_loopback: true,
      networks: [],
      call_deadline_sec: deadlineSec,
      busy_wait_ms: 200,
      ...more,
    }),
  })
const target = (): Target => ({
  deviceId: 1,
  ip,
  modelKey: 'acme_slow',
  snmp: { version: '2c', port: 9, timeoutMs: 100, retries: 0, community: 'c', writeCommunity: 'w' },
  console: {
    protocol: 'telnet',
    port: fake.port,
    login: 'noc',
    password: 'pass-word',
    enable: '',
    commandMs: 2_400,
    idleMs: 2_300,
    allowLegacy: false,
  },
})
test.before(async () => {
  fake = await fakeConsole(
    {
      user: { question: 'login: ', login: 'noc', password: 'pass-word' },
      prompt: () => 'acme#',
      line: text => `ran ${text}\r\n`,
      after: text => answersAfter[text.split(' ')[0]!] ?? 0,
    },
    ip,
  )
  equipment = start()
})
test.after(async () => {
  await equipment?.close()
  await fake?.close()
})
const run = async (commands: CommandItem[], by = equipment, watch: CommandWatch = {}): Promise<Rows> => {
  fake.typed.length = 0
  return (await by.call(target(), multiConsoleCommand, { commands }, { commands: watch })).data
}
/** A sequence that is in a pause until it is stopped. */
const inPause = async (by = equipment) => {
  const stopping = new AbortController()
  const paused = Promise.withResolvers<void>()
  const watch = { stop: stopping.signal, onCommand: () => paused.resolve() }
  const rows = run(['one <sleep 600>', 'two'], by, watch)
  await Promise.race([paused.promise, rows])
  return { rows, stop: () => stopping.abort() }
}
/** Result of the work, and the seconds it took. */
const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const started = performance.now()
  return [await work, (performance.now() - started) / 1000]
}

test('ten commands of half a second are typed, although a call has two seconds', async () => {
  const [rows, seconds] = await timed(run(Array.from({ length: 10 }, (_, at) => `slow ${at}`)))
  assert.equal([rows.length, rows.every(({ success }) => success)], [10, true])
  assert.ok(seconds > 5, `${seconds}`)
})

test('a command that hangs ends after its own time, with the rows of the earlier ones', async () => {
  const [failed, seconds] = await timed(failure(run(['slow 1', 'slow 2', 'slow 3', 'hang', 'never'])))
  assert.ok(seconds > 1.4 + deadlineSec, `${seconds}`)
  assert.equal([failed.code, failed.notSent], ['DEVICE_OUTCOME_UNKNOWN', false])
  assert.match(failed.message, `within ${deadlineSec} s`)
  assert.match(failed.message, 'after 3 of 5 commands; "hang" was sent, its outcome is unknown')
  assert.equal(
    (failed.partial as Rows).map(({ command, truncated }) => [command, truncated]),
    [
      ['slow 1', false],
      ['slow 2', false],
      ['slow 3', false],
      ['hang', true],
    ],
  )
})

test('a pause that is longer than the time of a call is kept', async () => {
  const [rows, seconds] = await timed(run(['one <sleep 2.3>', 'two']))
  assert.equal([rows.length, fake.typed], [2, ['one', 'two']])
  assert.ok(seconds >= 2.3, `${seconds}`)
  const [row, alone] = await timed(equipment.call(target(), consoleCommand, { command: 'one <sleep 2.3>' }))
  assert.equal([row.data.success, alone >= 2.3], [true, true])
})

test('stream_timeout is time of the command, also above the time of a call and of a command', async () => {
  const command = 'later <stream_timeout=4>'
  const one = (await equipment.call(target(), consoleCommand, { command })).data
  assert.equal([one.success, one.output], [true, 'ran later'])
  const rows = await run(['slow', command, 'slow'])
  assert.equal(
    rows.map(({ output }) => output),
    ['ran slow', 'ran later', 'ran slow'],
  )
  // Without it, it is cut.
  const failed = await failure(run(['later']))
  assert.is(failed.code, 'DEVICE_OUTCOME_UNKNOWN')
})

test('others are told what holds the device, and for how long', async () => {
  const long = await inPause()
  await until('it has lasted a second', async () => {
    const busy = await failure(equipment.call(target(), consoleCommand, { command: 'other' }))
    assert.is(busy.code, 'DEVICE_BUSY')
    assert.match(busy.message, /in progress: multi_console_command, for \d+ s/)
    return /for [1-9]/.test(busy.message)
  })
  long.stop()
  assert.is((await long.rows).length, 1)
  assert.not.ok(fake.typed.includes('other'))
})

test('who waits for a turn waits no longer than any call', async () => {
  const patient = start({ busy_wait_ms: 60_000 })
  const long = await inPause(patient)
  const [waiting, seconds] = await timed(
    failure(patient.call(target(), consoleCommand, { command: 'other <sleep 60>' })),
  )
  assert.is(waiting.code, 'DEVICE_BUSY')
  assert.ok(seconds > deadlineSec - 0.1, `${seconds}`)
  long.stop()
  assert.is((await long.rows).length, 1)
  await patient.close()
})

test('pauses of more than an hour are refused before anything is typed', async () => {
  const failed = await failure(run(Array.from({ length: 7 }, () => 'one <sleep 600>')))
  assert.equal([failed.code, fake.typed], ['DEVICE_BAD_ARGUMENT', []])
  assert.match(failed.message, '4200 s')
})

test('all commands together have an end', async () => {
  const given: number[] = []
  const { now } = performance
  try {
    let at = 0
    performance.now = () => at
    const giveTime = commandTime(100, ms => given.push(ms), 500)
    for (; at <= 600; at += 100) giveTime(50)
  } finally {
    performance.now = now
  }
  assert.equal(given, [150, 150, 150, 150, 100, 0, 0])
  const tooLate = (ms: number) => new DeviceError('DeviceTimeout', `${Math.round(ms)} ms`)
  // A time that was given again is what counts; a signal that has fired does not come back.
  await withDeadline(600_000, tooLate, async (deadline, restart) => {
    restart(10)
    await once(deadline, 'abort')
    assert.match(String(deadline.reason), '10 ms')
    restart(600_000)
    assert.ok(deadline.aborted)
  })
})

test('a service that stops ends a sequence between two commands, also in a pause', async () => {
  const stopping = start()
  const { rows } = await inPause(stopping)
  const sequence = failure(rows)
  await stopping.close()
  const failed = await sequence
  assert.equal([failed.notSent, fake.typed], [true, ['one']])
  assert.match(failed.message, /stopping.*after 1 of 2 commands; "two" was not sent/)
  assert.is((failed.partial as Rows).length, 1)
})
