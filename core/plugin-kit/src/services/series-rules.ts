import type { RuleExpression, RuleFunction } from '../conditions/index.ts'

/** A metric that rules can name. */
export interface RuleMetric {
  name: string
  unit: string
  help: string
  /** What rules can make of its values. */
  functions: readonly RuleFunction[]
  /** What its series are about. */
  of: 'interface' | 'device'
}

/** What is wrong with an expression: the field, and a sentence. */
export interface RuleFault {
  path: string
  message: string
  /** Of PromQL: what it is, which never changes, and what to do. */
  code?: string
  hint?: string
  /** Where in the text of the field, from 1. */
  line?: number
  column?: number
}

/** A rule in the language of both stores, or an expression that only a Prometheus-compatible store has. */
export type RuleAsked = { expression: RuleExpression } | { promql: string }

/** A series of which a rule holds. */
export interface RuleHit {
  /** Null: the expression of the store names no stored device. */
  device_id: number | null
  interface_id: number | null
  /** What tells series of one device apart. */
  part: string
  /** What was compared; null: it is no number. */
  value: number | null
  /** Always there, empty where there is nothing: `device_id`, `device`, `ip`, `vendor`, `model`, `group_id`,
   * `interface_id`, `interface`, `type`, `part`; and what an expression of the store gives. */
  labels: Readonly<Record<string, string>>
}

/** The series for which one rule holds at the asked time. */
export interface RuleAnswer {
  /** In the order of device, interface and part. */
  hits: readonly RuleHit[]
  /** Also those beyond the limit. */
  total: number
  /** Why it could not be evaluated; null: it was. Then `hits` says nothing. */
  error: string | null
}

/** The end of all windows, and how much is given. */
export interface RulesAsked {
  at: Date
  /** Hits of one rule at most. */
  limit: number
  signal: AbortSignal
}

/** Rules on series: evaluated by the store, over all series of a metric at once. */
export interface SeriesRules {
  /** Where series are kept now. */
  store(): 'embedded' | 'prometheus'
  /**
   * All metrics of the catalogue, also those of which nothing is stored. What is counted has two: the
   * counter, and its rate.
   */
  metrics(): readonly RuleMetric[]
  /** What is wrong with it; empty: it can be evaluated. */
  faultsOf(expression: RuleExpression): RuleFault[]
  /** What is wrong with an expression of the store by its grammar; the store is not asked. */
  promqlFaultsOf(promql: string): RuleFault[]
  /** The same in PromQL, for the names and labels of `GET /component/metrics_wrapper/metrics`. */
  promql(expression: RuleExpression): string
  /**
   * The answer of each, in their order. What is wrong with one rule is in its answer.
   * @throws if the store does not answer at all
   */
  evaluate(rules: readonly RuleAsked[], asked: RulesAsked): Promise<RuleAnswer[]>
}
