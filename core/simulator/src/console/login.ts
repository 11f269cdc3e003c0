import type { ConsoleBehaviour } from './behaviour.ts'
import type { Shell } from './shell.ts'
import type { Tty } from './tty.ts'

export interface Account {
  login: string
  password: string
  /** Password of the privileged mode. Null: every login starts in the privileged mode. */
  enable: string | null
}

export interface LoginOptions {
  shell: Shell
  tty: Tty
  account: Account
  behaviour(): ConsoleBehaviour
}

/** Asks for login and password until they are right. Null after too many wrong ones. */
export async function signIn(options: LoginOptions): Promise<string | null> {
  const { shell, tty, account, behaviour } = options
  const { login } = shell.dialect
  tty.write((behaviour().banner ?? '') + login.banner(shell.device))
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

/** Makes the user choose a new password. False if the user refuses, where the vendor allows that question. */
export async function changePassword(options: LoginOptions): Promise<boolean> {
  const { shell, tty, account, behaviour } = options
  const { notice, offer, prompt, confirm } = shell.dialect.login.mustChange
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
