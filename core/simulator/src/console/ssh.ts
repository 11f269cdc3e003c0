import type { Socket } from 'node:net'
import ssh2, { type AuthContext, type Connection, type ServerChannel, type ServerConfig } from 'ssh2'
import type { ConsoleBehaviour } from './behaviour.ts'
import { hostKey, legacyHostKey } from './host-key.ts'
import { type ConsoleConnection, createOctetSender } from './connection.ts'

export interface SshOptions {
  /** Seed of the host key. */
  seed: string
  /** Offers only SHA-1, CBC and an RSA key, as firmware of about 2010 does. */
  legacy: boolean
  /** Methods of authentication that are offered. */
  methods: readonly ('password' | 'keyboard-interactive')[]
  isRight(login: string, password: string): boolean
  /** Number of wrong passwords after which the connection ends. */
  tries: number
  behaviour(): ConsoleBehaviour
  /** Called when a user is signed in and asks for a shell. */
  shell(connection: ConsoleConnection, login: string): void
}

const legacyAlgorithms: NonNullable<ServerConfig['algorithms']> = {
  kex: ['diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  cipher: ['aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1', 'hmac-md5'],
}

function sshConnection(
  channel: ServerChannel,
  client: Connection,
  socket: Socket,
  behaviour: () => ConsoleBehaviour,
): ConsoleConnection {
  const { send, whenSent, stop } = createOctetSender(octets => {
    if (channel.writable) channel.write(octets)
  }, behaviour)
  channel.on('error', () => undefined)
  return {
    write: send,
    onData: listener => {
      channel.on('data', listener)
    },
    onClose: listener => {
      channel.once('close', () => {
        stop()
        listener()
      })
    },
    end: () =>
      whenSent(() => {
        channel.exit(0)
        channel.end()
        client.end()
      }),
    destroy: () =>
      whenSent(() => {
        stop()
        socket.destroy()
      }),
  }
}

/** The server's side of SSH. `take` serves a new socket. */
export function sshServer({ seed, legacy, methods, isRight, tries, behaviour, shell }: SshOptions): {
  take(socket: Socket): void
} {
  const config: ServerConfig = {
    hostKeys: [legacy ? legacyHostKey() : hostKey(seed)],
    ...(legacy ? { algorithms: legacyAlgorithms } : {}),
  }

  const serve = (client: Connection, socket: Socket): void => {
    let wrong = 0
    let login = ''
    client.on('error', () => undefined)
    client.on('authentication', (context: AuthContext) => {
      const judge = (password: string) => {
        login = context.username
        if (isRight(login, password)) return context.accept()
        context.reject([...methods])
        if (++wrong >= tries) client.end()
      }
      if (!methods.some(method => method === context.method)) context.reject([...methods])
      else if (context.method === 'password') judge(context.password)
      else if (context.method === 'keyboard-interactive')
        context.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) => judge(answer ?? ''))
    })
    client.on('session', accept => {
      const session = accept()
      session.on('pty', yes => yes?.()).on('window-change', yes => yes?.())
      session.on('shell', yes => shell(sshConnection(yes(), client, socket, behaviour), login))
    })
  }
  return {
    take(socket) {
      socket.setNoDelay(true).on('error', () => undefined)
      // One ssh2 server for each socket: only so the socket of a connection is known and can be broken.
      new ssh2.Server(config, client => serve(client, socket))
        .on('error', () => undefined)
        .injectSocket(socket)
    },
  }
}
