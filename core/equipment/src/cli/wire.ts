import { connect } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { DeviceError } from '@linecard/driver-kit'
import { telnet } from './telnet.ts'

/** A connection to a device's console, whatever carries it. */
export interface Wire {
  readonly kind: 'telnet' | 'ssh'
  write(text: string): void
  /** One reader; called with every piece of text, cut anywhere. */
  onText(reader: (text: string) => void): void
  /** Called once, when nothing more will come; with why, if it broke. */
  onEnd(listener: (error: Error | null) => void): void
  close(): void
}

export interface Place {
  ip: string
  port: number
  connectMs: number
  signal: AbortSignal
}

/** @throws DeviceError DeviceUnreachable when nobody takes the connection in time */
export function openTelnet({ ip, port, connectMs, signal }: Place): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: ip, port })
    const unreachable = (why: string) =>
      new DeviceError('DeviceUnreachable', `${ip}:${port} does not take a telnet connection: ${why}`)
    const late = setTimeout(() => fail(unreachable(`no answer in ${connectMs / 1000} s`)), connectMs)
    const aborted = () => fail(signal.reason as Error)
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', aborted)
    }
    const fail = (error: Error) => {
      settle()
      socket.destroy()
      reject(error)
    }
    const refused = (error: NodeJS.ErrnoException) => fail(unreachable(error.code ?? error.message))
    if (signal.aborted) return aborted()
    signal.addEventListener('abort', aborted)
    socket.once('error', refused).once('connect', () => {
      settle()
      socket.off('error', refused)
      const machine = telnet()
      // A character may be cut by a packet's end.
      const decoder = new StringDecoder('utf8')
      let broken: Error | null = null
      socket.setNoDelay(true).on('error', error => {
        broken = error
      })
      resolve({
        kind: 'telnet',
        write: text => {
          if (!socket.destroyed) socket.write(machine.encode(Buffer.from(text)))
        },
        onText: reader => {
          socket.on('data', octets => {
            const { data, reply } = machine.receive(octets)
            if (reply.length > 0) socket.write(reply)
            if (data.length > 0) reader(decoder.write(data))
          })
        },
        onEnd: listener => {
          socket.once('close', () => listener(broken))
        },
        close: () => socket.destroy(),
      })
    })
  })
}
