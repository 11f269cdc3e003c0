import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Item, Trap, parseSentence, type ApiRequest, type Menu, runCommand } from './command.ts'
import { type Credentials, createLogin } from './login.ts'
import type { ApiBehaviour } from './behaviour.ts'
import { once } from 'node:events'

/**
 * Encodes a word. Written here and not shared with the client: a simulated device must not have the same
 * bugs.
 */
function word(octets: Buffer): Buffer {
  const { length } = octets
  const head =
    length < 0x80
      ? [length]
      : length < 0x4000
        ? [0x80 | (length >> 8), length & 255]
        : length < 0x200000
          ? [0xc0 | (length >> 16), (length >> 8) & 255, length & 255]
          : length < 0x10000000
            ? [0xe0 | (length >>> 24), (length >> 16) & 255, (length >> 8) & 255, length & 255]
            : [0xf0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255]
  return Buffer.concat([Buffer.from(head), octets])
}

/** Encodes a sentence. Words are texts, or octets in any encoding. */
export const encodeSentence = (words: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([...words.map(one => word(Buffer.isBuffer(one) ? one : Buffer.from(one))), Buffer.from([0])])

/** The most octets of one sentence. A longer sentence ends the session. */
const maxOctets = 1_000_000

/** Makes a decoder that collects chunks and returns complete sentences. It throws for invalid ones. */
export function createDecoder(): (chunk: Buffer) => string[][] {
  let rest = Buffer.alloc(0)
  let words: string[] = []
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    if (rest.length > maxOctets) throw new Error('the sentence is too long')
    const sentences: string[][] = []
    for (;;) {
      const first = rest[0]
      if (first === undefined) return sentences
      if (first > 0xf7) throw new Error('a control octet')
      const extra = first < 0x80 ? 0 : first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      if (rest.length < extra + 1) return sentences
      const length =
        extra === 0
          ? first
          : [...rest.subarray(1, extra + 1)].reduce(
              (sum, octet) => sum * 256 + octet,
              first & (0x7f >> extra),
            )
      if (length > maxOctets) throw new Error('a word is too long')
      if (rest.length < extra + 1 + length) return sentences
      const text = rest.toString('utf8', extra + 1, extra + 1 + length)
      rest = rest.subarray(extra + 1 + length)
      if (length > 0) words.push(text)
      else if (words.length > 0) {
        sentences.push(words)
        words = []
      }
    }
  }
}

/** The `.tag` of a request, which its answers repeat. */
type Tag = string | null

const sentence = (words: readonly (string | Buffer)[], tag: Tag): Buffer =>
  encodeSentence(tag === null ? words : [...words, `.tag=${tag}`])

/** Waits until the client has read what is buffered, or has closed the connection. */
async function writable(socket: Socket): Promise<void> {
  const over = new AbortController()
  await Promise.race(['drain', 'close'].map(event => once(socket, event, { signal: over.signal }))).catch(
    () => undefined,
  )
  over.abort()
}

/** The sentences that the device sends on one connection. */
function createReplies(socket: Socket) {
  const send = async (sentences: readonly Buffer[]): Promise<void> => {
    if (!socket.destroyed && !socket.write(Buffer.concat(sentences))) await writable(socket)
  }
  return {
    send,
    done: (tag: Tag, ...words: string[]) => send([sentence(['!done', ...words], tag)]),
    trap: (message: string, category: number | null, tag: Tag) =>
      send([
        sentence(
          ['!trap', ...(category === null ? [] : [`=category=${category}`]), `=message=${message}`],
          tag,
        ),
        sentence(['!done'], tag),
      ]),
    /** Ends the session. */
    fatal(reason: string): void {
      socket.end(encodeSentence(['!fatal', reason]))
    },
  }
}
type Replies = ReturnType<typeof createReplies>

/** Number of rows that are written together. */
const batchSize = 200

/** The menus and the faults of an API. */
interface Service {
  menus: Readonly<Record<string, Menu>>
  behaviour(): ApiBehaviour
}

type TaggedRequest = ApiRequest & { tag: Tag }

const wordsOf = (row: Item): string[] => Object.entries(row).map(([name, value]) => `=${name}=${value}`)

/** Sends the rows of a command and its end. Throws Trap if the command refuses or is cancelled. */
async function sendRows(
  request: TaggedRequest,
  { menus, behaviour }: Service,
  replies: Replies,
  cancelled: AbortSignal,
): Promise<void> {
  const { silentAfterRows = Infinity, tamper, cut } = behaviour()
  const { rows, ret } = runCommand(menus, request)
  let sent = 0
  let batch: Buffer[] = []
  try {
    for await (const row of rows) {
      if (cancelled.aborted) throw new Trap('interrupted', 2)
      if (sent >= silentAfterRows) return await replies.send(batch)
      const octets = sentence(['!re', ...(tamper?.(row) ?? wordsOf(row))], request.tag)
      if (cut !== undefined) return await replies.send([octets.subarray(0, cut)])
      batch.push(octets)
      sent++
      // Rows of a command that takes time are sent one by one, others in batches.
      if (batch.length >= batchSize || Symbol.asyncIterator in rows) {
        await replies.send(batch)
        batch = []
      }
    }
    if (cancelled.aborted) throw new Trap('interrupted', 2)
  } catch (error) {
    await replies.send(batch)
    throw error
  }
  const end = sentence(['!done', ...(ret === undefined ? [] : [`=ret=${ret}`])], request.tag)
  await replies.send([...batch, cut === undefined ? end : end.subarray(0, cut)])
}

/** Answers one command, with the faults of the behaviour. */
async function answer(
  request: TaggedRequest,
  service: Service,
  replies: Replies,
  cancelled: AbortSignal,
): Promise<void> {
  const { fatal, garbage, traps } = service.behaviour()
  if (fatal !== undefined) return replies.fatal(fatal)
  if (garbage) return replies.send([garbage])
  const trap = traps?.[request.command]
  if (trap !== undefined) return replies.trap(trap, null, request.tag)
  try {
    await sendRows(request, service, replies, cancelled)
  } catch (error) {
    if (!(error instanceof Trap)) throw error
    await replies.trap(error.message, error.category, request.tag)
  }
}

/** What all connections of one API share. */
export interface Api extends Service {
  credentials: Credentials
  /** Called for every command after a login. */
  onCommand(command: string): void
  onLogin(): void
  onClose(socket: Socket): void
}

/**
 * Handles the sentences of one connection: login, `/cancel`, `/quit`, and and commands, which run at the same
 * time and differ by tag.
 */
function createSession(api: Api, replies: Replies) {
  const running = new Map<string, AbortController>()
  const login = createLogin(api.credentials)
  let signedIn = false

  const signIn = (values: Item, tag: Tag): Promise<void> => {
    const result = login(values)
    if (typeof result === 'object') return replies.done(tag, `=ret=${result.challenge}`)
    if (result === 'refused')
      return api.credentials.loginStyle === 'plain'
        ? replies.trap('invalid user name or password (6)', null, tag)
        : replies.trap('cannot log in', null, tag)
    signedIn = true
    api.onLogin()
    return replies.done(tag)
  }
  const cancel = (wanted: string | undefined, tag: Tag): Promise<void> => {
    for (const [name, one] of running) if (wanted === undefined || wanted === name) one.abort()
    return replies.done(tag)
  }
  return {
    async onSentence(words: readonly string[]): Promise<void> {
      const request = parseSentence(words)
      const { command, values, tag } = request
      const { delayMs, silent } = api.behaviour()
      if (silent === true) return
      if (command === '/login') return signIn(values, tag)
      if (!signedIn) return replies.fatal('not logged in')
      api.onCommand(command)
      if (Array.isArray(silent) && silent.some(prefix => command.startsWith(prefix))) return
      if (command === '/cancel') return cancel(values['tag'], tag)
      if (command === '/quit') return replies.fatal('session terminated on request')
      const stop = new AbortController()
      const name = tag ?? ''
      running.set(name, stop)
      if (delayMs) await sleep(delayMs)
      await answer(request, api, replies, stop.signal)
      if (running.get(name) === stop) running.delete(name)
    },
    cancelAll(): void {
      for (const one of running.values()) one.abort()
    },
  }
}

/** Serves one connection until it ends. */
export function serveConnection(socket: Socket, api: Api): void {
  const decode = createDecoder()
  const replies = createReplies(socket)
  const session = createSession(api, replies)
  socket
    .setNoDelay(true)
    .on('error', () => undefined)
    .on('close', () => {
      api.onClose(socket)
      session.cancelAll()
    })
    .on('data', chunk => {
      try {
        for (const words of decode(chunk)) {
          session.onSentence(words).catch((error: unknown) => {
            if (error instanceof Trap) void replies.trap(error.message, error.category, null)
            else socket.destroy(error as Error)
          })
        }
      } catch {
        socket.destroy()
      }
    })
}
