import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Most characters of one answer. */
export const maxAnswer = 1024

/** The first lines of standard input. */
async function piped(input: AsyncIterable<Buffer | string>, count: number): Promise<string[]> {
  let text = ''
  for await (const chunk of input) {
    text += String(chunk)
    if (text.split('\n').length > count || text.length > count * maxAnswer) break
  }
  return text.split(/\r?\n/).slice(0, count)
}

/** Asks at the terminal and reads without echo. Has fewer answers than questions if the input ends. */
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
      if (line.done) break
      answers.push(line.value)
    }
  } finally {
    reader.close()
  }
  return answers
}

/** Answers that a person types without echo, or that stand in standard input one a line. */
export const answersTo = (questions: readonly string[]): Promise<string[]> =>
  process.stdin.isTTY ? typed(questions) : piped(process.stdin, questions.length)
