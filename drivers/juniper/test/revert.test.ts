import { cliRevert } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { junosCli } from '../src/cli.ts'

const test = suite('commit confirmed of Junos')
const declared = junosCli.revert!
const revert = cliRevert(declared)
const typed = (line: string) => revert.instead!(line, 7)?.commands ?? null

test('commands of a change are typed so that the device undoes it', () => {
  const check = ['commit check', 'commit confirmed 7']
  for (const line of ['configure', 'conf', 'configure private', 'configure exclusive', ' configure  exc '])
    assert.equal(typed(line), ['configure exclusive'], line)
  for (const line of ['commit', 'comm', ' commit ']) assert.equal(typed(line), check, line)
  for (const line of ['commit and-quit', 'commit and'])
    assert.equal(typed(line), [...check, 'exit configuration-mode'], line)
  assert.is(revert.instead!('commit', 7)!.arms, 1)
  for (const line of [
    'set system host-name commit',
    'show | compare',
    'exit',
    'commit confirmed 3',
    'copy a to b',
  ])
    assert.is(typed(line), null, line)
})

test('other forms of a commit, and what keeps a change, are known', () => {
  for (const line of [
    'commit confirmed',
    'commit comment done',
    'commit at 20:00',
    'commit activate',
    'commit check',
    'commit synchronize',
    'configure batch',
    'edit',
    'request system configuration rescue save',
    'run request system reboot',
  ])
    assert.ok(typed(line) === null && declared.saves.test(line), line)
  for (const line of ['edit interfaces', 'set interfaces ge-0/0/1 description commit', 'show system commit'])
    assert.not.ok(declared.saves.test(line), line)
})

test('only the newest commit with "rollback pending" waits', () => {
  const { armed } = declared.show
  const confirmed = '2026-03-01 06:00:00 UTC by noc via cli commit confirmed, rollback in 5mins'
  assert.ok(armed.test(`0   ${confirmed}\n    rollback pending\n1   2026-02-01 06:00:00 UTC by noc via cli`))
  assert.ok(armed.test(`0   ${confirmed}\n    a comment\n    rollback pending`))
  assert.not.ok(armed.test(`0   ${confirmed}\n1   2026-02-01 06:00:00 UTC by noc via cli`))
  assert.not.ok(
    armed.test(`0   2026-03-01 06:01:00 UTC by root via other\n1   ${confirmed}\n    rollback pending`),
  )
  assert.not.ok(armed.test(''))
})
