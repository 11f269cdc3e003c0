import type { Socket } from 'node:net'
import type { ConsoleBehaviour } from './behaviour.ts'
import { type ConsoleConnection, sender } from './connection.ts'

/** Commands and options of telnet (RFC 854, 857, 858, 1073, 1091). */
const IAC = 255
const [DONT, DO, WONT, WILL, SB, SE] = [254, 253, 252, 251, 250, 240]
const [ECHO, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, WINDOW_SIZE] = [1, 3, 24, 31]

/** What a device says first: it will echo, there is no half duplex, and who are you. */
const opening = [IAC, WILL, ECHO, IAC, WILL, SUPPRESS_GO_AHEAD, IAC, DO, TERMINAL_TYPE, IAC, DO, WINDOW_SIZE]
const ours: ReadonlySet<number> = new Set([ECHO, SUPPRESS_GO_AHEAD])
const theirs: ReadonlySet<number> = new Set([TERMINAL_TYPE, WINDOW_SIZE])

/** What the other side let us know. */
export interface Terminal {
  type: string | null
  columns: number | null
  rows: number | null
}

/** The server's side of telnet over a socket. */
export function telnetConnection(
  socket: Socket,
  behaviour: () => ConsoleBehaviour,
): ConsoleConnection & { readonly terminal: Terminal } {
  const terminal: Terminal = { type: null, columns: null, rows: null }
  let state: 'data' | 'cr' | 'iac' | 'option' | 'sub' | 'sub-iac' = 'data'
  let verb = 0
  let sub: number[] = []
  /** Options of theirs that were agreed on, so that nothing is acknowledged twice (RFC 854). */
  const agreed = new Set<number>()
  const { send, drained, stop } = sender(octets => {
    if (socket.writable) socket.write(octets)
  }, behaviour)
  const say = (...octets: number[]) => send(Buffer.from(octets))

  const negotiate = (option: number): void => {
    if (verb === DO && !ours.has(option)) say(IAC, WONT, option)
    else if (verb === WILL && !theirs.has(option)) say(IAC, DONT, option)
    else if (verb === WILL && !agreed.has(option)) {
      agreed.add(option)
      // IS is 0, SEND is 1 (RFC 1091).
      if (option === TERMINAL_TYPE) say(IAC, SB, TERMINAL_TYPE, 1, IAC, SE)
    } else if (verb === WONT) agreed.delete(option)
  }
  const told = (): void => {
    if (sub[0] === TERMINAL_TYPE && sub[1] === 0) terminal.type = Buffer.from(sub.slice(2)).toString('latin1')
    if (sub[0] === WINDOW_SIZE && sub.length === 5)
      Object.assign(terminal, { columns: sub[1]! * 256 + sub[2]!, rows: sub[3]! * 256 + sub[4]! })
  }
  const receive = (octets: Buffer): Buffer => {
    const data: number[] = []
    for (const octet of octets) {
      if (state === 'cr') {
        state = 'data'
        if (octet === 0) continue
      }
      if (state === 'data') {
        if (octet === IAC) state = 'iac'
        else {
          data.push(octet)
          if (octet === 13) state = 'cr'
        }
      } else if (state === 'iac') {
        if (octet === IAC) data.push(IAC)
        if (octet >= WILL && octet <= DONT) [state, verb] = ['option', octet]
        else if (octet === SB) [state, sub] = ['sub', []]
        else state = 'data'
      } else if (state === 'option') {
        negotiate(octet)
        state = 'data'
      } else if (state === 'sub') {
        if (octet === IAC) state = 'sub-iac'
        else if (sub.length < 64) sub.push(octet)
      } else if (octet === SE) {
        told()
        state = 'data'
      } else {
        if (octet === IAC && sub.length < 64) sub.push(IAC)
        state = 'sub'
      }
    }
    return Buffer.from(data)
  }

  socket.setNoDelay(true).on('error', () => undefined)
  say(...opening)
  return {
    terminal,
    write: octets => send(Buffer.from([...octets].flatMap(octet => (octet === IAC ? [IAC, IAC] : [octet])))),
    onData: listener => {
      socket.on('data', octets => {
        const data = receive(octets)
        if (data.length) listener(data)
      })
    },
    onClose: listener => {
      socket.once('close', () => {
        stop()
        listener()
      })
    },
    end: () => drained(() => socket.end()),
    destroy: () =>
      drained(() => {
        stop()
        socket.destroy()
      }),
  }
}
