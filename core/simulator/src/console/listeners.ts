import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'

/** After a restart is announced, connections get this time to close by themselves. */
const closingMs = 200

function listen(server: Server, ip: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', error =>
      reject(new Error(`cannot listen on ${ip}:${port}: ${error.message}`, { cause: error })),
    )
    server.listen(port, ip, () => resolve((server.address() as AddressInfo).port))
  })
}

/** TCP servers of a device, and their open connections. One that is down resets new connections. */
export function createListeners(ip: string) {
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  return {
    open: () => sockets.size,
    connections: () => connections,
    async listen(
      port: number | undefined,
      isDown: () => boolean,
      serve: (socket: Socket) => void,
    ): Promise<number | null> {
      if (port === undefined) return null
      const server = createServer(socket => {
        connections++
        if (isDown()) return void socket.resetAndDestroy()
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
        serve(socket)
      })
      servers.push(server)
      return listen(server, ip, port)
    },
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    /** Sends what is printed, then closes all connections. */
    closeConnections() {
      const before = [...sockets]
      for (const socket of before) socket.end()
      setTimeout(() => {
        for (const socket of before) socket.destroy()
      }, closingMs).unref()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(
        servers.map(
          server =>
            new Promise(resolve => {
              server.close(resolve)
            }),
        ),
      )
    },
  }
}
