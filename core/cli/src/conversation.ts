import { createInterface } from 'node:readline'

/** Questions at a terminal, where people see what they type. */
export interface Conversation {
  /** The answer. Null: the person has left (Ctrl-C, Ctrl-D). */
  ask(question: string): Promise<string | null>
  say(text: string): void
  close(): void
}

/** A conversation on standard input and standard error. Lines that are typed ahead are kept. */
export function conversation(): Conversation {
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  const lines = reader[Symbol.asyncIterator]()
  return {
    async ask(question) {
      reader.setPrompt(`${question}: `)
      reader.prompt()
      const line = await lines.next()
      return line.done ? null : line.value.trim()
    },
    say: text => void process.stderr.write(`${text}\n`),
    close: () => reader.close(),
  }
}
