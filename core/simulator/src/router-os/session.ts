import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, answer } from './answers.ts'
import { createDecoder } from './codec.ts'
import { type Item, Trap, parseSentence } from './command.ts'
import { type Credentials, createLogin } from './login.ts'
import { type Replies, type Tag, createReplies } from './replies.ts'

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
