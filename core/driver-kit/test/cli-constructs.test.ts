import { assert, suite } from '@linecard/test-kit'
import { DeviceError } from '@linecard/driver-kit'
import { parseCommand } from '@linecard/driver-kit/cli'

const test = suite('commands with constructs')
const plain = { text: null, enters: 0, prompt: null, answers: [], idleMs: null, sleepMs: 0, exception: null }

test('a command is itself, also where devices write angle brackets', () => {
  for (const text of [
    'show version',
    'interface <1-24>',
    'description a < b > c',
    'display <crc>',
    'no <sleepy>',
  ])
    assert.equal(parseCommand(text), { ...plain, text })
})

test('each construct says what it says', () => {
  assert.equal(parseCommand('display service-port 1 <cr>'), {
    ...plain,
    text: 'display service-port 1',
    enters: 1,
  })
  assert.equal(parseCommand('copy a b<cr><cr>'), { ...plain, text: 'copy a b', enters: 2 })
  assert.equal(parseCommand('reboot <confirm="y">'), {
    ...plain,
    text: 'reboot',
    answers: [{ answer: 'y', when: null }],
  })
  assert.equal(parseCommand('reboot <confirm-if="y","Are you sure"> <confirm-if = "n" , "Save > now">'), {
    ...plain,
    text: 'reboot',
    answers: [
      { answer: 'y', when: 'Are you sure' },
      { answer: 'n', when: 'Save > now' },
    ],
  })
  assert.equal(parseCommand('diag <prompt="diag>">'), { ...plain, text: 'diag', prompt: 'diag>' })
  assert.equal(parseCommand('show tech <stream_timeout=2.5>'), { ...plain, text: 'show tech', idleMs: 2500 })
  assert.equal(parseCommand('<sleep 1.5>'), { ...plain, sleepMs: 1500 })
  assert.equal(parseCommand('<exception "No free number">'), { ...plain, exception: 'No free number' })
  assert.equal(parseCommand('  '), plain)
})

test('what is malformed is refused by name before anything is sent', () => {
  const bad = [
    'reboot <confirm',
    'reboot <confirm="y"',
    'reboot <confirm=y>',
    'reboot <confirm-if="y">',
    'reboot <confirm-if="y","">',
    '<sleep>',
    '<sleep -1>',
    '<sleep 1e9>',
    '<sleep 1.2345>',
    '<sleep 601>',
    'x <stream_timeout=abc>',
    '<exception text>',
    'x <cr foo>',
    'x <cr> and more',
    'x <cr> y <cr>',
    '<confirm="y">',
    '<prompt="x">',
    'a\nb',
    'a\u0000b',
    'a\u001b[Ab',
  ]
  for (const line of bad) {
    try {
      parseCommand(line)
      assert.unreachable(line)
    } catch (error) {
      assert.instance(error, DeviceError, line)
      assert.equal(
        [(error as DeviceError).kind, (error as DeviceError).argument],
        ['BadArgument', 'command'],
        line,
      )
      assert.not.match((error as DeviceError).message, /\p{Cc}/u)
    }
  }
})

test('a long hostile line is refused or read at once', () => {
  for (const line of [
    '<'.repeat(200_000),
    `x ${'<cr>'.repeat(20_000)}`,
    `x <prompt="${'a'.repeat(200_000)}`,
    `x ${'<confirm'.repeat(50_000)}`,
  ]) {
    try {
      parseCommand(line)
    } catch (error) {
      assert.ok((error as Error).message.length < 800)
    }
  }
})
