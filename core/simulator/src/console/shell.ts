import type { LivingSwitch } from '../living/switch.ts'
import type { ConsoleBehaviour } from './behaviour.ts'
import { type Command, type Dialect, Refused, type Shell } from './dialect.ts'
import { type Found, grammar } from './grammar.ts'
import { Gone, type Keyboard } from './keyboard.ts'

export interface Account {
  login: string
  password: string
  /** Null: whoever signs in has full rights. */ enable: string | null
}

export interface ShellOptions {
  device: LivingSwitch
  dialect: Dialect
  keyboard: Keyboard
  account: Account
  behaviour(): ConsoleBehaviour
  /** Signed in by the carrier already, as SSH does. */
  signedIn: string | null
  /** Each line that was typed behind the login. */
  heard(line: string): void
}

type Match = (line: string) => Found<Shell>
const matchers = new WeakMap<readonly Command[], Match>()
const matcherOf = (commands: readonly Command[]): Match => {
  const known = matchers.get(commands) ?? grammar<Shell>(commands)
  matchers.set(commands, known)
  return known
}

/** Asks until login and password are right; null: too often wrong. */
async function signIn({
  device,
  dialect: { login },
  keyboard,
  account,
  behaviour,
}: ShellOptions): Promise<string | null> {
  keyboard.write((behaviour().banner ?? '') + login.banner(device))
  for (let tries = 0; tries < login.tries; tries++) {
    keyboard.write(login.user)
    const name = await keyboard.line()
    keyboard.write(login.password)
    const password = await keyboard.line({ echo: login.stars ? '*' : false })
    if (name === account.login && password === account.password) return name
    keyboard.write(login.failed)
  }
  return null
}

/** Whether there is a new password. */
async function changePassword({
  dialect: { login },
  keyboard,
  account,
  behaviour,
}: ShellOptions): Promise<boolean> {
  const { words, now, question, again } = login.mustChange
  keyboard.write(words + (now ?? ''))
  if (now !== undefined && !/^y/i.test(await keyboard.line())) return false
  for (;;) {
    keyboard.write(question)
    const first = await keyboard.line({ echo: false })
    keyboard.write(again)
    if (first !== '' && (await keyboard.line({ echo: false })) === first) {
      account.password = first
      behaviour().mustChangePassword = false
      return true
    }
  }
}

/** Prints page by page, as long as somebody wants more. */
async function page(
  text: string,
  stays: boolean,
  { dialect: { pager }, keyboard, behaviour }: ShellOptions,
): Promise<void> {
  const lines = text.split('\n')
  const rows = (behaviour().pageRows ?? pager.rows) - 1
  let shown = 0
  const show = (count: number) => {
    keyboard.write(
      lines
        .slice(shown, shown + count)
        .map((line, at) => (shown + at < lines.length - 1 ? `${line}\n` : line))
        .join(''),
    )
    shown += count
  }
  show(rows)
  for (;;) {
    if (shown >= lines.length && !stays) return
    keyboard.write(behaviour().pager ?? (stays ? pager.staying : undefined) ?? pager.text)
    let key = await keyboard.key()
    while (!`${pager.quit}${pager.all ?? ''} \rn`.includes(key)) key = await keyboard.key()
    keyboard.write(pager.erase)
    if (pager.quit.includes(key)) return
    show(pager.all?.includes(key) && !stays ? Infinity : key === '\r' ? 1 : rows)
  }
}

/** One session from the login to the end. Never throws: the end of the connection is the end of it. */
export async function runShell(options: ShellOptions): Promise<void> {
  const { device, dialect, keyboard, account, behaviour, signedIn, heard } = options
  const session = { over: false }
  try {
    const login = signedIn ?? (await signIn(options))
    if (login === null) return
    if (behaviour().mustChangePassword && !(await changePassword(options))) return
    const shell: Shell = {
      device,
      control: device.control,
      login,
      mode: account.enable === null ? dialect.start.full : dialect.start.plain,
      ports: [],
      vlan: 0,
      paging: true,
      write: text => keyboard.write(text),
      async ask(question, { key, echo = true } = {}) {
        keyboard.write(question)
        if (!key) return keyboard.line({ echo })
        const answer = await keyboard.key()
        keyboard.forget()
        keyboard.write(answer === '\r' ? '\n' : `${answer}\n`)
        return answer
      },
      opens: password => !behaviour().refuseEnable && password === account.enable,
      leave() {
        session.over = true
      },
    }
    keyboard.write((behaviour().motd ?? '') + (dialect.login.welcome?.(shell) ?? ''))
    if (behaviour().mute === 'login') keyboard.mute()

    while (!session.over) {
      const { prompt, commands } = dialect.modes[shell.mode]!
      const match = matcherOf(commands)
      const shownPrompt = prompt(shell)
      keyboard.write(shownPrompt)
      const help = (typed: string) => {
        const found = match(`${typed} ~`)
        return `\n${found.kind === 'unknown' || found.kind === 'incomplete' ? dialect.help(found.next) : ''}${shownPrompt}${typed}`
      }
      const line = await keyboard.line({ help })
      if (line === '\u001a') {
        keyboard.write('\n')
        dialect.escape?.(shell)
        continue
      }
      heard(line)
      if (line.trim() === '') continue
      const { mute, drop } = behaviour()
      if (mute instanceof RegExp && mute.test(line)) keyboard.mute()
      const found = match(line)
      let text: string
      let stays = false
      if (found.kind === 'run') {
        keyboard.write(dialect.repeats?.(line) ?? '')
        stays = (found.command as Command).stays ?? false
        try {
          text = (await found.command.run(shell, found.args)) ?? ''
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
        keyboard.write(text.slice(0, drop.after))
        keyboard.break()
        return
      }
      if (shell.paging) await page(text, stays, options)
      else keyboard.write(text)
    }
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  } finally {
    keyboard.end()
  }
}
