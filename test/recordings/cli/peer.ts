import { createServer, type AddressInfo, type Socket } from 'node:net'

/** One recorded exchange: what was typed, and what the device printed behind it. */
export interface Exchange {
  command: string
  /** As it goes on the wire, without the prompt that ends it. */
  output: string
  /** False: the recording has the echo in the output already. */
  echo: boolean
  /** Prompt behind it and from then on. */
  prompt?: string
  /** What a key brings, where the device waits in the middle of the output. */
  keys?: readonly string[]
}

export interface PeerPlay {
  login: string
  password: string
  /** Printed behind the login, before the first prompt. */
  banner: string
  prompt: string
  exchanges: readonly Exchange[]
  /** Said of a command that was not recorded. */
  unknown: string
  /** What the pager shows; outputs are cut into pages of so many lines, and each page waits for a key. None: as recorded. */
  pager?: { text: string, lines: number }
}

export interface Peer { port: number, /** Commands as they were typed. */ typed: string[], /** Keys that pagers got. */ keys: number, close(): Promise<void> }

/** Pages of an output; the pager stands behind each but the last. */
function pagesOf(output: string, { text, lines }: NonNullable<PeerPlay['pager']>): string[] {
  const all = output.split(/(?<=\n)/)
  const pages: string[] = []
  for (let at = 0; at < all.length; at += lines) pages.push(all.slice(at, at + lines).join('') + (at + lines < all.length ? text : ''))
  return pages
}
/** How the pager goes away again when its key was pressed. */
const rubOut = (text: string): string => `${'\b'.repeat(text.length)}${' '.repeat(text.length)}${'\b'.repeat(text.length)}`

/** A recorded device over telnet: it asks for a login, echoes, answers what was recorded in the order in which it was, and pages. */
export async function replayPeer(play: PeerPlay, host: string): Promise<Peer> {
  const sockets = new Set<Socket>()
  const peer: Peer = { port: 0, typed: [], keys: 0, close: async () => {} }
  const queue = Map.groupBy(play.exchanges, ({ command }) => command.trim())
  const answered = new Map<string, number>()
  const next = (command: string): Exchange | undefined => {
    const all = queue.get(command.trim())
    if (!all) return undefined
    const count = answered.get(command.trim()) ?? 0
    answered.set(command.trim(), count + 1)
    return all[Math.min(count, all.length - 1)]
  }
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    let stage: 'user' | 'password' | 'in' = 'user'
    let login = ''
    let typed = ''
    let previous = ''
    /** Pages that wait for a key. */
    let waiting: string[] = []
    let prompt = play.prompt
    const heard = (line: string): void => {
      if (stage === 'user') {
        [login, stage] = [line, 'password']
        socket.write('\r\nPassword: ')
      } else if (stage === 'password') {
        const good = login === play.login && line === play.password
        stage = good ? 'in' : 'user'
        socket.write(good ? `\r\n${play.banner}${play.prompt}` : '\r\nLogin incorrect\r\nlogin: ')
      } else {
        peer.typed.push(line)
        const found = line.trim() === '' ? undefined : next(line)
        prompt = found?.prompt ?? prompt
        const echo = found && !found.echo ? '' : `${line}\r\n`
        const output = line.trim() === '' ? '' : found?.output ?? `${play.unknown}\r\n`
        const pages = found?.keys ? [output, ...found.keys] : play.pager ? pagesOf(output, play.pager) : [output]
        waiting = pages.slice(1)
        socket.write(echo + pages[0]! + (waiting.length === 0 ? prompt : ''))
      }
    }
    const key = (): void => {
      peer.keys++
      const page = waiting.shift()!
      socket.write((play.pager ? rubOut(play.pager.text) : '') + page + (waiting.length === 0 ? prompt : ''))
    }
    socket.on('data', data => {
      // The client sends no telnet options of its own accord, so that what comes is text.
      for (const character of data.toString('utf8').replaceAll('\u0000', '')) {
        const before = previous
        previous = character
        if (character === '\n' && before === '\r') continue
        if (waiting.length > 0) key()
        else if (character === '\r') {
          const line = typed
          typed = ''
          heard(line)
        } else typed += character
      }
    })
    socket.write('login: ')
  })
  await new Promise<void>(resolve => { server.listen(0, host, resolve) })
  peer.port = (server.address() as AddressInfo).port
  peer.close = () => new Promise(resolve => {
    for (const socket of sockets) socket.destroy()
    server.close(() => resolve())
  })
  return peer
}
