import { industryCli } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { joinPages } from '../pages.ts'
import { changeFailures, compareBackups, secretFailures } from './compare.ts'
import { commandsFor } from './play.ts'

/** The comparison itself, with invented texts: each rule explains what it should, and nothing else. */
const test = suite('comparison of recorded backups')

const profile = industryCli()
const of = (theirs: string, ours: string, printed = ours, tears = [] as { head: string; tail: string }[]) =>
  compareBackups(theirs, ours, { profile, printed: [printed], tears })

test('a lost line, an added line and a changed line are differences', () => {
  const text = 'hostname sw1\nvlan 5\nend\n'
  assert.equal(of(text, text), { equal: 3, explained: {}, different: [] })
  assert.equal(of(text, 'hostname sw1\nend\n').different, [{ theirs: 'vlan 5', ours: null }])
  assert.equal(of('hostname sw1\nend\n', text).different, [{ theirs: null, ours: 'vlan 5' }])
  assert.is(of(text, 'hostname sw1\nvlan 6\nend\n').different.length, 2)
  assert.is(of(text, 'vlan 5\nhostname sw1\nend\n').different.length, 2, 'the order counts')
})

test('a comment of theirs is explained only if the console did not print it', () => {
  const ours = '! of the device\nvlan 5\n'
  assert.equal(of(`! Model: X\n${ours}`, ours).explained, { 'other command': 1 })
  assert.is(of(`! Model: X\n${ours}`, ours, `! Model: X\n${ours}`).different.length, 1)
})

test('lines about the output and lines that change by themselves are told by the profile', () => {
  const printed = 'Current configuration : 120 bytes\n! Last configuration change at 10:15\nvlan 5\n'
  const theirs = 'Current configuration : 120 bytes\nvlan 5\n'
  assert.equal(of(theirs, '! Last configuration change at 10:15\nvlan 5\n', printed), {
    equal: 1,
    explained: { 'about the output': 1, 'changes by itself': 1 },
    different: [],
  })
})

test('what a pager has torn is explained by the pages of the recording alone', () => {
  const head = 'onu 29 ip 192.0.2.77 mask 255.255.255.0 in a long line of more than forty characters '
  const pages = {
    output: `vlan 5\r\n${head} --More-- \r\n2026/11/23 alarm\r\n`,
    keys: ['\b\b  \b\bgw 192.0.2.1\r\n'],
  }
  const { text, tears } = joinPages(pages, [/(?<=^.{40,480}) --More--$/])
  assert.is(text, `vlan 5\r\n${head}gw 192.0.2.1\r\n`)
  const theirs = `vlan 5\n${head.trimEnd()}\n`
  assert.equal(of(theirs, text, text, tears).explained, { pager: 2 })
  assert.is(of(theirs, text).different.length, 2)
  assert.is(of('vlan 5\nonu 29\n', text, text, tears).different.length, 1)
})

test('lines that RouterOS breaks are joined first', () => {
  const ours = '/user\nadd comment=x \\\n    name=noc\nadd name=b\n'
  assert.equal(of('/user\nadd comment=x name=noc\nadd name=b\n', ours), {
    equal: 3,
    explained: { 'broken line': 1 },
    different: [],
  })
  assert.is(of('/user\nadd comment=x name=other\nadd name=b\n', ours).different.length, 2)
})

test('a pattern of a secret that fits, and a line that is lost, fail', () => {
  const text = 'snmp-server community se-cr3t ro\nmotto of-the-house\n'
  const pass = ['snmp-server community <secret hidden>']
  assert.equal(secretFailures(profile, text, { pass, fail: ['se-cr3t'] }), [])
  assert.is(secretFailures(profile, text, { pass: [], fail: ['of-the-house'] }).length, 1)
  assert.is(secretFailures(profile, text, { pass: ['snmp-server host <secret hidden>'], fail: [] }).length, 1)
})

test('a line that must not count fails if it does, and one that must if it does not', () => {
  const text = '! Last configuration change at 10:15\nvlan 5\n'
  assert.equal(changeFailures(profile, text, { pass: ['vlan 5'], fail: ['Last configuration'] }), [])
  assert.is(changeFailures(profile, text, { pass: ['Last configuration'], fail: ['vlan 5'] }).length, 2)
})

test('a recording with another command is played with that one, and it is said', () => {
  assert.is(commandsFor(profile, ['show version']), null)
  assert.is(commandsFor(profile, ['show running-config'])!.instead, null)
  const other = commandsFor(profile, ['show running-config | no-more'])!
  assert.is(other.instead, 'show running-config')
  assert.equal(other.profile.backup!.commands, ['show running-config | no-more'])
})
