import { defineDriver, defineFamily, type ResultOf } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import { consoleCommand, multiConsoleCommand, type CommandItem } from '@linecard/driver-kit/modules'
import type { CommandDone, CommandWatch, Target } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { memoryStore } from '../src/answers/memory.ts'
import { settingsWith } from '../src/config.ts'
import { createEquipment, type EquipmentService } from '../src/service.ts'
import { silentLog } from './acme.ts'
import { failure, fakeConsole, type FakeConsole } from './fake-console.ts'

const test = suite('several commands in one call')

type Rows = ResultOf<typeof multiConsoleCommand>
const cli: CliProfile = {
  modes: { main: { prompt: /acme#/, enter: null } },
  main: 'main',
  pager: [],
  errors: [/^% /],
}
const driver = defineDriver({
  id: 'acme',
  vendor: 'Acme Networks',
  api: 1,
  models: [
    {
      key: 'acme_lines',
      name: 'Acme Lines',
      type: 'SWITCH',
      family: defineFamily({ id: 'lines', cli, modules: [] }),
      detect: { objectId: '1.3.6.1.4.1.99999.3.9' },
    },
  ],
})

const ip = '127.31.7.9'
let fake!: FakeConsole
let equipment!: EquipmentService
const target = (): Target => ({
  deviceId: 1,
  ip,
  modelKey: 'acme_lines',
  snmp: { version: '2c', port: 9, timeoutMs: 100, retries: 0, community: 'c', writeCommunity: 'w' },
  console: {
    protocol: 'telnet',
    port: fake.port,
    login: 'noc',
    password: 'pass-word',
    enable: '',
    commandMs: 5_000,
    idleMs: 2_000,
    allowLegacy: false,
  },
})
test.before(async () => {
  fake = await fakeConsole(
    {
      user: { question: 'login: ', login: 'noc', password: 'pass-word' },
      prompt: () => 'acme#',
      line: text => {
        if (text === 'drop') return undefined
        return text === 'wrong' ? '% Wrong\r\n' : `ran ${text}\r\n`
      },
    },
    ip,
  )
  equipment = createEquipment({
    drivers: [driver],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, networks: [] }),
  })
})
test.after(async () => {
  await equipment?.close()
  await fake?.close()
})
const run = async (commands: CommandItem[], watch: CommandWatch = {}, more: object = {}): Promise<Rows> => {
  fake.typed.length = 0
  const args = { commands, ...more }
  return (await equipment.call(target(), multiConsoleCommand, args, { commands: watch })).data
}

test('a text is typed literally; its constructs stand beside it', async () => {
  const started = performance.now()
  const rows = await run([
    { text: 'name a <sleep 9> <exception "no">' },
    { text: 'show one', constructs: '<cr> <sleep 2.5>' },
    'show two',
  ])
  assert.equal(
    fake.typed.filter(text => text !== ''),
    ['name a <sleep 9> <exception "no">', 'show one', 'show two'],
  )
  assert.equal(
    rows.map(({ success }) => success),
    [true, true, true],
  )
  const took = performance.now() - started
  assert.ok(rows.every(({ spent_ms: ms }) => Number.isInteger(ms)))
  // The pause of 2.5 s is not a part of the command's time. A millisecond for each that was rounded.
  const inCommands = rows.reduce((sum, { spent_ms: ms }) => sum + ms, 0)
  assert.ok(inCommands <= took - 2_500 + rows.length, `${took} ms: ${JSON.stringify(rows)}`)
})

test('what cannot be typed, and what is no construct, is refused before anything is sent', async () => {
  const bad: CommandItem[] = [
    { text: 'show ?' },
    { text: 'two\nlines' },
    { text: 'a\tb' },
    { text: '  ' },
    { text: 'reload', constructs: '<confirm="y"' },
    { text: 'reload', constructs: 'now' },
    { text: 'reload', constructs: 'now <cr>' },
    'show ?',
  ]
  for (const item of bad) {
    const { code } = await failure(run(['show first', item]))
    assert.equal([code, fake.typed], ['DEVICE_BAD_ARGUMENT', []], JSON.stringify(item))
  }
})

test('a watcher sees each command when it is done; what it throws is logged and ends nothing', async () => {
  const seen: CommandDone[] = []
  silentLog.lines.length = 0
  const rows = await run(
    ['one', 'wrong', 'three'],
    {
      onCommand(done) {
        seen.push(done)
        throw new Error('the page is gone')
      },
    },
    { break_on_error: 'no' },
  )
  assert.equal(
    seen.map(({ at, of, command, success }) => [at, of, command, success]),
    [
      [1, 3, 'one', true],
      [2, 3, 'wrong', false],
      [3, 3, 'three', true],
    ],
  )
  assert.equal(
    seen.map(({ command, output, error, spent_ms: ms }) => ({ command, output, error, ms })),
    rows.map(({ command, output, error, spent_ms: ms }) => ({ command, output, error, ms })),
  )
  assert.equal(
    silentLog.lines.filter(({ message }) => message?.includes('watcher')).map(({ level }) => level),
    ['error', 'error', 'error'],
  )
})

test('stop ends the sequence between two commands and in a pause; the answer has those that ran', async () => {
  const stopping = new AbortController()
  const rows = await run(['one', 'two', 'three'], {
    stop: stopping.signal,
    onCommand: ({ at }) => void (at === 2 && stopping.abort()),
  })
  assert.equal(
    [rows.map(({ command }) => command), fake.typed],
    [
      ['one', 'two'],
      ['one', 'two'],
    ],
  )

  const early = new AbortController()
  const paused = await run([{ text: 'one', constructs: '<sleep 600>' }, 'two'], {
    stop: early.signal,
    onCommand: () => void setTimeout(() => early.abort(), 50),
  })
  assert.equal([paused.length, fake.typed], [1, ['one']])
  assert.equal(await run(['one'], { stop: AbortSignal.abort() }), [])
  assert.equal(fake.typed, [])
})

test('a failure says which command was sent and whether its outcome is known; all rows are kept', async () => {
  const lost = await failure(run(['one', 'drop', 'three']))
  assert.equal([lost.code, lost.notSent], ['DEVICE_OUTCOME_UNKNOWN', false])
  assert.match(lost.message, 'after 1 of 3 commands; "drop" was sent, its outcome is unknown')
  assert.equal(
    (lost.partial as Rows).map(({ command, success, truncated }) => [command, success, truncated]),
    [
      ['one', true, false],
      ['drop', false, true],
    ],
  )

  // After the second command the device hears nothing any more.
  const deafen = ({ at }: CommandDone) => void (at === 2 && fake.sockets.forEach(socket => socket.pause()))
  const silent = await failure(run(['one', 'last', 'never'], { onCommand: deafen }))
  assert.equal([silent.notSent, fake.typed], [true, ['one', 'last']])
  assert.match(silent.message, 'after 2 of 3 commands; "never" was not sent')
  assert.equal(
    (silent.partial as Rows).map(({ command, success }) => [command, success]),
    [
      ['one', true],
      ['last', true],
    ],
  )

  const single = await failure(
    equipment.call(target(), consoleCommand, { command: 'drop' }).then(() => undefined),
  )
  assert.equal([single.code, single.notSent], ['DEVICE_OUTCOME_UNKNOWN', false])
})
