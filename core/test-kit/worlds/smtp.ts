import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls'

/** The steps of a session, by what the client has just sent. `body`: the message with its final dot. */
export type Stage = 'connect' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body'
/**
 * What the server does at a step: answers, says nothing, closes, or sends this line. `taken-…`: it has taken
 * the message before that. `gate`: it answers when the gate opens.
 */
export type Deed =
  | 'ok'
  | 'hang'
  | 'cut'
  | 'taken-hang'
  | 'taken-cut'
  | { line: string }
  | { gate: Promise<void> }

export interface Mail {
  id: string
  to: string
  raw: string
}

const answers: Record<Stage, string> = {
  connect: '220 stand-in',
  ehlo: '250-stand-in\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  auth: '235 ok',
  mail: '250 ok',
  rcpt: '250 ok',
  data: '354 go on',
  body: '250 taken',
}
const stageOf = (line: string): Stage | null =>
  ({ EHLO: 'ehlo', AUTH: 'auth', MAIL: 'mail', RCPT: 'rcpt', DATA: 'data' } as const)[
    line.slice(0, 4).toUpperCase() as 'EHLO'
  ] ?? null

/** The subject of a mail, decoded. */
export function subjectOf(raw: string): string {
  const folded = /^Subject: ((?:.*)(?:\r?\n[ \t].*)*)/im.exec(raw)?.[1] ?? ''
  const words = folded.replace(/\?=\r?\n[ \t]+=\?UTF-8\?Q\?/gi, '').replace(/\r?\n[ \t]+/g, ' ')
  const octets = (text: string) =>
    text
      .replaceAll('_', ' ')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return words.replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
    Buffer.from(octets(text), 'latin1').toString('utf8'),
  )
}

function perform(socket: Socket, deed: Deed, answer: string): void {
  if (deed === 'ok') socket.write(`${answer}\r\n`)
  else if (deed === 'cut' || deed === 'taken-cut') socket.destroy()
  else if (typeof deed === 'object' && 'line' in deed) socket.write(`${deed.line}\r\n`)
  else if (typeof deed === 'object') void deed.gate.then(() => socket.write(`${answer}\r\n`))
}
async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function close(server: Server, sockets: Iterable<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy()
  await new Promise(resolve => server.close(resolve))
}

/** Encryption of the server: from the start, or after STARTTLS. */
export interface SmtpTls {
  mode: 'tls' | 'starttls'
  key: string
  cert: string
}

/** A mail server that does at each step what a test wants. It counts what it has taken. */
export async function startSmtp(tls?: SmtpTls) {
  const taken: Mail[] = []
  const lines: string[] = []
  const clear: string[] = []
  let context: SecureContext | null = tls ? createSecureContext(tls) : null
  const sockets = new Set<Socket>()
  let deeds: Partial<Record<Stage, Deed>> = {}
  let reached: Partial<Record<Stage, number>> = {}

  const encrypted = (socket: Socket) => new TLSSocket(socket, { isServer: true, secureContext: context! })
  function session(socket: Socket, { greets = true } = {}): void {
    sockets.add(socket)
    const plain = !(socket instanceof TLSSocket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let [text, body, to] = ['', false, '']
    const take = (raw: string) =>
      taken.push({ id: /^Message-ID: <([^@>]+)@/im.exec(raw)?.[1] ?? '', to, raw })
    const at = (stage: Stage, raw = '') => {
      reached[stage] = (reached[stage] ?? 0) + 1
      const deed = deeds[stage] ?? 'ok'
      if (stage === 'body' && (deed === 'ok' || deed === 'taken-hang' || deed === 'taken-cut')) take(raw)
      const offer = stage === 'ehlo' && plain && tls?.mode === 'starttls' ? '250-STARTTLS\r\n' : ''
      perform(socket, deed, `${offer}${answers[stage]}`)
      body = stage === 'data' && deed === 'ok'
    }
    if (greets) at('connect')
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (plain) clear.push(chunk.toString())
      for (;;) {
        const end = body ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + (body ? 5 : 2))
        if (body) {
          at('body', part)
          continue
        }
        lines.push(part)
        if (/^RCPT/i.test(part)) to = /<([^>]*)>/.exec(part)?.[1] ?? ''
        const stage = stageOf(part)
        if (/^STARTTLS$/i.test(part) && plain && tls?.mode === 'starttls') {
          socket.removeAllListeners('data')
          socket.write('220 go on\r\n')
          return session(encrypted(socket), { greets: false })
        }
        if (stage) at(stage)
        else socket.end('221 bye\r\n')
      }
    })
  }

  const server = createServer(socket => {
    if (tls?.mode !== 'tls') return session(socket)
    socket.on('error', () => {})
    session(encrypted(socket))
  })
  const port = await listen(server)
  return {
    port,
    taken,
    /** Commands of clients. */
    lines,
    /** All that came without encryption. */
    clear,
    /** Another certificate from now on. */
    certificate(one: Pick<SmtpTls, 'key' | 'cert'>) {
      context = createSecureContext(one)
    },
    /** Different messages that it has taken for an address. */
    idsFor: (to: string) => new Set(taken.filter(mail => mail.to === to).map(({ id }) => id)),
    does(more: Partial<Record<Stage, Deed>>) {
      deeds = more
      reached = {}
    },
    /** How often clients have come to a step since `does`. */
    reached: (stage: Stage) => reached[stage] ?? 0,
    stop: () => close(server, sockets),
  }
}
export type Smtp = Awaited<ReturnType<typeof startSmtp>>
