import type { Socket } from 'node:net'
import type { ConsoleBehaviour } from './behaviour.ts'
import { type ConsoleConnection, createOctetSender } from './connection.ts'
import { type Terminal, createTelnetDecoder, escaped, opening } from './telnet-codec.ts'

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
