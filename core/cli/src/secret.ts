import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError } from './command.ts'

const maxLength = 1024

/** The first lines of standard input. */
async function readPiped(input: AsyncIterable<Buffer | string>, count: number): Promise<string[]> {
  let text = ''
  for await (const chunk of input) {
    text += String(chunk)
    if (text.split('\n').length > count || text.length > count * maxLength) break
  }
  return text.split(/\r?\n/).slice(0, count)
}

/** Asks questions at the terminal and reads the answers without echo. */
async function readTyped(questions: readonly string[]): Promise<string[]> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const lines = reader[Symbol.asyncIterator]()
  const answers: string[] = []
  try {
    for (const question of questions) {
      process.stderr.write(`${question}: `)
      const line = await lines.next()
      process.stderr.write('\n')
      if (line.done) throw new CommandError('nothing was entered')
      answers.push(line.value)
    }
  } finally {
    reader.close()
  }
  return answers
}

function checked(what: string, secret: string): string {
  if (secret === '')
    throw new CommandError(`${what}: nothing was given; type it, or send it on standard input`)
  if (secret.length > maxLength) throw new CommandError(`${what}: too long, at most ${maxLength} characters`)
  return secret
}

/**
 * Reads secrets: typed without echo, or one a line from standard input. A secret is never an argument,
 * because every user of the machine sees arguments.
 */
export async function readSecrets(what: readonly string[]): Promise<string[]> {
  const given = process.stdin.isTTY ? await readTyped(what) : await readPiped(process.stdin, what.length)
  return what.map((name, at) => checked(name, given[at] ?? ''))
}

export const readSecret = async (what: string): Promise<string> => (await readSecrets([what]))[0]!

/** Reads a new password; at a terminal twice. */
export async function readNewPassword(): Promise<string> {
  const what = 'New password'
  if (!process.stdin.isTTY) return readSecret(what)
  const [password, again] = await readTyped([what, 'Repeat the password'])
  if (password !== again) throw new CommandError('the two passwords are different')
  return checked(what, password!)
}
