import type { NotCopied, StoredDevice } from '@linecard/simulator'

/** The made-up secrets of a copy. Nothing real has them. */
export interface CopySecrets {
  login: string
  password: string
  /** Null: every login has full rights, as on a device without such a password. */
  enable: string | null
  read: string
  write: string
}

/** What the thread of a copy begins with. */
export interface CopyPlan {
  stored: StoredDevice
  ip: string
  secrets: CopySecrets
}

/** Keep the present configuration under a name, or compare two that were kept. */
export type CopyOrder = { id: number; keep: string } | { id: number; before: string; after: string }

/** The difference of two configurations; `unified` null: they differ too much to be told line by line. */
export interface Difference {
  equal: boolean
  unified: string | null
}

export type CopyReport =
  | { ready: { snmp: number; telnet: number; model: string; not_copied: NotCopied[] } }
  | { none: true }
  | { id: number; difference: Difference | null }
  | { id: number; error: string }
