import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import type { ApiBehaviour } from './behaviour.ts'
import type { Menu } from './command.ts'
import type { Credentials } from './login.ts'
import { type Api, serveConnection } from './session.ts'
import { createTls } from './tls.ts'

export interface ApiOptions extends Omit<Credentials, 'loginStyle'> {
  ip: string
  /**
   * TCP ports of the plain service and of the one with TLS. 0 takes a free one; undefined: no such service.
   */
  port?: number
  tlsPort?: number
  /** Default `plain`. */
  loginStyle?: Credentials['loginStyle']
  /** Of the TLS service. Null: anonymous Diffie-Hellman, as RouterOS does without a certificate. */
  certificate?: { key: string; cert: string } | null
  behaviour?: ApiBehaviour
  /** Called before anything is answered. False: the service takes no connection. */
  awake?: () => boolean
}

/** The running API of a device. */
export interface ApiServer {
  readonly port: number | null
  readonly tlsPort: number | null
  /** May be changed at any time. */
  behaviour: ApiBehaviour
  /** The last 1000 commands after a login, without their arguments. `/cancel` is included. */
  readonly commands: readonly string[]
  /** Connections since the start, those open now, and logins that succeeded. */
  readonly connections: number
  readonly open: number
  readonly logins: number
  /** Ends all sessions, as a restart of the service does. It continues to listen. */
  drop(): void
  stop(): Promise<void>
}

const maxKeptCommands = 1_000

async function listen(server: Server, ip: string, port: number): Promise<number> {
  server.listen(port, ip)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const closed = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
  })

/** Counts connections and commands, and keeps the open sockets. */
function createStatistics() {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const counts = { connections: 0, logins: 0 }
  return {
    commands,
    sockets,
    counts,
    listeners: {
      onCommand(command: string) {
        commands.push(command)
        if (commands.length > maxKeptCommands) commands.shift()
      },
      onLogin() {
        counts.logins++
      },
      onClose(socket: Socket) {
        sockets.delete(socket)
      },
    },
    onConnection(socket: Socket) {
      counts.connections++
      sockets.add(socket)
    },
  }
}

/** Starts the services of the API. Rejects if a port is taken. */
export async function startApi(
  menus: Readonly<Record<string, Menu>>,
  options: ApiOptions,
): Promise<ApiServer> {
  const { ip, login, password, loginStyle = 'plain' } = options
  const { commands, sockets, counts, listeners, onConnection } = createStatistics()
  const shared: Api = {
    menus,
    credentials: { login, password, loginStyle },
    behaviour: () => api.behaviour,
    ...listeners,
    onCommand(command) {
      awake()
      listeners.onCommand(command)
    },
  }
  const awake = options.awake ?? (() => true)
  const accept = (socket: Socket) => {
    if (!awake()) return void socket.destroy()
    onConnection(socket)
    serveConnection(socket, shared)
  }
  const handshakes = new Set<Socket>()
  const plain = options.port === undefined ? null : createServer(accept)
  const tls = options.tlsPort === undefined ? null : createTls(options.certificate, handshakes, accept)
  const stop = async () => {
    for (const socket of [...sockets, ...handshakes]) socket.destroy()
    const servers = [plain, tls].filter(server => server !== null && server.listening)
    await Promise.all(servers.map(server => closed(server!)))
  }
  const api: ApiServer = {
    port: null,
    tlsPort: null,
    behaviour: { ...options.behaviour },
    commands,
    get connections() {
      return counts.connections
    },
    get open() {
      return sockets.size
    },
    get logins() {
      return counts.logins
    },
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    stop,
  }
  try {
    return Object.assign(api, {
      port: plain && (await listen(plain, ip, options.port!)),
      tlsPort: tls && (await listen(tls, ip, options.tlsPort!)),
    })
  } catch (error) {
    await stop()
    throw new Error(`cannot listen on ${ip}: ${(error as Error).message}`, { cause: error })
  }
}
