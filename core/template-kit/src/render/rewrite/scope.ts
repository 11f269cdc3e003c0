import type { Place } from '../../contract/template.ts'
import { refused, type Refused, type Why } from '../../base/refused.ts'
import type { Site } from '../../base/site.ts'

/** What rewriting of a template gathers. */
export interface Gathered {
  sites: Site[]
  /** Variables of the top level that some path may read. */
  reads: Set<string>
  /** A path takes the whole top level, so that all variables are needed. */
  readsAll: boolean
  /** Names that can be included. */
  blocks: ReadonlySet<string>
}

/** Where in a template rewriting is. */
export interface Scope {
  where: string
  gathered: Gathered
  /** Names of block parameters: `as |item index|`. */
  names: ReadonlySet<string>
  /** How many blocks around have a context of their own. */
  contexts: number
  /** How deep expressions are inside of each other. */
  depth: number
  /** Errors in this expression are kept as values. */
  lazy: boolean
}

export const placeOf = (node: hbs.AST.Node, { where }: Scope): Place => ({
  where,
  line: node.loc.start.line,
  column: node.loc.start.column + 1,
})

export const wrongAt = (node: hbs.AST.Node, scope: Scope, why: Why): Refused =>
  refused(placeOf(node, scope), why)

/** Registers a site and gives its number. */
export function siteOf(place: Place, scope: Scope, more: Partial<Site> = {}): number {
  const { where, line, column } = place
  return (
    scope.gathered.sites.push({
      where,
      line,
      column,
      name: '',
      octets: 0,
      soft: false,
      lazy: scope.lazy,
      mayBeEmpty: false,
      ...more,
    }) - 1
  )
}
