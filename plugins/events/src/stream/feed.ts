import { eventsChanged, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { lastSeq, oldestSeq, readChanges } from '../changes/read.ts'
import { sees, type Client } from './client.ts'

/** Changes of one reading; changes that a returning client gets at most. */
const [atOnce, mostMissed] = [500, 10_000]

export interface Feed {
  /** Sends a client what it missed since `seq` (null: nothing), and from then on what changes. */
  begin(client: Client, seq: number | null): Promise<void>
  stop(): void
}

/**
 * Gives changes of events to the clients of this process: one reading for all of them. Without clients
 * nothing is read.
 */
export function createFeed(ctx: Context, clients: () => Iterable<Client>): Feed {
  let seq: number | null = null
  let running: Promise<void> | null = null
  let again = false
  const em = () => ctx.em() as SqlEntityManager

  async function read(): Promise<void> {
    for (;;) {
      again = false
      seq ??= await lastSeq(em())
      const changes = await readChanges(em(), seq, atOnce)
      for (const { deviceId, groupId, ...change } of changes) {
        seq = change.seq
        for (const client of clients())
          if (client.live && client.seq < change.seq && sees(client.caller, { deviceId, groupId }))
            client.send('event', change, change.seq)
      }
      if (changes.length < atOnce && !again) return
    }
  }
  const follow = () => {
    again = true
    if (![...clients()].length) {
      seq = null
      return
    }
    running ??= read()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'changes of events could not be read'))
      .finally(() => {
        running = null
      })
  }
  const unfollow = ctx.events.on(eventsChanged, follow)

  /** Sends what a client missed. False: it is too much, or is not kept any more. */
  async function catchUp(client: Client, from: number): Promise<boolean> {
    const [last, oldest] = [await lastSeq(em()), await oldestSeq(em())]
    if (from > last || from < oldest - 1 || last - from > mostMissed) return false
    for (let at = from; ;) {
      const changes = await readChanges(em(), at, atOnce)
      for (const { deviceId, groupId, ...change } of changes) {
        at = change.seq
        if (sees(client.caller, { deviceId, groupId })) client.send('event', change, change.seq)
      }
      client.seq = at
      if (changes.length < atOnce) return true
    }
  }
  return {
    async begin(client, from) {
      // Who knows nothing, or too little, reads the list; the stream goes on from here.
      const known = from !== null && (await catchUp(client, from))
      if (!known) client.seq = await lastSeq(em())
      client.send(known || from === null ? 'ready' : 'reset', { seq: client.seq }, client.seq)
      // What the others got meanwhile is read again for it. It is live in the same turn.
      while (seq !== null && seq > client.seq && (await catchUp(client, client.seq)));
      client.live = true
      seq = Math.min(seq ?? client.seq, client.seq)
      follow()
    },
    stop: unfollow,
  }
}
