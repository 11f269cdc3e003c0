import type { Socket } from 'node:net'

/** Of this language between command and service. Another number is another language. */
export const protocol = 1

/** The first frame of a command. */
export interface Order {
  protocol: number
  version: string
  words: readonly string[]
  env: Readonly<Record<string, string>>
  /** Whether these are terminals. */
  typed: boolean
  shown: boolean
  /** Width of the terminal, in characters. */
  columns: number | null
}

/** What a service asks of a command. A reply has the same `id`. */
export interface Question {
  id: number
  ask: 'answers' | 'kind' | 'list' | 'makeFolder' | 'read' | 'next' | 'write' | 'chunk' | 'end'
  args: readonly unknown[]
}

export type Reply = { id: number; value: unknown } | { id: number; message: string; code: string | null }

/**
 * What a service tells a command. `apart`: it must do this by itself. `refused`: why it is not done at all.
 */
export type Told =
  | { accepted: true }
  | { apart: true }
  | { refused: string }
  | { out: string }
  | { error: string }
  | { print: object }
  | { exit: number }

/** Sends one frame. False: the socket has enough for now, and emits `drain` when it wants more. */
export const send = (socket: Socket, frame: Order | Question | Reply | Told): boolean =>
  socket.writable ? socket.write(`${JSON.stringify(frame)}\n`) : true

/** Calls `take` for each frame. One that is too long, or is not JSON, ends the connection with an error. */
export function receive(socket: Socket, mostCharacters: number, take: (frame: unknown) => void): void {
  let parts: string[] = []
  let length = 0
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    let from = 0
    for (let to = text.indexOf('\n'); to >= 0 && !socket.destroyed; to = text.indexOf('\n', from)) {
      const line = parts.join('') + text.slice(from, to)
      parts = []
      length = 0
      from = to + 1
      try {
        take(JSON.parse(line))
      } catch (error) {
        socket.destroy(error as Error)
      }
    }
    parts.push(text.slice(from))
    length += text.length - from
    if (length > mostCharacters) socket.destroy(new Error('a frame is too long'))
  })
}
