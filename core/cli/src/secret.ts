import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError } from './command.ts'

/** A secret of a person is no longer than that. */
const LONGEST = 1024

/** First line of what is piped in. */
async function piped(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += String(chunk)
    if (text.includes('\n') || text.length > LONGEST) break
  }
  return text.split(/\r?\n/, 1)[0]!
}

/** Answers that are typed, without echo. */
async function typed(questions: readonly string[]): Promise<string[]> {
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
  if (secret.length > LONGEST) throw new CommandError(`${what}: too long`)
  return secret
}

/**
 * A secret: typed without echo, or the first line of standard input. Never an argument, which every user of
 * the machine can see.
 */
export const readSecret = async (what: string): Promise<string> =>
  checked(what, process.stdin.isTTY ? (await typed([what]))[0]! : await piped(process.stdin))

/** A new password; typed twice where it is typed. */
export async function newPassword(): Promise<string> {
  const what = 'New password'
  if (!process.stdin.isTTY) return readSecret(what)
  const [password, again] = await typed([what, 'Once more'])
  if (password !== again) throw new CommandError('the two passwords differ')
  return checked(what, password!)
}
