import type { Socket } from 'node:net'
import type { ConsoleBehaviour } from './behaviour.ts'
import { type ConsoleConnection, createOctetSender } from './connection.ts'

/**
 * The server's side of telnet (RFC 854, 857, 858, 1073, 1091). Written here and not shared with the client: a
 * simulated device must not have the same bugs.
 */
const IAC = 255
const [DONT, DO, WONT, WILL, SB, SE] = [254, 253, 252, 251, 250, 240]
const [ECHO, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, WINDOW_SIZE] = [1, 3, 24, 31]
/** Longest subnegotiation that is kept, in octets. */
const maxSubnegotiation = 64

/** What a device sends first: it echoes, suppresses go-ahead, and asks for terminal type and window size. */
const opening: readonly number[] = [
  [WILL, ECHO],
  [WILL, SUPPRESS_GO_AHEAD],
  [DO, TERMINAL_TYPE],
  [DO, WINDOW_SIZE],
].flatMap(([verb, option]) => [IAC, verb!, option!])
const ownOptions: ReadonlySet<number> = new Set([ECHO, SUPPRESS_GO_AHEAD])
const clientOptions: ReadonlySet<number> = new Set([TERMINAL_TYPE, WINDOW_SIZE])

/** What the client says about its terminal. Null: nothing. */
interface Terminal {
  type: string | null
  columns: number | null
  rows: number | null
}

/** Octets of text, with IAC doubled. */
const escaped = (octets: Buffer): Buffer =>
  Buffer.from([...octets].flatMap(octet => (octet === IAC ? [IAC, IAC] : [octet])))

/** Answers the options of the client. An option that is agreed on is not acknowledged again (RFC 854). */
function createNegotiation(send: (...octets: number[]) => void) {
  const agreed = new Set<number>()
  return (verb: number, option: number): void => {
    if (verb === DO && !ownOptions.has(option)) send(IAC, WONT, option)
    else if (verb === WILL && !clientOptions.has(option)) send(IAC, DONT, option)
    else if (verb === WILL && !agreed.has(option)) {
      agreed.add(option)
      // SEND is 1 (RFC 1091).
      if (option === TERMINAL_TYPE) send(IAC, SB, TERMINAL_TYPE, 1, IAC, SE)
    } else if (verb === WONT) agreed.delete(option)
  }
}

/** Stores what a subnegotiation says. IS is 0 (RFC 1091); sizes have two octets (RFC 1073). */
function readSubnegotiation(octets: readonly number[], terminal: Terminal): void {
  const [option, first] = octets
  if (option === TERMINAL_TYPE && first === 0) terminal.type = Buffer.from(octets.slice(2)).toString('latin1')
  if (option === WINDOW_SIZE && octets.length === 5)
    Object.assign(terminal, { columns: octets[1]! * 256 + octets[2]!, rows: octets[3]! * 256 + octets[4]! })
}

/** Takes telnet's commands out of what the client sends. `send` gets the answers to them. */
function createTelnetDecoder(send: (...octets: number[]) => void) {
  const terminal: Terminal = { type: null, columns: null, rows: null }
  const negotiate = createNegotiation(send)
  let state: 'data' | 'cr' | 'iac' | 'option' | 'sub' | 'sub-iac' = 'data'
  let verb = 0
  let sub: number[] = []
  const keep = (octet: number) => {
    if (sub.length < maxSubnegotiation) sub.push(octet)
  }

  /** Handles one octet of a command. Returns the octet of data that it stands for. */
  const onCommand = (octet: number): number | undefined => {
    if (state === 'iac') {
      if (octet >= WILL && octet <= DONT) [state, verb] = ['option', octet]
      else if (octet === SB) [state, sub] = ['sub', []]
      else state = 'data'
      return octet === IAC ? IAC : undefined
    }
    if (state === 'option') {
      negotiate(verb, octet)
      state = 'data'
    } else if (state === 'sub') {
      if (octet === IAC) state = 'sub-iac'
      else keep(octet)
    } else if (octet === SE) {
      readSubnegotiation(sub, terminal)
      state = 'data'
    } else {
      if (octet === IAC) keep(IAC)
      state = 'sub'
    }
    return undefined
  }
  const decode = (octets: Buffer): Buffer => {
    const data: number[] = []
    for (const octet of octets) {
      if (state === 'cr') {
        state = 'data'
        if (octet === 0) continue
      }
      if (state !== 'data') {
        const meant = onCommand(octet)
        if (meant !== undefined) data.push(meant)
      } else if (octet === IAC) state = 'iac'
      else {
        data.push(octet)
        if (octet === 13) state = 'cr'
      }
    }
    return Buffer.from(data)
  }
  return { terminal, decode }
}

/** The server's side of telnet over a socket. */
export function telnetConnection(
  socket: Socket,
  behaviour: () => ConsoleBehaviour,
): ConsoleConnection & { readonly terminal: Terminal } {
  const { send, whenSent, stop } = createOctetSender(octets => {
    if (socket.writable) socket.write(octets)
  }, behaviour)
  const { terminal, decode } = createTelnetDecoder((...octets) => send(Buffer.from(octets)))
  socket.setNoDelay(true).on('error', () => undefined)
  send(Buffer.from(opening))
  return {
    terminal,
    write: octets => send(escaped(octets)),
    onData: listener => {
      socket.on('data', octets => {
        const data = decode(octets)
        if (data.length) listener(data)
      })
    },
    onClose: listener => {
      socket.once('close', () => {
        stop()
        listener()
      })
    },
    end: () => whenSent(() => socket.end()),
    destroy: () =>
      whenSent(() => {
        stop()
        socket.destroy()
      }),
  }
}
