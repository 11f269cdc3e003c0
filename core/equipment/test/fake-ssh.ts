import ssh2, { type AuthContext, type Connection, type ServerConfig } from 'ssh2'
import { hostKey } from '@linecard/simulator'

const { Server } = ssh2

export const keys = [hostKey('one'), hostKey('another')] as const

/** A shell over SSH with two commands: `show version` and `drop`. */
export interface Served {
  port: number
  /** Attempted logins. */
  tried: string[]
  /** Answers to the questions of keyboard-interactive. */
  answers: string[]
  close(): Promise<void>
}
export async function serve(
  config: Partial<ServerConfig> & {
    interactive?: boolean
    /** Asked by keyboard-interactive. */
    questions?: { prompt: string; echo: boolean }[]
    port?: number
    host?: string
  } = {},
): Promise<Served> {
  const tried: string[] = []
  const open = new Set<Connection>()
  const { interactive, questions, port: wanted, host = '127.0.0.1', ...rest } = config
  const asked = questions ?? [{ prompt: 'Password: ', echo: false }]
  const answers: string[] = []
  const server = new Server({ hostKeys: [keys[0]], ...rest } as ServerConfig, client => {
    open.add(client)
    client.on('error', () => undefined).on('close', () => open.delete(client))
    client.on('authentication', (context: AuthContext) => {
      tried.push(context.method)
      const good = (password: string) => context.username === 'noc' && password === 'pass-word'
      if (interactive && context.method === 'keyboard-interactive')
        context.prompt(asked, given => {
          answers.push(...given)
          const [password] = given
          if (good(password ?? '')) context.accept()
          else context.reject()
        })
      else if (!interactive && context.method === 'password' && good(context.password)) context.accept()
      else context.reject(interactive ? ['keyboard-interactive'] : ['password'])
    })
    client.on('session', accept =>
      accept()
        .on('pty', yes => yes?.())
        .on('shell', yes => {
          const channel = yes()
          channel.write('\r\nsw1#')
          let line = ''
          channel.on('data', (data: Buffer) => {
            for (const character of data.toString()) {
              channel.write(character === '\n' ? '\r\n' : character)
              if (character !== '\n') {
                line += character
                continue
              }
              channel.write(
                line === 'show version' ? 'Version 1.2\r\nвулиця\r\nsw1#' : line === 'drop' ? '' : 'sw1#',
              )
              if (line === 'drop') channel.close()
              line = ''
            }
          })
        }),
    )
  })
  await new Promise<void>(resolve => {
    server.listen(wanted ?? 0, host, resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    tried,
    answers,
    close: () =>
      new Promise(resolve => {
        for (const client of open) client.end()
        server.close(() => resolve())
      }),
  }
}
