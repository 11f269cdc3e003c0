import type { ToldPort } from '@linecard/driver-kit'
import type { Told } from '../told/told.ts'

/** What a device is asked after notifications. It can be handed to another process as JSON. */
export interface Ask {
  /** Null: the device as a whole. */
  port: ToldPort | null
  modules: string[]
  /** The first module that answers is enough: a row of ifTable may be a port or an ONU. */
  first: boolean
  /** What the last notification said about the link. */
  link: 'Up' | 'Down' | null
  /** Notifications of the log that wait for the answer; the newest ones. */
  traps: string[]
  /** It is asked once more after a while: some OLTs tell before their tables have changed. */
  again: boolean
}

/** Ports of a device that are asked one by one; with more of them it is asked as a whole. */
export const mostPorts = 8
/** Notifications of one port that are noted with the answer. */
const mostTraps = 200

/** What waits for one device, each port once. */
export type Waiting = Map<string, Ask>

export const askOf = ({ meaning, port, ask }: Told, id: string): Ask | null =>
  meaning === null || ask.length === 0
    ? null
    : {
        // A notification about a port that it does not tell: only the whole can show what changed.
        port,
        modules: [...ask],
        first: meaning.kind === 'link',
        link: meaning.link ?? null,
        traps: [id],
        again: meaning.kind === 'link' || meaning.kind === 'onu',
      }

export function addAsk(waiting: Waiting, ask: Ask): void {
  const key = JSON.stringify([ask.port, ask.modules])
  const before = waiting.get(key)
  if (!before) return void waiting.set(key, ask)
  before.link = ask.link
  before.again ||= ask.again
  before.traps = [...before.traps, ...ask.traps].slice(-mostTraps)
}
