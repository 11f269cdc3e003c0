import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Item, Menu } from './menus.ts'
import { serve } from './session.ts'

/** How the API misbehaves; may be changed while it runs. */
export interface ApiBehaviour {
  /** Time before every answer. */
  delayMs?: number
  /** No answer: at all, or to commands that begin so. Logins are answered unless all is silent. */
  silent?: boolean | readonly string[]
  /** Silence after so many rows of an answer. */
  silentAfterRows?: number
  /** Refusals by command, e.g. `{ '/ip/arp/print': 'not enough permissions (9)' }`. */
  traps?: Readonly<Record<string, string>>
  /** Of each sentence that is no login only so many octets are sent; then nothing more. */
  cut?: number
  /** Sent in place of an answer. */
  garbage?: Buffer
  /** The session is ended with this reason in place of an answer. */
  fatal?: string
  /** Changes every row before it is sent: other words, other encodings. */
  tamper?(row: Item): readonly (string | Buffer)[]
}

export interface ApiOptions {
  ip: string
  /**
   * TCP ports of the plain service and of the one with TLS; 0 takes a free one, undefined: the service is
   * off.
   */
  port?: number
  tlsPort?: number
  login: string
  password: string
  /** `plain` as 6.43 and later have it, `challenge` as before. */
  loginStyle?: 'plain' | 'challenge'
  /** Of the TLS service; null: anonymous Diffie-Hellman, as before somebody gave it one. */
  certificate?: { key: string; cert: string } | null
  behaviour?: ApiBehaviour
}

/** The running API of a device. */
export interface ApiServer {
  readonly port: number | null
  readonly tlsPort: number | null
  /** Change it at will. */
  behaviour: ApiBehaviour
  /** Sentences that came behind a login, the commands alone; cancels included. The last 1000. */
  readonly commands: readonly string[]
  /** Connections taken since the start, those open now, logins that succeeded. */
  readonly connections: number
  readonly open: number
  readonly logins: number
  /** Ends all sessions, as a restart of the service does; it goes on listening. */
  drop(): void
  stop(): Promise<void>
}

const maxKeptCommands = 1_000

export async function startApi(
  menus: Readonly<Record<string, Menu>>,
  options: ApiOptions,
): Promise<ApiServer> {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const counts = { connections: 0, logins: 0 }
  const { ip, login, password, loginStyle = 'plain' } = options

  const shared = {
    menus,
    login,
    password,
    loginStyle,
    behaviour: () => api.behaviour,
    active(command: string) {
      commands.push(command)
      if (commands.length > maxKeptCommands) commands.shift()
    },
    signedIn() {
      counts.logins++
    },
    closed(socket: Socket) {
      sockets.delete(socket)
    },
  }
  const take = (socket: Socket) => {
    counts.connections++
    sockets.add(socket)
    serve(socket, shared)
  }

  const listen = async (server: Server, port: number): Promise<number> => {
    server.listen(port, ip)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const plain = options.port === undefined ? null : createServer(take)
  const tls =
    options.tlsPort === undefined
      ? null
      : createTlsServer(
          options.certificate
            ? { ...options.certificate }
            : {
                ciphers: 'ADH-AES256-SHA256:ADH-AES128-SHA256:@SECLEVEL=0',
                maxVersion: 'TLSv1.2',
                dhparam: 'auto',
              },
          take,
        )
  const shaking = new Set<Socket>()
  tls
    ?.on('tlsClientError', () => undefined)
    .on('connection', (raw: Socket) => {
      shaking.add(raw.on('close', () => shaking.delete(raw)))
    })
  const servers = [plain, tls].filter(server => server !== null)
  const close = async () => {
    for (const socket of [...sockets, ...shaking]) socket.destroy()
    await Promise.all(
      servers
        .filter(server => server.listening)
        .map(
          server =>
            new Promise<void>(resolve => {
              server.close(() => resolve())
            }),
        ),
    )
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
    stop: close,
  }
  try {
    const ports = {
      port: plain && (await listen(plain, options.port!)),
      tlsPort: tls && (await listen(tls, options.tlsPort!)),
    }
    return Object.assign(api, ports)
  } catch (error) {
    await close()
    throw new Error(`cannot listen on ${ip}: ${(error as Error).message}`, { cause: error })
  }
}
