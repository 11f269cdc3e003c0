import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type Item, type Menu, Trap, ask, questionOf } from './menus.ts'
import { decoder, encode } from './wire.ts'

/** How the API misbehaves; may be changed while it runs. */
export interface ApiBehaviour {
  /** Time before every answer. */
  delayMs?: number
  /** No answer: at all, or to commands that begin so. Logins are answered unless all is silent. */
  silent?: boolean | readonly string[]
  /** Silence after so many rows of an answer. */
  silentAfterRows?: number
  /** Refusals by command, e.g. `{ '/ip/arp/print': 'not enough permissions (9)' }`. */
  traps?: Readonly<Record<string, string>>
  /** Of each sentence that is no login only so many octets are sent; then nothing more. */
  cut?: number
  /** Sent in place of an answer. */
  garbage?: Buffer
  /** The session is ended with this reason in place of an answer. */
  fatal?: string
  /** Changes every row before it is sent: other words, other encodings. */
  tamper?(row: Item): readonly (string | Buffer)[]
}

export interface ApiOptions {
  ip: string
  /** TCP ports of the plain service and of the one with TLS; 0 takes a free one, undefined: the service is off. */
  port?: number
  tlsPort?: number
  login: string
  password: string
  /** `plain` as 6.43 and later have it, `challenge` as before. */
  loginStyle?: 'plain' | 'challenge'
  /** Of the TLS service; null: anonymous Diffie-Hellman, as before somebody gave it one. */
  certificate?: { key: string, cert: string } | null
  behaviour?: ApiBehaviour
}

/** The running API of a device. */
export interface ApiServer {
  readonly port: number | null
  readonly tlsPort: number | null
  /** Change it at will. */
  behaviour: ApiBehaviour
  /** Sentences that came behind a login, the commands alone; cancels included. The last 1000. */
  readonly commands: readonly string[]
  /** Connections taken since the start, those open now, logins that succeeded. */
  readonly connections: number
  readonly open: number
  readonly logins: number
  /** Ends all sessions, as a restart of the service does; it goes on listening. */
  drop(): void
  stop(): Promise<void>
}

const KEPT_COMMANDS = 1_000
/** Rows that are written at once. */
const BATCH = 200

/** Until the client has read what waits, or has gone. */
async function writable(socket: Socket): Promise<void> {
  const over = new AbortController()
  await Promise.race(['drain', 'close'].map(event => once(socket, event, { signal: over.signal }))).catch(() => undefined)
  over.abort()
}

const tagged = (words: (string | Buffer)[], tag: string | null): Buffer => encode(tag === null ? words : [...words, `.tag=${tag}`])

export async function startApi(menus: Readonly<Record<string, Menu>>, options: ApiOptions): Promise<ApiServer> {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const counts = { connections: 0, logins: 0 }
  const { ip, login, password, loginStyle = 'plain' } = options

  const serve = (socket: Socket) => {
    counts.connections++
    sockets.add(socket)
    const read = decoder()
    const running = new Map<string, AbortController>()
    let signedIn = false
    let challenge: string | null = null
    socket.setNoDelay(true).on('error', () => undefined).on('close', () => {
      sockets.delete(socket)
      for (const one of running.values()) one.abort()
    })
    const send = async (sentences: Buffer[]) => { if (!socket.destroyed && !socket.write(Buffer.concat(sentences))) await writable(socket) }
    const fatal = (reason: string) => { socket.end(encode(['!fatal', reason])) }
    const refuse = (message: string, category: number | null, tag: string | null) => send([tagged(['!trap', ...category === null ? [] : [`=category=${category}`], `=message=${message}`], tag), tagged(['!done'], tag)])

    const signIn = (values: Item, tag: string | null) => {
      const wrong = () => loginStyle === 'plain' ? refuse('invalid user name or password (6)', null, tag) : refuse('cannot log in', null, tag)
      if (loginStyle === 'challenge') {
        if (values['response'] === undefined) {
          challenge = randomBytes(16).toString('hex')
          return send([tagged(['!done', `=ret=${challenge}`], tag)])
        }
        const md5 = createHash('md5').update(Buffer.concat([Buffer.from([0]), Buffer.from(password), Buffer.from(challenge ?? '', 'hex')])).digest('hex')
        if (challenge === null || values['name'] !== login || values['response'] !== `00${md5}`) return wrong()
      } else if (values['name'] !== login || values['password'] !== password) return wrong()
      signedIn = true
      counts.logins++
      return send([tagged(['!done'], tag)])
    }
    const answer = async (command: string, values: Item, queries: string[], tag: string | null, signal: AbortSignal) => {
      const { behaviour } = api
      if (behaviour.fatal !== undefined) return fatal(behaviour.fatal)
      if (behaviour.garbage) return send([behaviour.garbage])
      const trap = behaviour.traps?.[command]
      if (trap !== undefined) return refuse(trap, null, tag)
      let sent = 0
      let batch: Buffer[] = []
      try {
        const { rows, ret } = ask(menus, { command, values, queries })
        for await (const row of rows) {
          if (signal.aborted) throw new Trap('interrupted', 2)
          if (behaviour.silentAfterRows !== undefined && sent >= behaviour.silentAfterRows) return send(batch)
          const words = behaviour.tamper?.(row) ?? Object.entries(row).map(([name, value]) => `=${name}=${value}`)
          const sentence = tagged(['!re', ...words], tag)
          if (behaviour.cut !== undefined) return send([sentence.subarray(0, behaviour.cut)])
          batch.push(sentence)
          sent++
          // What takes time is shown at once, what is there already in pieces.
          if (batch.length >= BATCH || Symbol.asyncIterator in rows) {
            await send(batch)
            batch = []
          }
        }
        if (signal.aborted) throw new Trap('interrupted', 2)
        const end = tagged(['!done', ...ret === undefined ? [] : [`=ret=${ret}`]], tag)
        return send([...batch, behaviour.cut === undefined ? end : end.subarray(0, behaviour.cut)])
      } catch (error) {
        if (!(error instanceof Trap)) throw error
        await send(batch)
        return refuse(error.message, error.category, tag)
      }
    }
    const hear = async (words: readonly string[]) => {
      const { command, values, queries, tag } = questionOf(words)
      const { delayMs, silent } = api.behaviour
      if (silent === true) return
      if (command === '/login') return signIn(values, tag)
      if (!signedIn) return fatal('not logged in')
      commands.push(command)
      if (commands.length > KEPT_COMMANDS) commands.shift()
      if (Array.isArray(silent) && silent.some(prefix => command.startsWith(prefix))) return
      if (command === '/cancel') {
        for (const [name, one] of running) if (values['tag'] === undefined || values['tag'] === name) one.abort()
        return send([tagged(['!done'], tag)])
      }
      if (command === '/quit') return fatal('session terminated on request')
      const stop = new AbortController()
      const name = tag ?? ''
      running.set(name, stop)
      if (delayMs) await new Promise(resolve => { setTimeout(resolve, delayMs) })
      await answer(command, values, queries, tag, stop.signal)
      if (running.get(name) === stop) running.delete(name)
    }
    socket.on('data', chunk => {
      try {
        for (const words of read(chunk)) {
          hear(words).catch((error: unknown) => { if (error instanceof Trap) void refuse(error.message, error.category, null); else socket.destroy(error as Error) })
        }
      } catch {
        socket.destroy()
      }
    })
  }

  const listen = async (server: Server, port: number): Promise<number> => {
    server.listen(port, ip)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const plain = options.port === undefined ? null : createServer(serve)
  const tls = options.tlsPort === undefined ? null : createTlsServer(
    options.certificate ? { ...options.certificate } : { ciphers: 'ADH-AES256-SHA256:ADH-AES128-SHA256:@SECLEVEL=0', maxVersion: 'TLSv1.2', dhparam: 'auto' }, serve)
  const shaking = new Set<Socket>()
  tls?.on('tlsClientError', () => undefined).on('connection', (raw: Socket) => { shaking.add(raw.on('close', () => shaking.delete(raw))) })
  const servers = [plain, tls].filter(server => server !== null)
  const close = async () => {
    for (const socket of [...sockets, ...shaking]) socket.destroy()
    await Promise.all(servers.filter(server => server.listening).map(server => new Promise<void>(resolve => { server.close(() => resolve()) })))
  }
  const api: ApiServer = {
    port: null, tlsPort: null, behaviour: { ...options.behaviour }, commands,
    get connections() { return counts.connections },
    get open() { return sockets.size },
    get logins() { return counts.logins },
    drop() { for (const socket of sockets) socket.destroy() },
    stop: close,
  }
  try {
    const ports = { port: plain && await listen(plain, options.port!), tlsPort: tls && await listen(tls, options.tlsPort!) }
    return Object.assign(api, ports)
  } catch (error) {
    await close()
    throw new Error(`cannot listen on ${ip}: ${(error as Error).message}`, { cause: error })
  }
}
