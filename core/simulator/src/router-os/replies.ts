import { once } from 'node:events'
import type { Socket } from 'node:net'
import { encodeSentence } from './codec.ts'

/** The `.tag` of a request, which its answers repeat. */
export type Tag = string | null

export const sentence = (words: readonly (string | Buffer)[], tag: Tag): Buffer =>
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
export function createReplies(socket: Socket) {
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
export type Replies = ReturnType<typeof createReplies>
