import { maxAnswer } from './answers.ts'
import { CommandError, type Tools } from './command.ts'

type Asking = Pick<Tools, 'terminal'>

function checked(what: string, secret: string | undefined): string {
  if (!secret) throw new CommandError(`${what}: nothing was given; type it, or send it on standard input`)
  if (secret.length > maxAnswer) throw new CommandError(`${what}: too long, at most ${maxAnswer} characters`)
  return secret
}

/**
 * Reads secrets: typed without echo, or one a line from standard input. A secret is never an argument,
 * because every user of the machine sees arguments.
 */
export async function readSecrets({ terminal }: Asking, what: readonly string[]): Promise<string[]> {
  const given = await terminal.answersTo(what)
  return what.map((name, at) => checked(name, given[at]))
}

export const readSecret = async (tools: Asking, what: string): Promise<string> =>
  (await readSecrets(tools, [what]))[0]!

/** Reads a new password; at a terminal twice. */
export async function readNewPassword(tools: Asking): Promise<string> {
  const what = 'New password'
  if (!tools.terminal.isTyped) return readSecret(tools, what)
  const [password, again] = await readSecrets(tools, [what, 'Repeat the password'])
  if (password !== again) throw new CommandError('the two passwords are different')
  return password!
}
