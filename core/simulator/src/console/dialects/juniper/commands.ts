import { type Command, type ConsoleSession, Refused } from '../../dialect.ts'
import { signOutCommand } from '../commands.ts'
import {
  assertUnlocked,
  candidateOf,
  check,
  commit,
  commitsOf,
  history,
  isChanged,
  lockText,
  release,
} from './commits.ts'
import { activeStatements, configuration, shownConfiguration } from './configuration.ts'
import { compared, withoutStatement, withStatement } from './statements.ts'

function enter(session: ConsoleSession): string {
  const commits = commitsOf(session)
  session.mode = 'configuration'
  return [
    'Entering configuration mode',
    ...(commits.lock ? [`Users currently editing the configuration:\n${lockText(commits)}`.trimEnd()] : []),
    ...(!commits.lock && isChanged(session) ? ['The configuration has been changed but not committed'] : []),
  ].join('\n')
}

/** The operational mode. */
export const operational: readonly Command[] = [
  { syntax: 'configure', run: enter },
  {
    syntax: 'configure exclusive',
    run(session) {
      assertUnlocked(session)
      if (isChanged(session)) throw new Refused('error: configuration database modified\n')
      commitsOf(session).lock = { session, sinceMs: session.control.now() }
      session.mode = 'configuration'
      return 'warning: uncommitted changes will be discarded on exit\nEntering configuration mode'
    },
  },
  {
    syntax: 'set cli screen-length <lines>',
    run(session, { lines }) {
      session.paging = lines !== '0'
      return `Screen length set to ${lines}`
    },
  },
  { syntax: 'set cli screen-width <columns>', run: (_, { columns }) => `Screen width set to ${columns}` },
  { syntax: 'show system commit', run: history },
  {
    syntax: 'show version',
    run: ({ control, device: { model } }) =>
      `Hostname: ${control.facts.sysName}\nModel: ${model.name.toLowerCase()}\nJunos: ${model.firmware}`,
  },
  { syntax: 'show configuration | display set', run: configuration },
  { syntax: 'show configuration [| display omit]', run: shownConfiguration },
  {
    syntax: 'clear interfaces statistics all',
    run({ control }) {
      control.clearCounters()
      return undefined
    },
  },
  {
    syntax: 'request system reboot',
    async run(session) {
      const answer = await session.ask('Reboot the system ? [yes,no] (no) ')
      if (answer.trim() !== 'yes') return undefined
      session.control.reboot()
      session.signOut()
      return undefined
    },
  },
  signOutCommand('{word:exit|quit}'),
]

const edit =
  (change: (all: readonly string[], statement: string) => string[]): Command['run'] =>
  (session, { statement }) => {
    assertUnlocked(session)
    commitsOf(session).candidate = change(candidateOf(session), statement!)
    return undefined
  }

const autoRollback = "warning: Auto rollback on exiting 'configure exclusive'"

/** Leaves the configuration mode. With the lock, what is not committed is lost; without it, it stays. */
async function leave(session: ConsoleSession): Promise<string> {
  const locked = commitsOf(session).lock?.session === session
  if (isChanged(session)) {
    session.write('The configuration has been changed but not committed\n')
    const question = locked
      ? `${autoRollback}\nDiscard uncommitted changes? [yes,no] (yes) `
      : 'Exit with uncommitted changes? [yes,no] (yes) '
    if (/^n/i.test(await session.ask(question))) return ''
    if (locked) session.write('warning: discarding uncommitted changes\nload complete\n')
  }
  release(session)
  session.mode = 'operational'
  return 'Exiting configuration mode'
}

/** The configuration mode. */
export const configure: readonly Command[] = [
  { syntax: 'set <statement...>', run: edit(withStatement) },
  { syntax: 'delete <statement...>', run: edit(withoutStatement) },
  {
    syntax: 'rollback [<number>]',
    run(session, { number = '0' }) {
      assertUnlocked(session)
      if (number !== '0') throw new Refused('error: could not open configuration file\n')
      commitsOf(session).candidate = null
      return 'load complete'
    },
  },
  { syntax: 'commit check', run: check },
  { syntax: 'commit', run: session => commit(session, null) },
  {
    syntax: 'commit and-quit',
    async run(session) {
      session.write(`${commit(session, null)}\n`)
      return leave(session)
    },
  },
  {
    syntax: 'commit confirmed [<minutes>]',
    run(session, { minutes = '10' }) {
      if (!/^[1-9]\d{0,4}$/.test(minutes)) throw new Refused('syntax error.\n')
      return commit(session, Number(minutes))
    },
  },
  {
    syntax: 'show | compare',
    run: session => compared(activeStatements(session.control), candidateOf(session)),
  },
  {
    syntax: 'show | display set',
    run: session =>
      candidateOf(session)
        .map(one => `set ${one}`)
        .join('\n'),
  },
  { syntax: 'run show system commit', run: history },
  { syntax: 'top', run: () => undefined },
  { syntax: '{word:exit|quit} [configuration-mode]', run: leave },
]
