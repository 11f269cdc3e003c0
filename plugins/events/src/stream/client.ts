import type { ServerResponse } from 'node:http'
import type { Caller } from '@linecard/plugin-kit'

/** What a client gets: changes of events, states of devices and of interfaces, progress of jobs and polls. */
export const topics = ['events', 'devices', 'interfaces', 'jobs', 'polls'] as const
export type Topic = (typeof topics)[number]

/** Why the service ends a stream; the client is told. */
export type EndReason = 'slow' | 'signed_out' | 'permissions_changed' | 'stopping'

/** Octets that may wait for a client. */
const mostWaiting = 1024 * 1024

/** A message as `text/event-stream` has it. */
const frame = (name: string, data: unknown, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

export interface Client {
  readonly caller: Caller
  readonly topics: ReadonlySet<Topic>
  /** The last change that it has. */
  seq: number
  /** It has all changes up to now: the next ones come as they happen. */
  live: boolean
  send(name: string, data: unknown, id?: number): void
  beat(): void
  end(reason: EndReason): void
}

/** Whether a caller sees something of a device of this group; null: it has no device. */
export const sees = (
  { groupIds, permissions }: Caller,
  { deviceId, groupId }: { deviceId: number | null; groupId: number | null },
): boolean => {
  const all = permissions.has('events_see_all')
  if (deviceId === null) return all
  // The device was removed.
  if (groupId === null) return groupIds === null && all
  return groupIds === null || groupIds.includes(groupId)
}

/** A client that does not read is dropped: nothing may wait for it without end. */
export function createClient(
  response: ServerResponse,
  { caller, wanted, onEnd }: { caller: Caller; wanted: ReadonlySet<Topic>; onEnd(): void },
): Client {
  let ended = false
  response.once('close', () => {
    ended = true
    onEnd()
  })
  const client: Client = {
    caller,
    topics: wanted,
    seq: 0,
    live: false,
    send(name, data, id) {
      if (ended) return
      response.write(frame(name, data, id))
      if (id !== undefined) client.seq = id
      if (response.writableLength > mostWaiting) client.end('slow')
    },
    beat() {
      if (!ended) response.write(': beat\n\n')
    },
    end(reason) {
      if (ended) return
      ended = true
      response.end(frame('end', { reason }))
      // Who does not read the end either is cut off.
      setTimeout(() => response.destroy(), 5000).unref()
      onEnd()
    },
  }
  return client
}
