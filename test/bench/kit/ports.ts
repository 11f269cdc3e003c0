import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A UDP port that is free on this address. Benches have networks of their own in 127.0.0.0/8. */
export async function freeUdpPort(address: string): Promise<number> {
  const socket = createSocket('udp4').bind(0, address)
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>(resolve => {
    socket.close(() => resolve())
  })
  return port
}

/** A TCP port that is free on this address. */
export async function freeTcpPort(address = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise<void>(resolve => {
    server.close(() => resolve())
  })
  return port
}
