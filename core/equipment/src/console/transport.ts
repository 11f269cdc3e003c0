import { connect, type Socket } from 'node:net'
import { createStreamDecoder, DeviceError, encodeAs, type Charset } from '@linecard/driver-kit'
import { createTelnet } from './telnet.ts'

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
