import type { SimulatedSwitch } from '../simulated/switch.ts'
import type { ConsoleBehaviour } from './behaviour.ts'
import { type Command, type Dialect, Refused, type ConsoleSession } from './dialect.ts'
import { type Parsed, createParser } from './grammar.ts'
import { Disconnected, type Tty } from './tty.ts'

export interface Account {
  login: string
  password: string
  /** Null: whoever signs in has full rights. */ enable: string | null
}

export interface SessionOptions {
  device: SimulatedSwitch
  dialect: Dialect
  tty: Tty
  account: Account
  behaviour(): ConsoleBehaviour
  /** Signed in by the carrier already, as SSH does. */
  signedIn: string | null
  /** Each line that was typed behind the login. */
  onLine(line: string): void
}

type Match = (line: string) => Parsed<ConsoleSession>
const matchers = new WeakMap<readonly Command[], Match>()
const matcherOf = (commands: readonly Command[]): Match => {
  const known = matchers.get(commands) ?? createParser<ConsoleSession>(commands)
  matchers.set(commands, known)
  return known
}

/** Asks until login and password are right; null: too often wrong. */
async function signIn({
  device,
  dialect: { login },
  tty,
  account,
  behaviour,
}: SessionOptions): Promise<string | null> {
  tty.write((behaviour().banner ?? '') + login.banner(device))
  for (let tries = 0; tries < login.tries; tries++) {
    tty.write(login.user)
    const name = await tty.line()
    tty.write(login.password)
    const password = await tty.line({ echo: login.stars ? '*' : false })
    if (name === account.login && password === account.password) return name
    tty.write(login.failed)
  }
  return null
}

/** Whether there is a new password. */
async function changePassword({
  dialect: { login },
  tty,
  account,
  behaviour,
}: SessionOptions): Promise<boolean> {
  const { notice, offer, prompt, confirm } = login.mustChange
  tty.write(notice + (offer ?? ''))
  if (offer !== undefined && !/^y/i.test(await tty.line())) return false
  for (;;) {
    tty.write(prompt)
    const first = await tty.line({ echo: false })
    tty.write(confirm)
    if (first !== '' && (await tty.line({ echo: false })) === first) {
      account.password = first
      behaviour().mustChangePassword = false
      return true
    }
  }
}

/** Prints page by page, as long as somebody wants more. */
async function page(
  text: string,
  refreshes: boolean,
  { dialect: { pager }, tty, behaviour }: SessionOptions,
): Promise<void> {
  const lines = text.split('\n')
  const rows = (behaviour().pageRows ?? pager.rows) - 1
  let shown = 0
  const show = (count: number) => {
    tty.write(
      lines
        .slice(shown, shown + count)
        .map((line, at) => (shown + at < lines.length - 1 ? `${line}\n` : line))
        .join(''),
    )
    shown += count
  }
  show(rows)
  for (;;) {
    if (shown >= lines.length && !refreshes) return
    tty.write(behaviour().pager ?? (refreshes ? pager.refreshing : undefined) ?? pager.text)
    let key = await tty.key()
    while (!`${pager.quit}${pager.all ?? ''} \rn`.includes(key)) key = await tty.key()
    tty.write(pager.erase)
    if (pager.quit.includes(key)) return
    show(pager.all?.includes(key) && !refreshes ? Infinity : key === '\r' ? 1 : rows)
  }
}

/** One session from the login to the end. Never throws: the end of the connection is the end of it. */
export async function runSession(options: SessionOptions): Promise<void> {
  const { device, dialect, tty, account, behaviour, signedIn, onLine } = options
  let over = false
  try {
    const login = signedIn ?? (await signIn(options))
    if (login === null) return
    if (behaviour().mustChangePassword && !(await changePassword(options))) return
    const session: ConsoleSession = {
      device,
      control: device.control,
      login,
      mode: account.enable === null ? dialect.start.full : dialect.start.plain,
      ports: [],
      vlan: 0,
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
      signOut() {
        over = true
      },
    }
    tty.write((behaviour().motd ?? '') + (dialect.login.welcome?.(session) ?? ''))
    if (behaviour().mute === 'login') tty.mute()

    while (!over) {
      const { prompt, commands } = dialect.modes[session.mode]!
      const match = matcherOf(commands)
      const shownPrompt = prompt(session)
      tty.write(shownPrompt)
      const help = (typed: string) => {
        const found = match(`${typed} ~`)
        return `\n${found.kind === 'unknown' || found.kind === 'incomplete' ? dialect.help(found.next) : ''}${shownPrompt}${typed}`
      }
      const line = await tty.line({ help })
      if (line === '\u001a') {
        tty.write('\n')
        dialect.escape?.(session)
        continue
      }
      onLine(line)
      if (line.trim() === '') continue
      const { mute, drop } = behaviour()
      if (mute instanceof RegExp && mute.test(line)) tty.mute()
      const found = match(line)
      let text: string
      let refreshes = false
      if (found.kind === 'run') {
        tty.write(dialect.acknowledge?.(line) ?? '')
        refreshes = (found.command as Command).refreshes ?? false
        try {
          text = (await found.command.run(session, found.args)) ?? ''
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          text = error.message
        }
        text += text !== '' && !text.endsWith('\n') ? '\n' : ''
        text += dialect.trailer ?? ''
      } else
        text = dialect.wrong(
          found,
          shownPrompt.split('\n').at(-1)!.length + (found.kind === 'unknown' ? found.at : line.length),
        )
      if (drop?.command.test(line)) {
        tty.write(text.slice(0, drop.after))
        tty.break()
        return
      }
      if (session.paging) await page(text, refreshes, options)
      else tty.write(text)
    }
  } catch (error) {
    if (!(error instanceof Disconnected)) throw error
  } finally {
    tty.end()
  }
}
