import { createSwitch, fakeClock, runningConfiguration, startDevice } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { telnetTo, type Person } from './terminal.ts'

const test = suite('the command line of a simulated Junos switch')

const ip = '127.8.42.1'

async function start() {
  const clock = fakeClock()
  const simulated = createSwitch({ vendor: 'juniper', model: 'EX2200-24T-4G', name: 'ex', ip, clock })
  const device = await startDevice({ ip, port: 0, simulated, console: { telnet: 0 } })
  return {
    simulated,
    running: () => runningConfiguration(simulated),
    after(minutes: number) {
      clock.advance(minutes * 60_000)
      simulated.control.now()
    },
    stop: () => device.stop(),
    async person(): Promise<Person> {
      const person = await telnetTo(ip, device.console!.telnet!)
      await person.until('login: ')
      await person.ask('admin', 'Password:')
      await person.ask('admin', 'admin@ex> ')
      return person
    },
  }
}
/** Types lines and waits for the prompt after each. */
async function work(person: Person, ...lines: string[]): Promise<string> {
  let all = ''
  for (const line of lines) all += (await person.ask(line, /[>#] $/)).replaceAll('\r', '')
  return all
}
const described = 'set interfaces ge-0/0/3 description "flat 7, door A"'

test('a change is in the candidate until it is committed; rollback 0 and compare', async () => {
  const run = await start()
  const person = await run.person()
  const before = run.running()
  assert.match(
    await work(person, 'configure'),
    /Entering configuration mode\n\n\{master:0\}\[edit\]\nadmin@ex# $/,
  )
  await work(person, described)
  assert.is(run.running(), before)
  assert.match(
    await work(person, 'show | compare'),
    /\[edit interfaces ge-0\/0\/3\]\n- {2}description "apt 4";\n\+ {2}description "flat 7, door A";\n/,
  )
  assert.match(await work(person, 'rollback 0', 'commit'), 'load complete')
  assert.is(run.running(), before)
  assert.match(await work(person, described, 'commit'), 'commit complete')
  assert.match(run.running(), 'set interfaces ge-0/0/3 description "flat 7, door A"')
  await work(person, 'delete interfaces ge-0/0/3 description', 'commit')
  assert.not.match(run.running(), /ge-0\/0\/3 description/)
  assert.match(await work(person, 'delete interfaces ge-0/0/3 description'), 'warning: statement not found')
  assert.match(await work(person, 'set interfaces colour red'), /\n *\^?\n?syntax error\.|syntax error\./)
  await run.stop()
})

test('what does not fit is refused by the check, with nothing activated', async () => {
  const run = await start()
  const person = await run.person()
  const before = run.running()
  await work(
    person,
    'configure',
    'set interfaces ge-0/0/3 unit 0 family ethernet-switching vlan members none',
  )
  for (const command of ['commit check', 'commit', 'commit confirmed 5'])
    assert.match(await work(person, command), /'members'\n.*\nerror: configuration check-out failed\n/)
  assert.equal([run.running(), run.simulated.control.restartsAt()], [before, null])
  await run.stop()
})

for (const [how, confirms] of [
  ['a commit', 'commit'],
  ['a check', 'commit check'],
] as const)
  test(`a confirmed commit is undone after its minutes, unless ${how} comes before`, async () => {
    const run = await start()
    const person = await run.person()
    const before = run.running()
    await work(person, 'configure', described)
    assert.match(
      await work(person, 'commit confirmed 5'),
      'commit confirmed will be automatically rolled back in 5 minutes unless confirmed\ncommit complete\n' +
        '\n# commit confirmed will be rolled back in 5 minutes\n{master:0}[edit]\nadmin@ex# ',
    )
    const pending = /^0 .* by admin via cli commit confirmed, rollback in 5mins\n {4}rollback pending$/m
    assert.match(await work(person, 'run show system commit'), pending)
    run.after(6)
    assert.is(run.running(), before)
    const undone = await work(person, 'run show system commit')
    assert.match(undone, /^0 .* by root via other\n1 .* rollback in 5mins\n/m)
    await work(person, described, 'commit confirmed 5', confirms)
    assert.not.match(await work(person, 'run show system commit'), 'rollback pending')
    run.after(6)
    assert.match(run.running(), 'flat 7, door A')
    await run.stop()
  })

test('a restart undoes a commit that was not confirmed', async () => {
  const run = await start()
  const person = await run.person()
  const before = run.running()
  await work(person, 'configure', described, 'commit confirmed 5')
  run.simulated.control.reboot()
  await person.closed()
  assert.equal([run.running(), run.simulated.control.restartsAt()], [before, null])
  await run.stop()
})

test('the lock of one keeps the others out; its end discards what was not committed', async () => {
  const run = await start()
  const [one, other] = [await run.person(), await run.person()]
  const before = run.running()
  await work(one, 'configure exclusive', described)
  const locked = /error: configuration database locked by:\n {2}admin terminal .*\n {6}exclusive \[edit\]/
  assert.match(await work(other, 'configure exclusive'), locked)
  assert.match(await work(other, 'configure'), 'Users currently editing the configuration:')
  for (const command of ['set system host-name mine', 'commit'])
    assert.match(await work(other, command), locked)
  one.leave()
  await one.closed()
  assert.match(await work(other, 'show | compare', 'commit'), 'commit complete')
  assert.is(run.running(), before)
  await run.stop()
})

test('changes that somebody has not committed keep the lock away; leaving asks', async () => {
  const run = await start()
  const [one, other] = [await run.person(), await run.person()]
  await work(one, 'configure', described)
  assert.match(await work(other, 'configure exclusive'), 'error: configuration database modified')
  await one.ask('exit', 'Exit with uncommitted changes? [yes,no] (yes) ')
  await one.ask('', 'admin@ex> ')
  await work(one, 'configure', 'rollback 0', 'exit', 'configure exclusive', described)
  await one.ask('exit configuration-mode', 'Discard uncommitted changes? [yes,no] (yes) ')
  assert.match(await one.ask('yes', 'admin@ex> '), 'load complete')
  assert.not.match(run.running(), 'flat 7')
  await run.stop()
})
