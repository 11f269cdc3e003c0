import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { Terminal } from '../terminal.ts'
import { send, type Order, type Question, type Reply } from './frames.ts'

/** The person at the other end of a socket. */
export interface FarTerminal extends Terminal {
  /** Takes an answer to a question of this terminal. */
  take(reply: Reply): void
  /** Puts a text on their standard output. */
  write(text: string): void
}

/** @param signal aborted when they have gone */
export function farTerminal(socket: Socket, order: Order, signal: AbortSignal): FarTerminal {
  const open = new Map<number, (reply: Reply) => void>()
  let asked = 0
  const ask = (what: Question['ask'], args: Question['args']): { id: number; value: Promise<unknown> } => {
    const id = ++asked
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const gone = () => reject(signal.reason as Error)
    signal.addEventListener('abort', gone, { once: true })
    if (signal.aborted) gone()
    open.set(id, reply => {
      if ('value' in reply) resolve(reply.value)
      else reject(Object.assign(new Error(reply.message), { code: reply.code }))
    })
    send(socket, { id, ask: what, args })
    const value = promise.finally(() => {
      open.delete(id)
      signal.removeEventListener('abort', gone)
    })
    return { id, value }
  }
  const answer = async <T>(what: Question['ask'], ...args: Question['args']) =>
    (await ask(what, args).value) as T

  async function* read(path: string): AsyncGenerator<Buffer> {
    const { id, value } = ask('read', [path])
    await value
    for (;;) {
      const chunk = await answer<string | null>('next', id)
      if (chunk === null) return
      yield Buffer.from(chunk, 'base64')
    }
  }
  const write = (text: string) => void send(socket, { out: text })

  return {
    isTyped: order.typed,
    env: order.env,
    signal,
    take: reply => open.get(reply.id)?.(reply),
    write,
    print: what => void send(socket, { print: what }),
    error: { isTTY: order.shown, write: text => send(socket, { error: text }) },
    output: () =>
      new Writable({
        decodeStrings: false,
        async write(chunk: Buffer | string, _encoding, done) {
          try {
            if (!send(socket, { out: String(chunk) })) await once(socket, 'drain', { signal })
            signal.throwIfAborted()
            done()
          } catch (error) {
            done(error as Error)
          }
        },
      }),
    answersTo: questions => answer('answers', questions),
    files: {
      kind: path => answer('kind', path),
      list: path => answer('list', path),
      makeFolder: path => answer('makeFolder', path),
      read,
      async write(path, content, mode) {
        const { id, value } = ask('write', [path, mode ?? null])
        await value
        for await (const chunk of typeof content === 'string' ? [content] : content)
          await answer('chunk', id, Buffer.from(chunk).toString('base64'))
        await answer('end', id)
      },
    },
  }
}
