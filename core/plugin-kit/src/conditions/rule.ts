import type { Severity } from './condition.ts'

/** What is done with the values of a series in the window. */
export const ruleFunctions = ['last', 'rate', 'delta', 'increase', 'min', 'max', 'avg', 'absent'] as const
/**
 * As in PromQL: `last`, `min`, `max` and `avg` of the values, `delta` from the first to the last one, `rate`
 * (per second) and `increase` of a counter. `absent`: 1 for a series without a value in the window that had
 * one in the day before it.
 */
export type RuleFunction = (typeof ruleFunctions)[number]
/** `outside`: below `threshold` or above `upper`. */
export const comparisons = ['>', '>=', '<', '<=', '==', '!=', 'outside'] as const
/** Stands between the value and `RuleComparison.threshold`; `outside` needs `upper` too. */
export type Comparison = (typeof comparisons)[number]

/** Which devices and interfaces a rule looks at. Members that are absent leave nothing out. */
export interface RuleFilter {
  vendors?: readonly string[]
  model_ids?: readonly number[]
  group_ids?: readonly number[]
  /** Types of interfaces. */
  types?: readonly string[]
  /** Tags of interfaces. */
  tags?: readonly string[]
  /** Only marked (true) or only unmarked interfaces. */
  favorite?: boolean
}

/** One comparison of what a function makes of the values in the window. */
export interface RuleComparison {
  /**
   * Name of a metric of the series: `interface_receive_errors_total`. `SeriesRules.metrics` has all of them.
   */
  metric: string
  function: RuleFunction
  comparison: Comparison
  threshold: number
  /** Of `outside`: the upper limit. */
  upper?: number
}

/** What a rule compares, in the language of both stores. It holds for each series by itself. */
export interface RuleExpression extends RuleComparison {
  /** Seconds; the newest value must not be older for `last`. */
  window_sec: number
  /** What must hold too, of the same device, interface and part, in the same window. At most three. */
  also?: readonly RuleComparison[]
  filter?: RuleFilter
}

/** A rule that a plugin makes of its settings. Its name, group and expression are locked for operators. */
export interface PluginRule extends RuleExpression {
  /** Name of the events. */
  name: string
  group: string
  for_sec: number
  severity: Severity
  /** Handlebars with `labels`, `value`, `unit`, `threshold`, `device` and `interface`. */
  title: string
  description: string
}

/** A rule of a running plugin. */
export interface BoundPluginRule extends PluginRule {
  component: string
}

/** Event of this process: the slot `rules` of a plugin answers something else now. */
export const rulesChanged = 'rules.changed'
