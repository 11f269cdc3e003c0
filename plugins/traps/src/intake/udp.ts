import { createSocket, type Socket } from 'node:dgram'

/** Octets that the kernel keeps while the thread is busy. */
const receiveOctets = 4 * 1024 * 1024

interface UdpOptions {
  address: string
  port: number
  onMessage(message: Buffer, from: { address: string; port: number }): void
  failed(error: Error): void
}

/** Opens a socket for datagrams. Resolves when it listens; never if `failed` was called. */
export function listenUdp({ address, port, onMessage, failed }: UdpOptions): Promise<Socket> {
  const socket = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4' })
  socket.on('error', failed)
  socket.on('message', onMessage)
  return new Promise(resolve =>
    socket.bind(port, address, () => {
      try {
        socket.setRecvBufferSize(receiveOctets)
      } catch {
        // The kernel allows less: it then drops earlier, and counts that itself.
      }
      resolve(socket)
    }),
  )
}
