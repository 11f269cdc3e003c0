import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiBehaviour } from './behaviour.ts'
import { createDecoder } from './codec.ts'
import { type ApiRequest, type Item, type Menu, Trap, parseSentence, runCommand } from './command.ts'
import { type Credentials, createLogin } from './login.ts'
import { type Replies, type Tag, createReplies, sentence } from './replies.ts'

/** Number of rows that are written together. */
const batchSize = 200

/** What all connections of one API share. */
export interface Api {
  menus: Readonly<Record<string, Menu>>
  credentials: Credentials
  behaviour(): ApiBehaviour
  /** Called for every command after a login. */
  onCommand(command: string): void
  onLogin(): void
  onClose(socket: Socket): void
}

type TaggedRequest = ApiRequest & { tag: Tag }

const wordsOf = (row: Item): string[] => Object.entries(row).map(([name, value]) => `=${name}=${value}`)

/** Sends the rows of a command and its end. Throws Trap if the command refuses or is cancelled. */
async function sendRows(
  request: TaggedRequest,
  { menus, behaviour }: Api,
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

async function answer(
  request: TaggedRequest,
  api: Api,
  replies: Replies,
  cancelled: AbortSignal,
): Promise<void> {
  const { fatal, garbage, traps } = api.behaviour()
  if (fatal !== undefined) return replies.fatal(fatal)
  if (garbage) return replies.send([garbage])
  const trap = traps?.[request.command]
  if (trap !== undefined) return replies.trap(trap, null, request.tag)
  try {
    await sendRows(request, api, replies, cancelled)
  } catch (error) {
    if (!(error instanceof Trap)) throw error
    await replies.trap(error.message, error.category, request.tag)
  }
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
