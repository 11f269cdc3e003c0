import type { ApiBehaviour } from './behaviour.ts'
import { type ApiRequest, type Item, type Menu, Trap, runCommand } from './command.ts'
import { type Replies, type Tag, sentence } from './replies.ts'

/** Number of rows that are written together. */
const batchSize = 200

/** The menus and the faults of an API. */
export interface Service {
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
export async function answer(
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
