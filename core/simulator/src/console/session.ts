import { type AnySession, type Command, Refused } from './dialect.ts'
import { type Parsed, createParser } from './grammar.ts'
import { type LoginOptions, changePassword, signIn } from './login.ts'
import { Disconnected } from './input.ts'
import type { Shell, AnyDialect } from './shell.ts'
import type { ConsoleBehaviour } from './behaviour.ts'
import type { Tty } from './tty.ts'

/**
 * Prints a text page by page until it ends or the user quits. A screen that `refreshes` waits for a quit even
 * at its end.
 */
async function printPages(
  text: string,
  refreshes: boolean,
  { pager }: Pick<AnyDialect, 'pager'>,
  tty: Tty,
  behaviour: () => ConsoleBehaviour,
): Promise<void> {
  const lines = text.split('\n')
  const rows = (behaviour().pageRows ?? pager.rows) - 1
  let shown = 0
  const show = (count: number) => {
    const page = lines.slice(shown, shown + count)
    tty.write(page.map((line, at) => (shown + at < lines.length - 1 ? `${line}\n` : line)).join(''))
    shown += count
  }
  const knownKeys = `${pager.quit}${pager.all ?? ''} \rn`
  const pagerKey = async (): Promise<string> => {
    for (;;) {
      const key = await tty.key()
      if (knownKeys.includes(key)) return key
    }
  }
  show(rows)
  while (shown < lines.length || refreshes) {
    tty.write(behaviour().pager ?? (refreshes ? pager.refreshing : undefined) ?? pager.text)
    const key = await pagerKey()
    tty.write(pager.erase)
    if (pager.quit.includes(key)) return
    show(pager.all?.includes(key) && !refreshes ? Infinity : key === '\r' ? 1 : rows)
  }
}

export interface SessionOptions extends LoginOptions {
  shell: Shell
  /** Login that SSH has already accepted. Null: the console asks for it. */
  signedIn: string | null
  /** Called with each line after the login. */
  onLine(line: string): void
}

type Parser = (line: string) => Parsed<AnySession>
const parsers = new WeakMap<readonly Command<AnySession>[], Parser>()
const parserOf = (commands: readonly Command<AnySession>[]): Parser => {
  const known = parsers.get(commands) ?? createParser<AnySession>(commands)
  parsers.set(commands, known)
  return known
}

const controlZ = '\u001a'

/** The session that commands see. `onSignOut` is called by the command that ends it. */
function createSession(options: SessionOptions, login: string, onSignOut: () => void): AnySession {
  const { shell, tty, account, behaviour } = options
  const { start } = shell.dialect
  return {
    ...shell.sessionFields(),
    device: shell.device,
    login,
    mode: account.enable === null ? start.full : start.plain,
    paging: true,
    write: text => tty.write(text),
    async ask(question, { key, echo = true } = {}) {
      tty.write(question)
      if (!key) return tty.line({ echo })
      const answer = await tty.key()
      tty.discardInput()
      tty.write(answer === '\r' ? '\n' : `${answer}\n`)
      return answer
    },
    isEnablePassword: password => !behaviour().refuseEnable && password === account.enable,
    signOut: onSignOut,
  }
}

interface Output {
  text: string
  refreshes: boolean
}

/** Runs one line. Returns what is to be printed after the command's own output. */
async function runLine(
  line: string,
  parsed: Parsed<AnySession>,
  promptWidth: number,
  session: AnySession,
  { shell: { dialect }, tty }: SessionOptions,
): Promise<Output> {
  if (parsed.kind !== 'run') {
    const column = promptWidth + (parsed.kind === 'unknown' ? parsed.at : line.length)
    return { text: dialect.wrong(parsed, column, line), refreshes: false }
  }
  const command: Command<AnySession> = parsed.command
  tty.write(dialect.acknowledge?.(line) ?? '')
  let text: string
  try {
    text = (await command.run(session, parsed.args)) ?? ''
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    text = error.message
  }
  const newline = text !== '' && !text.endsWith('\n') ? '\n' : ''
  return { text: text + newline + (dialect.trailer ?? ''), refreshes: command.refreshes ?? false }
}

/** Shows the prompt, reads one line and runs it. False: `drop` of the behaviour has broken the connection. */
async function nextLine(session: AnySession, options: SessionOptions): Promise<boolean> {
  const { shell, tty, behaviour, onLine } = options
  const { dialect } = shell
  const { prompt, commands } = dialect.modes[session.mode]!
  const parse = parserOf(commands)
  const shownPrompt = prompt(session)
  tty.write(shownPrompt)
  const help = (typed: string) => {
    // `~` stands for the next word: it fits nothing, so that the parser lists what fits.
    const parsed = parse(`${typed} ~`)
    const known = parsed.kind === 'unknown' || parsed.kind === 'incomplete'
    return `\n${known ? dialect.help(parsed.next) : ''}${shownPrompt}${typed}`
  }
  const line = await tty.line({ help })
  if (line === controlZ) {
    tty.write('\n')
    dialect.onControlZ?.(session)
    return true
  }
  onLine(line)
  if (line.trim() === '') return true
  const { mute, drop } = behaviour()
  if (mute instanceof RegExp && mute.test(line)) tty.mute()
  const promptWidth = shownPrompt.split('\n').at(-1)!.length
  const breaks = drop?.command.test(line) ?? false
  if (breaks && drop?.unrun) {
    tty.break()
    return false
  }
  const { text, refreshes } = await runLine(line, parse(line), promptWidth, session, options)
  if (breaks) {
    tty.write(text.slice(0, drop!.after))
    tty.break()
    return false
  }
  if (session.paging) await printPages(text, refreshes, dialect, tty, behaviour)
  else tty.write(text)
  return true
}

/** Runs one session from the login until it ends. Resolves also if the connection breaks. */
export async function runSession(options: SessionOptions): Promise<void> {
  const { shell, tty, behaviour, signedIn } = options
  let session: AnySession | undefined
  try {
    const login = signedIn ?? (await signIn(options))
    if (login === null) return
    if (behaviour().mustChangePassword && !(await changePassword(options))) return
    let over = false
    session = createSession(options, login, () => {
      over = true
    })
    tty.write((behaviour().motd ?? '') + (shell.dialect.login.welcome?.(session) ?? ''))
    if (behaviour().mute === 'login') tty.mute()
    while (!over) if (!(await nextLine(session, options))) return
  } catch (error) {
    if (!(error instanceof Disconnected)) throw error
  } finally {
    if (session) shell.dialect.ended?.(session)
    tty.end()
  }
}
