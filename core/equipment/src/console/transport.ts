import { connect, type Socket } from 'node:net'
import { createStreamDecoder, DeviceError, encodeAs, type Charset } from '@linecard/driver-kit'

/** Telnet commands and options (RFC 854, 857, 858, 1073, 1091). */
const IAC = 255
const [DONT, DO, WONT, WILL, SB, SE] = [254, 253, 252, 251, 250, 240]
const [ECHO, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, WINDOW_SIZE] = [1, 3, 24, 31]
const [IS, SEND] = [0, 1]

/** Wide, so that echoes and tables do not wrap. High, so that many pagers do not stop. */
const window = { columns: 511, rows: 1000 }
/** Nothing to send. */
const none = Buffer.alloc(0)
const windowOctets = [window.columns, window.rows]
  .flatMap(value => [value >> 8, value & 255])
  .flatMap(octet => (octet === IAC ? [IAC, IAC] : [octet]))
const windowSize = [IAC, SB, WINDOW_SIZE, ...windowOctets, IAC, SE]
/** Octets of a subnegotiation; the rest is dropped. */
const maxOctets = 256

interface Telnet {
  /**
   * Takes received octets. Gives the data without the commands of telnet, and what must be sent as a reply. A
   * command may be cut anywhere (fault 35).
   */
  receive(octets: Buffer): { data: Buffer; reply: Buffer }
  /** Data as it is sent: 255 twice, and a CR without LF as CR NUL (RFC 854). */
  encode(data: Buffer): Buffer
}

/**
 * The client side of telnet as a pure state machine. It accepts echo and suppress-go-ahead, tells terminal
 * type and window size, and refuses all other options.
 */
export function createTelnet(): Telnet {
  let state: 'data' | 'cr' | 'iac' | 'option' | 'sub' | 'sub-iac' = 'data'
  let verb = 0
  let sub: number[] = []
  /** Options that are on. They are not acknowledged again, or both sides would never stop (RFC 854). */
  const [ours, theirs] = [new Set<number>(), new Set<number>()]

  const agree = (option: number): number[] => {
    if (verb === WILL) {
      if (option !== ECHO && option !== SUPPRESS_GO_AHEAD) return [IAC, DONT, option]
      if (theirs.has(option)) return []
      theirs.add(option)
      return [IAC, DO, option]
    }
    if (verb === WONT) return theirs.delete(option) ? [IAC, DONT, option] : []
    if (verb === DONT) return ours.delete(option) ? [IAC, WONT, option] : []
    if (option !== TERMINAL_TYPE && option !== WINDOW_SIZE && option !== SUPPRESS_GO_AHEAD)
      return [IAC, WONT, option]
    if (ours.has(option)) return []
    ours.add(option)
    return [IAC, WILL, option, ...(option === WINDOW_SIZE ? windowSize : [])]
  }
  const asked = (): number[] =>
    sub[0] === TERMINAL_TYPE && sub[1] === SEND
      ? [IAC, SB, TERMINAL_TYPE, IS, ...Buffer.from('vt100'), IAC, SE]
      : []

  return {
    receive(octets) {
      const plain = (state === 'data' || state === 'cr') && !octets.includes(IAC) && !octets.includes(0)
      if (plain) {
        if (octets.length > 0) state = octets.at(-1) === 13 ? 'cr' : 'data'
        return { data: octets, reply: none }
      }
      const data: number[] = []
      const reply: number[] = []
      for (const octet of octets) {
        if (state === 'cr' && octet === 0) {
          state = 'data'
          continue
        }
        if (state === 'cr') state = 'data'
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
          reply.push(...agree(octet))
          state = 'data'
        } else if (state === 'sub') {
          if (octet === IAC) state = 'sub-iac'
          else if (sub.length < maxOctets) sub.push(octet)
        } else if (octet === SE) {
          reply.push(...asked())
          state = 'data'
        } else {
          if (octet === IAC && sub.length < maxOctets) sub.push(IAC)
          state = 'sub'
        }
      }
      return { data: Buffer.from(data), reply: Buffer.from(reply) }
    },
    encode(data) {
      const out: number[] = []
      data.forEach((octet, at) => {
        out.push(octet)
        if (octet === IAC) out.push(IAC)
        if (octet === 13 && data[at + 1] !== 10) out.push(0)
      })
      return Buffer.from(out)
    },
  }
}

/** What carries the text of a console: SSH or telnet. */
export interface ConsoleTransport {
  readonly kind: 'telnet' | 'ssh'
  write(text: string): void
  /** Sets the one reader. It receives each piece of text; a piece may end anywhere. */
  onText(reader: (text: string) => void): void
  /** The device has to wait until `resume`: its text is not read. */
  pause(): void
  resume(): void
  /** Calls the listener once, when the connection has ended; with the error if it broke. */
  onEnd(listener: (error: Error | null) => void): void
  close(): void
}

/** Where to connect to. */
export interface Endpoint {
  ip: string
  /** TCP port. */
  port: number
  connectMs: number
  /** In which texts come and go; UTF-8 by default. */
  charset?: Charset | undefined
  signal: AbortSignal
}

/**
 * What is typed, in the charset of the device. @throws DeviceError BadArgument for a character that it does
 * not have
 */
export function typedOctets(text: string, charset: Charset): Buffer {
  const octets = encodeAs(text, charset)
  if (!('cannot' in octets)) return octets
  throw new DeviceError(
    'BadArgument',
    `The console of the device has texts in ${charset}, which has no ${JSON.stringify(octets.cannot)}. ` +
      'Write it without, or set "charset" in the access profile.',
    { notSent: true },
  )
}

/** Data of telnet as text. */
function telnetOver(socket: Socket, charset: Charset = 'utf-8'): ConsoleTransport {
  const telnet = createTelnet()
  // The end of a packet may cut a character.
  const decode = createStreamDecoder(charset)
  let broken: Error | null = null
  socket.setNoDelay(true).on('error', error => {
    broken = error
  })
  return {
    kind: 'telnet',
    write: text => {
      if (!socket.destroyed) socket.write(telnet.encode(typedOctets(text, charset)))
    },
    onText: reader => {
      socket.on('data', octets => {
        const { data, reply } = telnet.receive(octets)
        if (reply.length > 0) socket.write(reply)
        if (data.length > 0) reader(decode(data))
      })
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    onEnd: listener => {
      socket.once('close', () => listener(broken))
    },
    close: () => socket.destroy(),
  }
}

/** @throws DeviceError DeviceUnreachable if no connection is made in time */
export function openTelnet({ ip, port, connectMs, signal, charset }: Endpoint): Promise<ConsoleTransport> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: ip, port })
    const unreachable = (why: string) =>
      new DeviceError('DeviceUnreachable', `${ip}:${port} does not accept a telnet connection: ${why}.`)
    const late = setTimeout(() => fail(unreachable(`no answer in ${connectMs / 1000} s`)), connectMs)
    const onAbort = () => fail(signal.reason as Error)
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: Error) => {
      settle()
      socket.destroy()
      reject(error)
    }
    const onError = (error: NodeJS.ErrnoException) => fail(unreachable(error.code ?? error.message))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    socket.once('error', onError).once('connect', () => {
      settle()
      socket.off('error', onError)
      resolve(telnetOver(socket, charset))
    })
  })
}
