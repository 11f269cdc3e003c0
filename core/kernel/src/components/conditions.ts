import {
  severities,
  type BoundConditionSource,
  type BoundPluginRule,
  type ConditionsAsked,
  type Plugin,
  type PluginRule,
} from '@linecard/plugin-kit'
import type { LoadedComponent } from './component.ts'
import { contained } from './entered.ts'

/** Names of events, as in Prometheus. */
const eventName = /^[a-z][a-z0-9_]{0,59}$/

/** What is wrong with the condition sources of a plugin. */
export const conditionFaults = ({ conditions = {} }: Plugin): string[] =>
  Object.entries(conditions).flatMap(([name, { label, severity, forSec = 0 }]) =>
    [
      eventName.test(name)
        ? null
        : 'a name of events has lower case letters, digits and underscores, at most 60 characters',
      label ? null : 'label is missing',
      severities.includes(severity) ? null : `severity is one of ${severities.join(', ')}`,
      forSec >= 0 ? null : 'forSec is a number of seconds, 0 or more',
    ].flatMap(fault => (fault ? [`condition "${name}": ${fault}`] : [])),
  )

/** The condition sources of running plugins. */
export const boundConditions = (ready: readonly LoadedComponent[]): BoundConditionSource[] =>
  ready.flatMap(component =>
    Object.entries(component.plugin!.conditions ?? {}).map(([name, source]) => ({
      name,
      component: component.key,
      label: source.label,
      severity: source.severity,
      forSec: source.forSec ?? 0,
      holding: (asked: ConditionsAsked) => source.holding(component.context as never, asked),
    })),
  )

/** What plugins told last, by their contexts. Events of a rule that is gone end. */
const toldRules = new WeakMap<object, readonly PluginRule[]>()

function rulesOf({ plugin, context }: LoadedComponent): readonly PluginRule[] {
  const run = Object(context) as object
  const rules = contained(() => plugin!.rules?.(context as never) ?? [], toldRules.get(run) ?? [])
  toldRules.set(run, rules)
  return rules
}

/** The rules that running plugins make of their settings now. */
export const boundRules = (ready: readonly LoadedComponent[]): BoundPluginRule[] =>
  ready.flatMap(component => rulesOf(component).map(rule => ({ ...rule, component: component.key })))
