import { closedObject, severities } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'

/** Rules of all files that are used at most: each is held against each line of each device. */
export const mostRules = 1000
/** Files of a folder that are read at most, and their size in octets. */
export const [mostFiles, mostOctets] = [500, 65_536]

const Pattern = T.String({ minLength: 1, maxLength: 1000 })
const Value = T.Union([T.String({ maxLength: 200 }), T.Number(), T.Boolean()])
const Values = T.Array(Value, { minItems: 1, maxItems: 500 })

/** What a captured text must be. Numbers are compared as numbers. */
const Condition = closedObject({
  at_least: T.Optional(T.Number()),
  at_most: T.Optional(T.Number()),
  is: T.Optional(Value),
  is_not: T.Optional(Value),
  in: T.Optional(Values),
  not_in: T.Optional(Values),
})

/** One demand: a pattern, and what its named captures must be. A text is a pattern alone. */
const Demand = closedObject({
  pattern: Pattern,
  where: T.Optional(T.Record(T.String({ pattern: '^[A-Za-z_]\\w{0,31}$' }), Condition)),
  message: T.Optional(T.String({ minLength: 1, maxLength: 200 })),
})
const Demands = T.Optional(T.Array(Demand, { minItems: 1, maxItems: 50 }))

const Each = closedObject({
  section: Pattern,
  with: T.Optional(Pattern),
  without: T.Optional(Pattern),
  must: Demands,
  must_not: Demands,
})

const Names = T.Optional(
  T.Array(T.Union([T.String({ maxLength: 100 }), T.Integer()]), { minItems: 1, maxItems: 200 }),
)

/** A rule as a person writes it, when lists and demands that were written in short are written out. */
export const RuleSchema = closedObject({
  id: T.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' }),
  title: T.String({ minLength: 1, maxLength: 200 }),
  description: T.Optional(T.String({ maxLength: 2000 })),
  severity: T.Optional(T.Enum([...severities])),
  for: T.Optional(closedObject({ driver: Names, model: T.Optional(Pattern), group: Names, type: Names })),
  must: Demands,
  must_not: Demands,
  must_each: T.Optional(T.Array(Each, { minItems: 1, maxItems: 20 })),
  exceptions: T.Optional(
    T.Array(
      closedObject({
        device: T.Union([T.String({ minLength: 1, maxLength: 100 }), T.Integer()]),
        reason: T.String({ minLength: 3, maxLength: 500 }),
        until: T.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
      }),
      { maxItems: 2000 },
    ),
  ),
})
export type Rule = Static<typeof RuleSchema>
export type Demand = Static<typeof Demand>
export type Each = Static<typeof Each>
export type Condition = Static<typeof Condition>

/** A rule of a file, with its place. */
export interface PlacedRule {
  rule: Rule
  file: string
  line: number
}

/** Why a rule, or a whole file, is not used. Other rules are. */
export interface RuleProblem {
  /** Name of the file in the folder; empty: the folder itself. */
  file: string
  line: number
  column: number
  /** Id of the rule as far as it could be read. */
  rule: string | null
  message: string
  hint: string
}
