import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type Item, type Menu, Trap, runCommand, parseSentence } from './menus.ts'
import type { ApiBehaviour } from './server.ts'
import { createDecoder, encodeSentence } from './codec.ts'

/** Rows that are written at once. */
const batchSize = 200

/** Until the client has read what waits, or has gone. */
async function writable(socket: Socket): Promise<void> {
  const over = new AbortController()
  await Promise.race(['drain', 'close'].map(event => once(socket, event, { signal: over.signal }))).catch(
    () => undefined,
  )
  over.abort()
}

const tagged = (words: (string | Buffer)[], tag: string | null): Buffer =>
  encodeSentence(tag === null ? words : [...words, `.tag=${tag}`])

/** What the sessions of one API share. */
export interface Shared {
  menus: Readonly<Record<string, Menu>>
  login: string
  password: string
  loginStyle: 'plain' | 'challenge'
  behaviour(): ApiBehaviour
  /** A command came behind a login. */
  active(command: string): void
  signedIn(): void
  closed(socket: Socket): void
}

/** Serves one connection until it ends. */
export function serve(socket: Socket, { menus, login, password, loginStyle, ...shared }: Shared): void {
  const read = createDecoder()
  const running = new Map<string, AbortController>()
  let signedIn = false
  let challenge: string | null = null
  socket
    .setNoDelay(true)
    .on('error', () => undefined)
    .on('close', () => {
      shared.closed(socket)
      for (const one of running.values()) one.abort()
    })
  const send = async (sentences: Buffer[]) => {
    if (!socket.destroyed && !socket.write(Buffer.concat(sentences))) await writable(socket)
  }
  const fatal = (reason: string) => {
    socket.end(encodeSentence(['!fatal', reason]))
  }
  const refuse = (message: string, category: number | null, tag: string | null) =>
    send([
      tagged(['!trap', ...(category === null ? [] : [`=category=${category}`]), `=message=${message}`], tag),
      tagged(['!done'], tag),
    ])

  const signIn = (values: Item, tag: string | null) => {
    const wrong = () =>
      loginStyle === 'plain'
        ? refuse('invalid user name or password (6)', null, tag)
        : refuse('cannot log in', null, tag)
    if (loginStyle === 'challenge') {
      if (values['response'] === undefined) {
        challenge = randomBytes(16).toString('hex')
        return send([tagged(['!done', `=ret=${challenge}`], tag)])
      }
      const md5 = createHash('md5')
        .update(Buffer.concat([Buffer.from([0]), Buffer.from(password), Buffer.from(challenge ?? '', 'hex')]))
        .digest('hex')
      if (challenge === null || values['name'] !== login || values['response'] !== `00${md5}`) return wrong()
    } else if (values['name'] !== login || values['password'] !== password) return wrong()
    signedIn = true
    shared.signedIn()
    return send([tagged(['!done'], tag)])
  }
  const answer = async (
    command: string,
    values: Item,
    queries: string[],
    tag: string | null,
    signal: AbortSignal,
  ) => {
    const behaviour = shared.behaviour()
    if (behaviour.fatal !== undefined) return fatal(behaviour.fatal)
    if (behaviour.garbage) return send([behaviour.garbage])
    const trap = behaviour.traps?.[command]
    if (trap !== undefined) return refuse(trap, null, tag)
    let sent = 0
    let batch: Buffer[] = []
    try {
      const { rows, ret } = runCommand(menus, { command, values, queries })
      for await (const row of rows) {
        if (signal.aborted) throw new Trap('interrupted', 2)
        if (behaviour.silentAfterRows !== undefined && sent >= behaviour.silentAfterRows) return send(batch)
        const words =
          behaviour.tamper?.(row) ?? Object.entries(row).map(([name, value]) => `=${name}=${value}`)
        const sentence = tagged(['!re', ...words], tag)
        if (behaviour.cut !== undefined) return send([sentence.subarray(0, behaviour.cut)])
        batch.push(sentence)
        sent++
        // What takes time is shown at once, what is there already in pieces.
        if (batch.length >= batchSize || Symbol.asyncIterator in rows) {
          await send(batch)
          batch = []
        }
      }
      if (signal.aborted) throw new Trap('interrupted', 2)
      const end = tagged(['!done', ...(ret === undefined ? [] : [`=ret=${ret}`])], tag)
      return send([...batch, behaviour.cut === undefined ? end : end.subarray(0, behaviour.cut)])
    } catch (error) {
      if (!(error instanceof Trap)) throw error
      await send(batch)
      return refuse(error.message, error.category, tag)
    }
  }
  const hear = async (words: readonly string[]) => {
    const { command, values, queries, tag } = parseSentence(words)
    const { delayMs, silent } = shared.behaviour()
    if (silent === true) return
    if (command === '/login') return signIn(values, tag)
    if (!signedIn) return fatal('not logged in')
    shared.active(command)
    if (Array.isArray(silent) && silent.some(prefix => command.startsWith(prefix))) return
    if (command === '/cancel') {
      for (const [name, one] of running)
        if (values['tag'] === undefined || values['tag'] === name) one.abort()
      return send([tagged(['!done'], tag)])
    }
    if (command === '/quit') return fatal('session terminated on request')
    const stop = new AbortController()
    const name = tag ?? ''
    running.set(name, stop)
    if (delayMs)
      await new Promise(resolve => {
        setTimeout(resolve, delayMs)
      })
    await answer(command, values, queries, tag, stop.signal)
    if (running.get(name) === stop) running.delete(name)
  }
  socket.on('data', chunk => {
    try {
      for (const words of read(chunk)) {
        hear(words).catch((error: unknown) => {
          if (error instanceof Trap) void refuse(error.message, error.category, null)
          else socket.destroy(error as Error)
        })
      }
    } catch {
      socket.destroy()
    }
  })
}
