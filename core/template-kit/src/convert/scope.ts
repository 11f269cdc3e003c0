import type { Problem } from './problem.ts'

/** Where in a template conversion is. */
export interface Scope {
  /** Names of items of loops around. */
  items: ReadonlySet<string>
  /** Names that the template sets. */
  sets: ReadonlySet<string>
  /** The list of the innermost loop, as converted; null: no loop is around. */
  list: string | null
  /**
   * Statements that have to come before the tag: a choice inside of an expression. Null: there is no place.
   */
  before: string[] | null
  /** What works, but not in all cases as in Twig. */
  notes: Problem[]
  /** Counts names of kept choices. */
  kept: { count: number }
}

/** Names of former versions. */
export const renames: Readonly<Record<string, string>> = {
  onu: 'ont',
  profiles: 'data.pon_profiles',
  free_onu_numbers: 'free',
}

/** Names that mean something else in Handlebars. */
export const reserved: ReadonlySet<string> = new Set(['else', 'this', 'as', 'undefined'])

/** Variables that no item of a list has as a field, so that their bare name is never mistaken. */
export const known: ReadonlySet<string> = new Set([
  'params',
  'user',
  'device',
  'iface',
  'interfaces_list',
  'data',
  'error',
  'ont',
  'free',
  'old',
])
