import type { Finding } from '../contract/finding.ts'
import type { TemplateText, Variables } from '../contract/template.ts'
import type { Budget } from './runtime/state.ts'
import type { Site } from '../base/site.ts'

/** What a worker is asked. */
export interface Task {
  /** Hash of the template; the worker keeps what it compiled. */
  key: string
  template: TemplateText
  /** Name of the main text in errors. */
  where: string
  budget: Budget
  clock: SharedArrayBuffer
  /** Names of all variables, for hints. */
  names: readonly string[]
  /** Those that the template reads. Null: only compile. */
  variables: Variables | null
}

export type Answer =
  | { kind: 'compiled'; sites: readonly Site[]; reads: readonly string[] | null }
  /** Marked output; `lines/decode.ts` reads it. */
  | { kind: 'output'; output: string }
  | { kind: 'refused'; finding: Finding }
