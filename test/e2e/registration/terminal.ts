import { once } from 'node:events'
import { connect } from 'node:net'

/** A person at a telnet console, who reads until a text is at the end of the output. */
export interface Person {
  until(end: string | RegExp): Promise<string>
  /** Types a line, and waits. */
  ask(line: string, end: string | RegExp): Promise<string>
  leave(): void
}

const silenceMs = 10_000
/** Commands of telnet: subnegotiations, then those of three octets. */
const commands = /\u00ff\u00fa[^\u00ff]*\u00ff\u00f0|\u00ff[\u00fb-\u00fe]./gs

/**
 * @param enter what an Enter is; SmartAX takes CR and LF as one each
 * @throws Error with what was read, where nothing more comes
 */
export async function telnetTo(ip: string, port: number, enter = '\r\n'): Promise<Person> {
  const socket = connect(port, ip)
  await once(socket, 'connect')
  let text = ''
  socket.on('data', octets => {
    text += octets.toString('latin1').replace(commands, '').replaceAll('\r', '')
  })
  socket.on('error', () => undefined)
  const until = async (end: string | RegExp): Promise<string> => {
    const there = () => (typeof end === 'string' ? text.endsWith(end) : end.test(text))
    while (!there()) {
      const signal = AbortSignal.timeout(silenceMs)
      await once(socket, 'data', { signal }).catch((cause: unknown) => {
        throw new Error(`${end} did not come; there is ${JSON.stringify(text)}`, { cause })
      })
    }
    const all = text
    text = ''
    return all
  }
  return {
    until,
    ask(line, end) {
      socket.write(line + enter)
      return until(end)
    },
    leave: () => socket.destroy(),
  }
}
