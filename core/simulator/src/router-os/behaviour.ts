import type { Item } from './command.ts'

/** Faults of the API, for tests. They may change while it runs. */
export interface ApiBehaviour {
  /** Time before every answer. */
  delayMs?: number
  /** No answer: to nothing, or to commands that begin with one of these texts. A list leaves logins alone. */
  silent?: boolean | readonly string[]
  /** No further answer after this number of rows. */
  silentAfterRows?: number
  /** Refusals by command, e.g. `{ '/ip/arp/print': 'not enough permissions (9)' }`. */
  traps?: Readonly<Record<string, string>>
  /** Only this number of octets of a sentence is sent, then nothing more. Logins are sent in full. */
  cut?: number
  /** Octets that are sent instead of an answer. */
  garbage?: Buffer
  /** The session ends with this reason instead of an answer. */
  fatal?: string
  /** Changes every row before it is sent: other words, other encodings. */
  tamper?(row: Item): readonly (string | Buffer)[]
}
