import type { SimulatedDevice } from '../simulated/base.ts'
import type { Service } from '../simulated/restartable.ts'
import type { ConsoleBehaviour } from './behaviour.ts'
import type { ConsoleConnection } from './connection.ts'
import type { Account } from './login.ts'
import { runSession } from './session.ts'
import { shellOf } from './shell.ts'
import { sshServer } from './ssh.ts'
import { telnetConnection } from './telnet.ts'
import { createTty } from './tty.ts'
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
function createListeners(ip: string) {
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

/** The console of a simulated switch or OLT. Plain data for a scene file, except patterns in `behaviour`. */
export interface ConsoleOptions {
  /** TCP port of telnet. 0 takes a free one; undefined: no telnet. */
  telnet?: number
  /** TCP port of SSH. 0 takes a free one; undefined: no SSH. */
  ssh?: number
  /** Default `admin` and `admin`. */
  login?: string
  password?: string
  /** Password of the privileged mode. Without it, every login starts there. */
  enable?: string
  /** SSH offers only SHA-1, CBC and RSA, as firmware of about 2010 does. */
  legacySsh?: boolean
  /** Methods of authentication that SSH offers. Default both. */
  sshMethods?: readonly ('password' | 'keyboard-interactive')[]
  behaviour?: ConsoleBehaviour
}

/** A running console. */
export interface DeviceConsole {
  /** TCP ports. Null: no such service. */
  readonly telnet: number | null
  readonly ssh: number | null
  /** May be changed at any time. */
  behaviour: ConsoleBehaviour
  /** Open connections, and connections since the start. */
  readonly open: number
  readonly connections: number
  /** The last thousand lines after a login, of all connections. */
  readonly typed: string[]
  /** Shows another SSH host key from now on, as a replaced device does. */
  changeHostKey(): void
  /** Breaks all connections. */
  drop(): void
  close(): Promise<void>
}

const maxTypedLines = 1000
const defaultSessions = 16

/**
 * Opens the console of a device on its own address. Rejects if a port is taken or the device has no console.
 */
export async function startConsole(
  ip: string,
  device: SimulatedDevice,
  options: ConsoleOptions,
): Promise<DeviceConsole> {
  const shell = shellOf(device)
  if (!shell)
    throw new TypeError(`device ${ip} has no console: only simulated switches and some OLTs have one`)
  const { login = 'admin', password = 'admin', enable = null } = options
  const account: Account = { login, password, enable }
  const listeners = createListeners(ip)
  const isDown = (service: Service) => () =>
    device.control?.down === true || device.control?.off?.has(service) === true
  const typed: string[] = []
  const behaviour = () => running.behaviour

  const serve = (connection: ConsoleConnection, signedIn: string | null): void => {
    const tty = createTty(connection, behaviour, shell.dialect.twoEnters)
    if (listeners.open() > (behaviour().sessions ?? defaultSessions)) {
      tty.write(shell.dialect.login.busy)
      return tty.end()
    }
    const onLine = (line: string) => {
      typed.push(line)
      if (typed.length > maxTypedLines) typed.shift()
    }
    void runSession({ shell, tty, account, behaviour, signedIn, onLine })
  }
  let generation = 0
  const createSsh = () =>
    sshServer({
      seed: `${device.identity.mac.toString('hex')} ${generation}`,
      legacy: options.legacySsh ?? false,
      methods: options.sshMethods ?? ['password', 'keyboard-interactive'],
      tries: 3,
      behaviour,
      isRight: (name, secret) => name === account.login && secret === account.password,
      shell: serve,
    })
  let ssh = options.ssh === undefined ? undefined : createSsh()
  const running: DeviceConsole = {
    telnet: null,
    ssh: null,
    behaviour: { ...options.behaviour },
    typed,
    drop: listeners.drop,
    close: listeners.close,
    get open() {
      return listeners.open()
    },
    get connections() {
      return listeners.connections()
    },
    changeHostKey() {
      generation++
      if (ssh) ssh = createSsh()
    },
  }
  device.control?.onReboot(listeners.closeConnections)
  try {
    return Object.assign(running, {
      telnet: await listeners.listen(options.telnet, isDown('telnet'), socket =>
        serve(telnetConnection(socket, behaviour), null),
      ),
      ssh: await listeners.listen(options.ssh, isDown('ssh'), socket => ssh!.take(socket)),
    })
  } catch (error) {
    await listeners.close()
    throw error
  }
}
