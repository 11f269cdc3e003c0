import type { Parameter } from '../contract/parameter.ts'
import type { Scope, Written } from './known.ts'
import type { Say } from './say.ts'

/** A parsed text. */
export interface Template {
  where: string
  /** Its name, if it is a block. */
  block: string | null
  /** Null: it cannot be parsed. */
  program: hbs.AST.Program | null
}

/** What the walk through one part knows. */
export interface Walk {
  say: Say
  /** What was set so far. */
  written: Written
  /** What is set anywhere in this part and the blocks that it includes. */
  later: ReadonlySet<string>
  parameters: ReadonlyMap<string, Parameter>
  read: Read
  include(name: string, node: hbs.AST.Node, scope: Scope): void
}

/** What templates read. */
export interface Read {
  params: Set<string>
  /** `params` as a whole: any of them may be read. */
  allParams: boolean
  /** Names that were set, and read. */
  sets: Set<string>
}
