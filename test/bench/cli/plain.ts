/**
 * A short script without Linecard: connect, wait for the prompt, type, wait again. It knows the prompt of
 * each device, reads only the end of the output and accepts the first prompt. It does not check refusals,
 * lost connections or host keys. This is the minimum of work.
 */
import { connect } from 'node:net'
import ssh2 from 'ssh2'
import { type Bench, account, ports } from './switches.ts'

interface Line {
  write(text: string): void
  onText(listener: (text: string) => void): void
  close(): void
}

/** Types and waits, step by step. Returns the outputs of the commands. */
function converse(
  line: Line,
  steps: readonly (readonly [wait: RegExp, type: string | null])[],
): Promise<string[]> {
  return new Promise(resolve => {
    const outputs: string[] = []
    let text = ''
    let at = 0
    line.onText(piece => {
      text += piece
      while (at < steps.length && steps[at]![0].test(text)) {
        const [, type] = steps[at++]!
        outputs.push(text)
        text = ''
        if (type !== null) line.write(type)
      }
      if (at === steps.length) {
        line.close()
        resolve(outputs)
      }
    })
  })
}

const lines = ({ paging, commands, prompt }: Bench, newline: string) =>
  [
    [prompt, paging + newline],
    ...commands.map(command => [prompt, command + newline] as const),
    [prompt, null],
  ] as const

export const plainSsh = (device: Bench): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const client = new ssh2.Client()
    client.on('error', reject).on('ready', () =>
      client.shell((error, channel) => {
        if (error) return reject(error)
        const line = {
          write: (text: string) => channel.write(text),
          onText: (listener: (text: string) => void) =>
            channel.on('data', (octets: Buffer) => listener(octets.toString())),
          close: () => client.end(),
        }
        converse(line, lines(device, '\n')).then(outputs => resolve(outputs.slice(2)), reject)
      }),
    )
    client.connect({ host: device.ip, port: ports.ssh, username: account.login, password: account.password })
  })

/** Refuses all options of telnet, as a short script does. */
const options = (octets: Buffer, socket: { write(data: Buffer): void }): string => {
  const text: number[] = []
  for (let at = 0; at < octets.length; at++) {
    if (octets[at] !== 255) {
      text.push(octets[at]!)
      continue
    }
    const [verb, option] = [octets[at + 1]!, octets[at + 2]!]
    socket.write(Buffer.from([255, verb === 251 ? (option === 1 || option === 3 ? 253 : 254) : 252, option]))
    at += 2
  }
  return Buffer.from(text).toString()
}

export const plainTelnet = (device: Bench): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const socket = connect(ports.telnet, device.ip).setNoDelay(true)
    socket.on('error', reject)
    const line = {
      write: (text: string) => {
        socket.write(text)
      },
      onText: (listener: (text: string) => void) => {
        socket.on('data', octets => listener(options(octets, socket)))
      },
      close: () => {
        socket.destroy()
      },
    }
    const steps = [
      [new RegExp(`${device.user} ?$`), `${account.login}\r\n`],
      [/password: ?$/i, `${account.password}\r\n`],
      ...lines(device, '\r\n'),
    ] as const
    converse(line, steps).then(outputs => resolve(outputs.slice(4)), reject)
  })
