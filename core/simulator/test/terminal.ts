import { connect } from 'node:net'
import ssh2, { type Algorithms } from 'ssh2'

/** A person at a terminal, who types and reads until a text is at the end of the output. */
export interface Person {
  /** The octets as they arrived, including the commands of telnet. */
  readonly raw: Buffer
  type(text: string): void
  /**
   * Waits until the text since the last wait ends with `end`, and returns that text. Throws with the text so
   * far if nothing more arrives.
   */
  until(end: string | RegExp): Promise<string>
  /** Types a line and waits. */
  ask(line: string, end: string | RegExp): Promise<string>
  /** All text until the connection ends. */
  closed(): Promise<string>
  leave(): void
}

const silenceMs = 30_000

function person(write: (text: string) => void, leave: () => void, newline: string) {
  let text = ''
  let raw = Buffer.alloc(0)
  let over = false
  let wake: (() => void) | undefined
  const wait = (what: string) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${what} did not come; there is ${JSON.stringify(text)}`)),
        silenceMs,
      )
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const someone: Person = {
    get raw() {
      return raw
    },
    type: write,
    async until(end) {
      const there = () => (typeof end === 'string' ? text.endsWith(end) : end.test(text))
      while (!there()) {
        if (over)
          throw new Error(`the connection ended before ${String(end)}; there is ${JSON.stringify(text)}`)
        await wait(String(end))
      }
      const all = text
      text = ''
      return all
    },
    ask(line, end) {
      write(line + newline)
      return someone.until(end)
    },
    async closed() {
      // `ended` changes it.
      while (!over) await wait('the end')
      const all = text
      text = ''
      return all
    },
    leave,
  }
  return {
    someone,
    heard(octets: Buffer) {
      raw = Buffer.concat([raw, octets])
      // Subnegotiations, then commands of three octets.
      text += octets
        .toString('latin1')
        .replace(/\u00ff\u00fa[^\u00ff]*\u00ff\u00f0|\u00ff[\u00fb-\u00fe]./gs, '')
      wake?.()
    },
    ended() {
      over = true
      wake?.()
    },
  }
}

export async function telnetTo(ip: string, port: number): Promise<Person> {
  const socket = connect(port, ip)
  const { someone, heard, ended } = person(
    text => {
      socket.write(text, 'latin1')
    },
    () => socket.destroy(),
    '\r\n',
  )
  socket
    .on('data', heard)
    .on('close', ended)
    .on('error', () => undefined)
  await new Promise<void>(resolve => {
    socket.once('connect', () => resolve()).once('close', () => resolve())
  })
  return someone
}

export interface SshTo {
  login?: string
  password?: string
  keyboard?: boolean
  algorithms?: Algorithms
  seen?: (key: Buffer) => void
}

/** Rejects if the login fails. */
export function sshTo(
  ip: string,
  port: number,
  { login = 'admin', password = 'admin', keyboard = false, algorithms, seen }: SshTo = {},
): Promise<Person> {
  const client = new ssh2.Client()
  return new Promise((resolve, reject) => {
    client.on('error', reject).on('close', () => reject(new Error('closed')))
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
      finish(prompts.map(() => password)),
    )
    client.on('ready', () =>
      client.shell({ term: 'vt100' }, (error, channel) => {
        if (error) return reject(error)
        const { someone, heard, ended } = person(
          text => {
            channel.write(text, 'latin1')
          },
          () => client.end(),
          '\n',
        )
        channel.on('data', heard).on('close', ended)
        resolve(someone)
      }),
    )
    client.connect({
      host: ip,
      port,
      username: login,
      ...(keyboard ? { tryKeyboard: true, authHandler: ['keyboard-interactive'] } : { password }),
      ...(algorithms && { algorithms }),
      hostVerifier: (key: Buffer) => {
        seen?.(key)
        return true
      },
    })
  })
}
