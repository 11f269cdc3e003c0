import { defineDriver, defineFamily, defineModule, implement, type ResultOf } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import { consoleCommand, multiConsoleCommand } from '@linecard/driver-kit/modules'
import type { Target } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { Type as T } from 'typebox'
import { settingsWith } from '../src/config.ts'
import { memoryStore } from '../src/answers/memory.ts'
import { createEquipment, type EquipmentService } from '../src/service.ts'
import { silentLog } from './acme.ts'
import { failure, fakeConsole, type FakeConsole } from './fake-console.ts'

type Row = ResultOf<typeof consoleCommand>
const test = suite('calls on the command line')

const cli: CliProfile = {
  modes: {
    main: { prompt: /[\w.-]+#/, enter: null },
    config: { prompt: /[\w.-]+\(config\)#/, enter: { from: 'main', command: 'configure' }, leave: 'end' },
  },
  main: 'main',
  pager: [],
  errors: [/^% /],
}
const rename = defineModule({
  name: 'acme.rename',
  kind: 'change',
  permission: 'acme_change',
  summary: 'Renames the device',
  args: T.Object({ name: T.String() }, { additionalProperties: false }),
  result: T.Object({ name: T.String() }),
  example: { name: 'x' },
})
const talking = defineFamily({
  id: 'talking',
  cli,
  modules: [
    implement(rename, async (session, { name }) => {
      await session.cli.run(`name ${name}`, { mode: 'config' })
      return { name: (await session.cli.run('show name', { mode: 'main' })).trim() }
    }),
  ],
})

const mute = defineFamily({
  id: 'mute',
  modules: [implement(rename, async session => ({ name: await session.cli.run('x') }))],
})

const driver = defineDriver({
  id: 'acme',
  vendor: 'Acme Networks',
  api: 1,
  models: [
    {
      key: 'acme_talking',
      name: 'Acme Talking',
      type: 'SWITCH',
      family: talking,
      detect: { objectId: '1.3.6.1.4.1.99999.3.1' },
    },
    {
      key: 'acme_mute',
      name: 'Acme Mute',
      type: 'SWITCH',
      family: mute,
      detect: { objectId: '1.3.6.1.4.1.99999.3.2' },
    },
  ],
})

let fake!: FakeConsole
let equipment!: EquipmentService
let device = { name: 'old' }
const host = '127.31.7.1'
const target = (more: Partial<Target> = {}): Target => ({
  deviceId: 1,
  ip: host,
  modelKey: 'acme_talking',
  snmp: {
    version: '2c',
    port: 9,
    timeoutMs: 100,
    retries: 0,
    community: 'public',
    writeCommunity: 'private',
  },
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
  ...more,
})
test.before(async () => {
  fake = await fakeConsole(
    {
      user: { question: 'login: ', login: 'noc', password: 'pass-word' },
      prompt: ({ mode }) => (mode === 'config' ? 'acme(config)#' : 'acme#'),
      line(text, state) {
        if (text === 'configure') state.mode = 'config'
        else if (text === 'end') state.mode = 'main'
        else if (text === 'show name') return `${device.name}\r\n`
        else if (text === 'show long') return `${'x'.repeat(70_000)}\r\n`
        else if (text === 'drop') return undefined
        else if (state.mode === 'config' && text.startsWith('name ')) device.name = text.slice(5)
        else return '% Unknown command\r\n'
        return ''
      },
    },
    host,
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
/** A test that starts with the original state of the device. */
const fresh = () => {
  fake.typed.length = 0
  device = { name: 'old' }
}

test('a driver types, reads back, and the session returns to its start mode; one login serves several calls', async () => {
  fresh()
  const before = fake.connections
  assert.equal((await equipment.call(target(), rename, { name: 'one' })).data, { name: 'one' })
  assert.equal((await equipment.call(target(), rename, { name: 'two' })).data, { name: 'two' })
  assert.is(fake.connections - before, 1)
  assert.equal(fake.typed, [
    'configure',
    'name one',
    'end',
    'show name',
    'configure',
    'name two',
    'end',
    'show name',
  ])
})

test('calls of one device type one after the other in one session', async () => {
  fresh()
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map(name => equipment.call(target(), rename, { name })),
  )
  assert.equal(
    answers.map(({ data }) => data.name),
    ['a', 'b', 'c', 'd'],
  )
  assert.is(fake.sockets.size, 1)
})

test('console commands: the outputs, the refusals, and the last mode', async () => {
  fresh()
  const one = (await equipment.call(target(), consoleCommand, { command: 'show name' })).data
  const { spent_ms: spentMs, ...row } = one
  assert.equal(row, { command: 'show name', output: 'old', success: true, truncated: false, error: null })
  assert.ok(Number.isInteger(spentMs) && spentMs >= 0)
  const { data } = await equipment.call(target(), multiConsoleCommand, {
    commands: 'configure\nname new\n\nnonsense\nname never',
  })
  assert.equal(
    data.map(({ command, success }) => [command, success]),
    [
      ['configure', true],
      ['name new', true],
      ['nonsense', false],
    ],
  )
  assert.match(data[2]!.error!, '% Unknown command')
  assert.is(data[2]!.output, '% Unknown command')
  assert.is(device.name, 'new')
  fake.typed.length = 0
  const all = await equipment.call(target(), multiConsoleCommand, {
    commands: ['nonsense', 'show name', '<exception "enough">', 'show name'],
    break_on_error: 'no',
  })
  assert.equal(
    all.data.map(({ success, error }) => [success, error === null]),
    [
      [false, false],
      [true, true],
      [false, false],
    ],
  )
  assert.is(all.data[2]!.error, 'enough')
  assert.equal(
    fake.typed.filter(line => line !== 'end'),
    ['nonsense', 'show name'],
  )
})

test('a console command whose output has a cut line says so', async () => {
  fresh()
  const { data } = await equipment.call(target(), consoleCommand, { command: 'show long' })
  assert.equal([data.output.length, data.success, data.truncated], [65_536, true, true])
})

test('with an invalid construct in the last line, the first line is not typed', async () => {
  fresh()
  const error = await failure(
    equipment.call(target(), multiConsoleCommand, { commands: ['show name', 'reload <confirm="y"'] }),
  )
  assert.is(error.code, 'DEVICE_BAD_ARGUMENT')
  assert.equal(fake.typed, [])
})

test('the error of a lost session has the number of commands, and the next call signs in again', async () => {
  fresh()
  const error = await failure(
    equipment.call(target(), multiConsoleCommand, {
      commands: ['configure', 'name half', 'drop', 'name never'],
    }),
  )
  assert.is(error.code, 'DEVICE_OUTCOME_UNKNOWN')
  assert.match(error.message, 'after 2 of 4 commands')
  assert.equal(
    (error.partial as Row[]).map(({ command, success, truncated }) => [command, success, truncated]),
    [
      ['configure', true, false],
      ['name half', true, false],
      ['drop', false, true],
    ],
  )
  assert.match(error.message, '"drop" was sent, its outcome is unknown')
  assert.ok((error.partial as Row[]).every(({ spent_ms: ms }) => Number.isInteger(ms)))
  assert.is((await equipment.call(target(), consoleCommand, { command: 'show name' })).data.output, 'half')
})

test('other credentials are another login; missing credentials and a model without a console are refused', async () => {
  fresh()
  await equipment.call(target(), consoleCommand, { command: 'show name' })
  const wrong = await failure(
    equipment.call(target({ console: { ...target().console!, password: 'other-word' } }), consoleCommand, {
      command: 'show name',
    }),
  )
  assert.equal([wrong.code, wrong.message.includes('other-word')], ['DEVICE_AUTH_FAILED', false])
  const { console: _, ...nothing } = target()
  assert.is(
    (await failure(equipment.call(nothing, consoleCommand, { command: 'show name' }))).code,
    'DEVICE_AUTH_FAILED',
  )
  assert.is(
    (await failure(equipment.call(target({ modelKey: 'acme_mute' }), rename, { name: 'x' }))).code,
    'DEVICE_UNSUPPORTED',
  )
  assert.is(
    (await failure(equipment.call(target({ modelKey: 'acme_mute' }), consoleCommand, { command: 'x' }))).code,
    'DEVICE_UNSUPPORTED',
  )
})
