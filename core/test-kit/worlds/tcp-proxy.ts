import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to PostgreSQL, whose connections a test can cut and restore. */
export async function startProxy(url: string) {
  const { hostname, port: farPort } = new URL(url)
  const near = new URL(url)
  const sockets = new Set<Socket>()
  let up = true
  let frozen = false
  const server = createServer(socket => {
    if (!up) {
      socket.destroy()
      return
    }
    if (frozen) {
      sockets.add(socket)
      socket.pause()
      return
    }
    const far = connect(Number(farPort), hostname)
    for (const end of [socket, far]) {
      sockets.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        far.destroy()
      })
    }
    socket.pipe(far).pipe(socket)
  })
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve((server.address() as { port: number }).port)
      })
    })
  const port = await listen(0)
  near.port = String(port)
  return {
    url: near.href,
    /** Ends all connections and refuses new ones. */
    async cut() {
      up = false
      await new Promise<void>(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
    },
    /** Keeps all connections and passes nothing on, as a server that hangs. */
    freeze() {
      frozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async mend() {
      up = true
      await listen(port)
    },
    async end() {
      up = false
      for (const socket of sockets) socket.destroy()
      if (server.listening)
        await new Promise<void>(resolve => {
          server.close(() => resolve())
        })
    },
  }
}
