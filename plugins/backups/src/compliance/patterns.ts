import type { Demand, Rule } from './rule.ts'

/** A pattern of a rule: where it stands, and the captures that its conditions name. */
export interface PlacedPattern {
  path: readonly (string | number)[]
  pattern: string
  captures: readonly string[]
}

const ofDemands = (base: PlacedPattern['path'], demands: readonly Demand[] = []): PlacedPattern[] =>
  demands.map(({ pattern, where = {} }, at) => ({
    path: [...base, at, 'pattern'],
    pattern,
    captures: Object.keys(where),
  }))

/** All patterns of a rule. */
export function patternsOf(rule: Rule): PlacedPattern[] {
  const plain = (path: PlacedPattern['path'], pattern: string | undefined): PlacedPattern[] =>
    pattern === undefined ? [] : [{ path, pattern, captures: [] }]
  return [
    ...plain(['for', 'model'], rule.for?.model),
    ...ofDemands(['must'], rule.must),
    ...ofDemands(['must_not'], rule.must_not),
    ...(rule.must_each ?? []).flatMap((each, at) => [
      ...plain(['must_each', at, 'section'], each.section),
      ...plain(['must_each', at, 'with'], each.with),
      ...plain(['must_each', at, 'without'], each.without),
      ...ofDemands(['must_each', at, 'must'], each.must),
      ...ofDemands(['must_each', at, 'must_not'], each.must_not),
    ]),
  ]
}
