import type { SwitchControl } from '../../../simulated/switch-control.ts'
import { type ConsoleSession, Refused } from '../../dialect.ts'
import { activate, activeStatements, membersOf } from './configuration.ts'

interface Commit {
  atMs: number
  by: string
  /** Minutes until it is undone, as they were typed. */
  confirmed: number | null
}

/** What all sessions of a device share. */
interface Commits {
  /** The shared candidate. Null: it is the active configuration. */
  candidate: string[] | null
  lock: { session: ConsoleSession; sinceMs: number } | null
  /** Newest first. */
  history: Commit[]
}

const maxHistory = 50
const known = new WeakMap<SwitchControl, Commits>()

export function commitsOf({ control }: Pick<ConsoleSession, 'control'>): Commits {
  let commits = known.get(control)
  if (!commits) known.set(control, (commits = { candidate: null, lock: null, history: [] }))
  return commits
}

/** The commit that the device will undo. A restart has undone it too. */
const waiting = (session: ConsoleSession): Commit | undefined =>
  session.control.restartsAt() === null
    ? undefined
    : commitsOf(session).history.find(({ confirmed }) => confirmed !== null)

/** Whole minutes until the device undoes the last commit. Null: it does not. */
export function minutesLeft(session: ConsoleSession): number | null {
  const { control } = session
  const at = control.restartsAt()
  return at === null || !waiting(session) ? null : Math.ceil((at - control.now()) / 60_000)
}

const timeOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Who has the lock, as the device prints it. */
export const lockText = ({ lock }: Commits): string =>
  `  ${lock!.session.login} terminal p0 (pid 4711) on since ${timeOf(lock!.sinceMs)}, idle 00:00:00\n` +
  '      exclusive [edit]\n'

/** @throws Refused if another session has locked the configuration */
export function assertUnlocked(session: ConsoleSession): void {
  const commits = commitsOf(session)
  if (commits.lock && commits.lock.session !== session)
    throw new Refused(`error: configuration database locked by:\n${lockText(commits)}`)
}

export const candidateOf = (session: ConsoleSession): readonly string[] =>
  commitsOf(session).candidate ?? activeStatements(session.control)
/** Whether the candidate differs from the active configuration. */
export const isChanged = (session: ConsoleSession): boolean => {
  const [active, candidate] = [activeStatements(session.control), candidateOf(session)]
  return active.length !== candidate.length || active.some(one => !candidate.includes(one))
}

/** The last line is of the manual; how a device words the reason differs between releases. */
function assertValid(all: readonly string[], { ports }: SwitchControl): void {
  const port = ports.find(({ ifName }) => membersOf(all, ifName).includes(null))
  if (!port) return
  throw new Refused(
    `[edit interfaces ${port.ifName} unit 0 family ethernet-switching vlan]\n` +
      "  'members'\n    VLAN is not configured\nerror: configuration check-out failed\n",
  )
}

function noted(session: Pick<ConsoleSession, 'control'>, by: string, confirmed: number | null): void {
  const { history: newestFirst } = commitsOf(session)
  newestFirst.unshift({ atMs: session.control.now(), by, confirmed })
  newestFirst.length = Math.min(newestFirst.length, maxHistory)
}

/** Ends the wait: the change stays. */
function confirm({ control }: ConsoleSession): void {
  control.scheduleRestart(null)
  control.save()
}

/** `commit check`. It confirms a commit that waits for it, as a commit does. */
export function check(session: ConsoleSession): string {
  assertUnlocked(session)
  assertValid(candidateOf(session), session.control)
  if (minutesLeft(session) !== null) confirm(session)
  return 'configuration check succeeds'
}

/** `commit`, or `commit confirmed` with the minutes after which the device undoes it. */
export function commit(session: ConsoleSession, minutes: number | null): string {
  assertUnlocked(session)
  const { control } = session
  const commits = commitsOf(session)
  const candidate = candidateOf(session)
  assertValid(candidate, control)
  const before = activeStatements(control)
  activate(control, candidate)
  commits.candidate = null
  noted(session, `${session.login} via cli`, minutes)
  if (minutes === null) {
    confirm(session)
    return 'commit complete'
  }
  control.scheduleRestart(minutes * 60_000, () => {
    activate(control, before)
    noted({ control }, 'root via other', null)
  })
  const until = `automatically rolled back in ${minutes} minutes unless confirmed`
  return `commit confirmed will be ${until}\ncommit complete`
}

/** What `show system commit` prints. */
export function history(session: ConsoleSession): string {
  const last = waiting(session)
  return commitsOf(session)
    .history.map((one, at) => {
      const how = one.confirmed === null ? '' : ` commit confirmed, rollback in ${one.confirmed}mins`
      const pending = one === last ? '\n    rollback pending' : ''
      return `${String(at).padEnd(3)} ${timeOf(one.atMs)} by ${one.by}${how}${pending}`
    })
    .join('\n')
}

/** The end of a session that had locked the configuration discards what it did not commit. */
export function release(session: ConsoleSession): void {
  const commits = commitsOf(session)
  if (commits.lock?.session !== session) return
  Object.assign(commits, { lock: null, candidate: null })
}
