import type { Server, Socket } from 'node:net'
import { createServer } from 'node:tls'

/** Cipher suites without a certificate, which only TLS 1.2 has. */
const anonymousTls = {
  ciphers: 'ADH-AES256-SHA256:ADH-AES128-SHA256:@SECLEVEL=0',
  maxVersion: 'TLSv1.2',
  dhparam: 'auto',
} as const

/**
 * A TLS server. `handshakes` holds the sockets whose handshake may not be over, so that stopping can end
 * them.
 */
export function createTls(
  certificate: { key: string; cert: string } | null | undefined,
  handshakes: Set<Socket>,
  accept: (socket: Socket) => void,
): Server {
  const server = createServer(certificate ? { ...certificate } : anonymousTls, accept)
  server
    .on('tlsClientError', () => undefined)
    .on('connection', (socket: Socket) => {
      handshakes.add(socket.on('close', () => handshakes.delete(socket)))
    })
  return server
}
