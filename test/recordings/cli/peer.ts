import { createServer, type AddressInfo, type Socket } from 'node:net'
import ssh2, { type AuthContext, type Connection } from 'ssh2'
import { hostKey } from '@linecard/simulator'
import { weathered, type ConsoleLine, type Weather } from '@linecard/test-kit/worlds/console-weather'

/** One recorded exchange: the typed line, and the output of the device after it. */
export interface Exchange {
  command: string
  /** The octets of the connection, without the prompt at the end. */
  output: string
  /** False: the recording has the echo in the output already. */
  echo: boolean
  /** Prompt after it and from then on. */
  prompt?: string
  /** The output after a key, if the device waits in the middle of the output. */
  keys?: readonly string[]
  /** The device asked for a word in place of the prompt, and printed this after it. */
  answered?: string
}

export interface PeerPlay {
  carrier: 'telnet' | 'ssh'
  login: string
  password: string
  /** Printed after the login, before the first prompt. */
  banner: string
  prompt: string
  exchanges: readonly Exchange[]
  /** The answer to a command that was not recorded. */
  unknown: string
  /**
   * Text of the pager. Outputs are cut into pages of this number of lines, and each page waits for a key.
   * Without a pager, outputs are as recorded.
   */
  pager?: { text: string; lines: number }
  /** What the line does; none: nothing. `prompt` gives the present prompt. */
  weather?: (prompt: () => string) => Weather
}

export interface Peer {
  port: number
  /** The typed commands. */
  typed: string[]
  /** Number of keys that pagers got. */
  keys: number
  /** The exchange that is played now: its command gets this answer however often it is typed. */
  now: Exchange | null
  close(): Promise<void>
}

/** Pages of an output. The pager follows each page except the last. */
function pagesOf(output: string, { text, lines }: NonNullable<PeerPlay['pager']>): string[] {
  const all = output.split(/(?<=\n)/)
  const pages: string[] = []
  for (let at = 0; at < all.length; at += lines)
    pages.push(all.slice(at, at + lines).join('') + (at + lines < all.length ? text : ''))
  return pages
}
/** How the pager is removed after its key. */
const rubOut = (text: string): string =>
  `${'\b'.repeat(text.length)}${' '.repeat(text.length)}${'\b'.repeat(text.length)}`

/** Consoles ignore comments. */
const isComment = (text: string): boolean => /^[#!][a-z]{8}$/.test(text.trim())

/** What the device printed after the echo, which comes key by key while the command is typed. */
function behindEcho({ output, echo }: Exchange, command: string): string {
  if (echo) return output
  const first = /^[^\n]*\n/.exec(output)?.[0] ?? ''
  return first.replace(/\s+/g, '').endsWith(command.replace(/\s+/g, '')) ? output.slice(first.length) : output
}

/**
 * The behaviour of a recorded console: it echoes, answers in the recorded order, and pages.
 */
function consoleOn(
  bare: ConsoleLine,
  play: PeerPlay,
  peer: Peer,
  next: (command: string) => Exchange | undefined,
  signedIn: boolean,
): void {
  let stage: 'user' | 'password' | 'asked' | 'in' = signedIn ? 'in' : 'user'
  let answered = ''
  let login = ''
  let typed = ''
  let previous = ''
  /** Pages that wait for a key. */
  let waiting: string[] = []
  let prompt = play.prompt
  // Devices print messages to who has signed in.
  const weather = play.weather?.(() => (stage === 'in' ? prompt : ''))
  const line = weather ? weathered(bare, weather) : bare
  const heard = (text: string): void => {
    if (stage === 'user') {
      ;[login, stage] = [text, 'password']
      line.write('\r\nPassword: ')
    } else if (stage === 'password') {
      const good = login === play.login && text === play.password
      stage = good ? 'in' : 'user'
      line.write(good ? `\r\n${play.banner}${play.prompt}` : '\r\nLogin incorrect\r\nlogin: ')
    } else if (stage === 'asked') {
      stage = 'in'
      line.write(`\r\n${answered}${prompt}`)
    } else if (isComment(text)) line.write(`\r\n${prompt}`)
    else {
      peer.typed.push(text)
      const found = text.trim() === '' ? undefined : next(text)
      prompt = found?.prompt ?? prompt
      const output = text.trim() === '' ? '' : found ? behindEcho(found, text) : `${play.unknown}\r\n`
      const pages = found?.keys
        ? [output, ...found.keys]
        : play.pager
          ? pagesOf(output, play.pager)
          : [output]
      waiting = pages.slice(1)
      if (found?.answered !== undefined) [stage, answered] = ['asked', found.answered]
      const ends = waiting.length === 0 && stage === 'in'
      line.write(`\r\n${pages[0]!}${ends ? prompt : ''}`)
    }
  }
  const key = (): void => {
    peer.keys++
    const page = waiting.shift()!
    line.write((play.pager ? rubOut(play.pager.text) : '') + page + (waiting.length === 0 ? prompt : ''))
  }
  line.on('data', data => {
    // The client starts no telnet negotiation, so that its input is text.
    for (const character of data.toString('utf8').replaceAll('\u0000', '')) {
      const before = previous
      previous = character
      if (character === '\n' && before === '\r') continue
      if (waiting.length > 0) key()
      else if (character === '\r' || character === '\n') {
        const text = typed
        typed = ''
        heard(text)
      } else {
        typed += character
        if (stage !== 'password' && stage !== 'asked') line.write(character)
      }
    }
  })
  line.write(signedIn ? play.banner + play.prompt : 'login: ')
}

/** The next request gets the next recorded answer, from any session. */
function recordedOrder(
  exchanges: readonly Exchange[],
  peer: Peer,
): (command: string) => Exchange | undefined {
  const queue = Map.groupBy(exchanges, ({ command }) => command.trim())
  const answered = new Map<string, number>()
  return command => {
    if (peer.now?.command.trim() === command.trim()) return peer.now
    const all = queue.get(command.trim())
    const count = answered.get(command.trim()) ?? 0
    answered.set(command.trim(), count + 1)
    return all?.[Math.min(count, all.length - 1)]
  }
}

/** A recorded device over telnet, which asks for a login. */
async function telnetPeer(play: PeerPlay, host: string): Promise<Peer> {
  const sockets = new Set<Socket>()
  const peer: Peer = { port: 0, typed: [], keys: 0, now: null, close: async () => {} }
  const next = recordedOrder(play.exchanges, peer)
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    consoleOn(socket, play, peer, next, false)
  })
  await new Promise<void>(resolve => {
    server.listen(0, host, resolve)
  })
  peer.port = (server.address() as AddressInfo).port
  peer.close = () =>
    new Promise(resolve => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return peer
}

const key = hostKey('recorded')

/** A recorded device over SSH, which asks for no other login. */
async function sshPeer(play: PeerPlay, host: string): Promise<Peer> {
  const clients = new Set<Connection>()
  const peer: Peer = { port: 0, typed: [], keys: 0, now: null, close: async () => {} }
  const next = recordedOrder(play.exchanges, peer)
  const server = new ssh2.Server({ hostKeys: [key] }, client => {
    clients.add(client)
    client.on('error', () => undefined).on('close', () => clients.delete(client))
    client.on('authentication', (context: AuthContext) => {
      if (
        context.method === 'password' &&
        context.username === play.login &&
        context.password === play.password
      )
        context.accept()
      else context.reject(['password'])
    })
    client.on('session', accept =>
      accept()
        .on('pty', yes => yes?.())
        .on('shell', yes => consoleOn(yes(), play, peer, next, true)),
    )
  })
  await new Promise<void>(resolve => {
    server.listen(0, host, resolve)
  })
  peer.port = (server.address() as AddressInfo).port
  peer.close = () =>
    new Promise(resolve => {
      for (const client of clients) client.end()
      server.close(() => resolve())
    })
  return peer
}

export const replayPeer = (play: PeerPlay, host: string): Promise<Peer> =>
  (play.carrier === 'ssh' ? sshPeer : telnetPeer)(play, host)
