import type { Detail } from '@linecard/plugin-kit'
import type { Finding } from '../contract/finding.ts'
import type { TemplateText, Variables } from '../contract/template.ts'
import type { Budget } from '../render/runtime/state.ts'
import type { Site } from '../base/site.ts'

/** Limits of a task, and the clock on which its worker shows where it is. */
export interface Limited {
  budget: Budget
  clock: SharedArrayBuffer
}

/** A template to compile or to render. */
export interface TemplateTask {
  /** Hash of the template; the worker keeps what it compiled. */
  key: string
  template: TemplateText
  /** Name of the main text in errors. */
  where: string
  /** Names of all variables, for hints. */
  names: readonly string[]
  /** Those that the template reads. Null: only compile. */
  variables: Variables | null
}

/** Another work on texts of authors: one of `works.ts`, with its arguments. */
export interface WorkTask {
  work: string
  args: readonly unknown[]
}

/** What a worker is asked. */
export type Task = (TemplateTask | WorkTask) & Limited

export type Answer =
  | { kind: 'done'; result: unknown }
  /** The caller's mistake, as an ApiError has it. */
  | { kind: 'wrong'; code: string; message: string; details: readonly Detail[] }
  | { kind: 'compiled'; sites: readonly Site[]; reads: readonly string[] | null }
  /** Marked output; `lines/decode.ts` reads it. */
  | { kind: 'output'; output: string }
  | { kind: 'refused'; finding: Finding }
