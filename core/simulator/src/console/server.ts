import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import type { SimulatedDevice } from '../simulated/base.ts'
import type { SimulatedSwitch } from '../simulated/switch.ts'
import type { ConsoleBehaviour } from './behaviour.ts'
import { dialects } from './dialects/index.ts'
import { tty } from './tty.ts'
import { type Account, runSession } from './session.ts'
import { sshServer } from './ssh.ts'
import { telnetConnection } from './telnet.ts'
import type { ConsoleConnection } from './connection.ts'

/**
 * The command line of a simulated switch. Plain data, so that a scene can hold it, but for patterns in
 * `behaviour`.
 */
export interface ConsoleOptions {
  /** TCP port of telnet; 0 takes a free one; without it there is none. */
  telnet?: number
  /** TCP port of SSH. */
  ssh?: number
  /** Default `admin` and `admin`. */
  login?: string
  password?: string
  /**
   * A login begins without full rights, and this isEnablePassword the privileged mode. Without it whoever signs in may
   * do all.
   */
  enable?: string
  /** SSH speaks only SHA-1, CBC and RSA, as firmwares of ten years ago. */
  legacySsh?: boolean
  /** How SSH lets people in. Default both. */
  sshMethods?: readonly ('password' | 'keyboard-interactive')[]
  behaviour?: ConsoleBehaviour
}

/** A running console. */
export interface DeviceConsole {
  /** Ports that are listened on; null: there is none. */
  readonly telnet: number | null
  readonly ssh: number | null
  /** Change it at will. */
  behaviour: ConsoleBehaviour
  /** Connections that are open, and how many there have been. */
  readonly open: number
  readonly connections: number
  /** The last thousand lines typed behind a login, of all connections. */
  readonly typed: string[]
  /** Shows another SSH host key from now on, as a device that was replaced. */
  changeHostKey(): void
  /** Breaks all connections. */
  drop(): void
  close(): Promise<void>
}

const maxTypedLines = 1000
/** Lines that a device has when nobody says otherwise. */
const defaultSessions = 16

const isSwitch = (simulated: SimulatedDevice): simulated is SimulatedSwitch =>
  'control' in simulated && 'model' in simulated

function listen(server: Server, ip: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', error =>
      reject(new Error(`cannot listen on ${ip}:${port}: ${error.message}`, { cause: error })),
    )
    server.listen(port, ip, () => resolve((server.address() as AddressInfo).port))
  })
}

/**
 * Opens the console of a switch on its own address. Rejects when a port is taken or the device has no command
 * line.
 */
export async function startConsole(
  ip: string,
  simulated: SimulatedDevice,
  options: ConsoleOptions,
): Promise<DeviceConsole> {
  if (!isSwitch(simulated))
    throw new TypeError(`device ${ip} has no command line: only simulated switches have`)
  const dialect = dialects[simulated.model.vendor]
  const account: Account = {
    login: options.login ?? 'admin',
    password: options.password ?? 'admin',
    enable: options.enable ?? null,
  }
  const sockets = new Set<Socket>()
  const typed: string[] = []
  let connections = 0
  let generation = 0
  const behaviour = () => running.behaviour

  const serve = (connection: ConsoleConnection, signedIn: string | null): void => {
    const keys = tty(connection, behaviour)
    if (sockets.size > (behaviour().sessions ?? defaultSessions)) {
      keys.write(dialect.login.busy)
      return keys.end()
    }
    void runSession({
      device: simulated,
      dialect,
      tty: keys,
      account,
      behaviour,
      signedIn,
      onLine(line) {
        typed.push(line)
        if (typed.length > maxTypedLines) typed.shift()
      },
    })
  }
  const accept = (then: (socket: Socket) => void) =>
    createServer(socket => {
      connections++
      // A device that restarts has no TCP yet.
      if (simulated.control.down) return void socket.resetAndDestroy()
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
      then(socket)
    })
  const sshOf = () =>
    sshServer({
      seed: `${simulated.control.facts.mac.toString('hex')} ${generation}`,
      legacy: options.legacySsh ?? false,
      methods: options.sshMethods ?? ['password', 'keyboard-interactive'],
      tries: 3,
      behaviour,
      good: (login, password) => login === account.login && password === account.password,
      shell: serve,
    })
  let ssh = options.ssh === undefined ? undefined : sshOf()
  const servers: Server[] = []
  const open = async (port: number | undefined, then: (socket: Socket) => void): Promise<number | null> => {
    if (port === undefined) return null
    const server = accept(then)
    servers.push(server)
    return listen(server, ip, port)
  }
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const close = async () => {
    drop()
    await Promise.all(
      servers.map(
        server =>
          new Promise(resolve => {
            server.close(resolve)
          }),
      ),
    )
  }
  const running: DeviceConsole = {
    telnet: null,
    ssh: null,
    behaviour: { ...options.behaviour },
    typed,
    drop,
    close,
    get open() {
      return sockets.size
    },
    get connections() {
      return connections
    },
    changeHostKey() {
      generation++
      if (ssh) ssh = sshOf()
    },
  }
  simulated.control.onReboot(() => {
    // What was printed before modeCommand out; who does not hang up is thrown out.
    const before = [...sockets]
    for (const socket of before) socket.end()
    setTimeout(() => {
      for (const socket of before) socket.destroy()
    }, 200).unref()
  })
  try {
    const telnet = await open(options.telnet, socket => serve(telnetConnection(socket, behaviour), null))
    const sshPort = await open(options.ssh, socket => ssh!.take(socket))
    return Object.assign(running, { telnet, ssh: sshPort })
  } catch (error) {
    await close()
    throw error
  }
}
