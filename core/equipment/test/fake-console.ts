import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DeviceError } from '@linecard/driver-kit'
import { assert } from '@linecard/test-kit'

export interface Screenplay {
  /** Printed first, before the login. */
  banner?: string
  /** Null: no login. */
  user?: { question: string; login: string; password: string } | null
  /**
   * The behaviour after the login: takes a line and returns the text to print. Undefined closes the
   * connection.
   */
  line(text: string, state: State): string | undefined
  /** Pieces to print before the answer of `line`, as fast as the client reads them. */
  pieces?(text: string): Iterable<string | Buffer> | undefined
  /** The pause after each piece. */
  piecesEveryMs?: number
  /** So many ms pass before the answer to a line; Infinity: it never comes. */
  after?(text: string): number
  /** Prompt of the present state. */
  prompt(state: State): string
  /** Echoes typed text, as terminals do. */
  echo?: boolean
  /** What it says to a comment, if it does not ignore it. */
  refuseComment?: (text: string) => string
}
export interface State {
  mode: string
  [more: string]: unknown
}
export interface FakeConsole {
  port: number
  /** Lines after the login, of all connections. */ typed: string[]
  connections: number
  sockets: Set<Socket>
  close(): Promise<void>
}

/** Comments are ignored, as most consoles do. */
const isComment = (text: string) => /^\s*[#!][a-z]{8}$/.test(text)

/** Writes the pieces, and waits while the client does not read. False if the client has gone. */
async function stream(socket: Socket, pieces: Iterable<string | Buffer>, everyMs: number): Promise<boolean> {
  const gone = once(socket, 'close')
  for (const piece of pieces) {
    if (socket.destroyed) return false
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), gone])
    if (everyMs > 0) await sleep(everyMs)
  }
  return !socket.destroyed
}

/** A scripted console over TCP. It has no telnet options, so that a test sees every octet. */
export async function fakeConsole(play: Screenplay, host = '127.0.0.1'): Promise<FakeConsole> {
  const typed: string[] = []
  const sockets = new Set<Socket>()
  const fake = { port: 0, typed, connections: 0, sockets, close: async () => {} }
  const server = createServer(socket => {
    fake.connections++
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    const state: State = { mode: 'main' }
    let stage: 'user' | 'password' | 'in' = play.user === null ? 'in' : 'user'
    let login = ''
    const ask = () =>
      socket.write(
        stage === 'user' ? play.user!.question : stage === 'password' ? 'Password:' : play.prompt(state),
      )
    const heard = (text: string) => {
      if (stage === 'user') {
        login = text
        stage = 'password'
      } else if (stage === 'password') {
        const good = login === play.user!.login && text === play.user!.password
        stage = good ? 'in' : 'user'
        if (!good) socket.write('\r\nLogin incorrect\r\n')
      } else if (play.refuseComment && isComment(text)) socket.write(play.refuseComment(text))
      else if (!isComment(text) || state['asking'] || state['question']) {
        typed.push(text)
        const answer = play.line(text, state)
        if (answer === undefined) return socket.end()
        const pieces = play.pieces?.(text)
        if (pieces) {
          const end = (open: boolean) => void (open && socket.write(answer + play.prompt(state)))
          stream(socket, pieces, play.piecesEveryMs ?? 0).then(end, () => undefined)
          return undefined
        }
        const ms = play.after?.(text) ?? 0
        const late = () => void socket.write(answer + play.prompt(state))
        if (ms > 0) return ms < Infinity ? void setTimeout(late, ms) : undefined
        socket.write(answer)
      }
      ask()
    }
    let rest = ''
    socket.on('data', data => {
      // Commands of telnet have three octets here. The client starts no negotiation.
      for (const character of data.toString('latin1').replaceAll('\u0000', '')) {
        if (character === '\n') continue
        if (character !== '\r') {
          rest += character
          if ((play.echo ?? true) && stage !== 'password') socket.write(character)
          continue
        }
        socket.write('\r\n')
        const line = rest
        rest = ''
        heard(line)
      }
    })
    socket.write(play.banner ?? '')
    ask()
  })
  await new Promise<void>(resolve => {
    server.listen(0, host, resolve)
  })
  fake.port = (server.address() as AddressInfo).port
  fake.close = () =>
    new Promise(resolve => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return fake
}

/** The DeviceError of work that must fail. */
export async function failure(work: Promise<unknown>): Promise<DeviceError> {
  try {
    await work
  } catch (error) {
    assert.instance(error, DeviceError, String(error))
    return error as DeviceError
  }
  throw new Error('it should have failed')
}
