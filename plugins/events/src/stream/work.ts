import type { Context } from '@linecard/plugin-kit'
import type { Client, Topic } from './client.ts'

/** How often work is looked at, in ms. */
const everyMs = 2000

/** One piece of long work. */
export interface Piece {
  id: string
  /** What clients get. */
  shown: object
  /** It goes on, and is looked at again. */
  open: boolean
  sees?(client: Client): boolean
}

/** A kind of long work, told under the name `message`. */
export interface Work {
  topic: Topic
  message: string
  /** Of clients that are told. */
  permission: string
  /** What is being done or has just ended, and what was open at the last look. */
  look(before: readonly string[]): Promise<readonly Piece[]>
}

/** Tells the progress of long work to the clients of this process that may see it. */
export function followWork(
  ctx: Context,
  clients: () => Iterable<Client>,
  { topic, message, permission, look }: Work,
): { stop(): void } {
  let known = new Map<string, { text: string; open: boolean }>()
  let stopped = false
  const listening = () =>
    [...clients()].filter(({ topics, caller }) => topics.has(topic) && caller.permissions.has(permission))

  async function tell(): Promise<void> {
    const told = listening()
    if (told.length === 0) {
      known = new Map()
      return
    }
    const before = known
    const pieces = await look([...before].flatMap(([id, { open }]) => (open ? id : [])))
    known = new Map(pieces.map(({ id, shown, open }) => [id, { text: JSON.stringify(shown), open }]))
    for (const { id, shown, sees } of pieces) {
      if (before.get(id)?.text === known.get(id)!.text) continue
      for (const client of told) if (sees?.(client) ?? true) client.send(message, shown)
    }
  }
  const again = () => {
    if (stopped) return
    timer = setTimeout(() => {
      void tell()
        .catch((error: unknown) => ctx.log.debug({ err: error, topic }, 'the progress of work is not known'))
        .finally(again)
    }, everyMs).unref()
  }
  let timer: NodeJS.Timeout | undefined
  again()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
