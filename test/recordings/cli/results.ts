import type { BackupCase } from './backups/cases.ts'
import type { Played } from './play.ts'
import type { Compared } from './rows.ts'

/** A session that was played: the commands of one platform from one source. */
export interface PlayedSession {
  source: 'oxidized' | 'ntc-templates' | 'noc'
  platform: string
  name: string
  vendor: string
  played: Played[]
  pages: number
}
/** A text that the other system tests as a prompt. */
export interface PromptCase {
  model: string
  platform: string
  prompt: string
  should: boolean
  is: boolean
}
/** A secret of a recorded configuration. */
export interface SecretCase {
  session: string
  platform: string
  secret: string
  shown: boolean
}
export interface CliReport {
  sessions: PlayedSession[]
  compared: Compared[]
  prompts: PromptCase[]
  secrets: SecretCase[]
  backups: BackupCase[]
  /** Recorded outputs that a parser reads. */
  parsed: number
  /** Recorded outputs that no parser reads. */
  unparsed: number
  /** Recordings that are not played. */
  left: { source: string; name: string; count: number }[]
}
