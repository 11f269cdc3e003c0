import type { Socket } from 'node:net'
import ssh2, { type AuthContext, type Connection, type ServerChannel, type ServerConfig } from 'ssh2'
import type { ConsoleBehaviour } from './behaviour.ts'
import { hostKey, legacyHostKey } from './host-key.ts'
import { type ConsoleConnection, sender } from './connection.ts'

export interface SshOptions {
  /** Of the host key. */
  seed: string
  /** Speaks only what firmwares of ten years ago did: SHA-1, CBC, an RSA key. */
  legacy: boolean
  /** Ways to sign in that are offered. */
  methods: readonly ('password' | 'keyboard-interactive')[]
  good(login: string, password: string): boolean
  /** Passwords that may be wrong before the connection ends. */
  tries: number
  behaviour(): ConsoleBehaviour
  /** Somebody is signed in and wants a shell. */
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
  const { send, drained, stop } = sender(octets => {
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
      drained(() => {
        channel.exit(0)
        channel.end()
        client.end()
      }),
    destroy: () =>
      drained(() => {
        stop()
        socket.destroy()
      }),
  }
}

/** Gives shells to sockets that have just come. */
export function sshServer({ seed, legacy, methods, good, tries, behaviour, shell }: SshOptions): {
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
        if (good(login, password)) return context.accept()
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
      // One server of ssh2 a socket, so that its connection can be broken.
      new ssh2.Server(config, client => serve(client, socket))
        .on('error', () => undefined)
        .injectSocket(socket)
    },
  }
}
