import type {
  RuleComparison,
  RuleExpression,
  RuleFault,
  RuleFunction,
  RuleMetric,
} from '@linecard/plugin-kit'
import { families, ofInterface, placeOf, slotOf, type Place } from '../catalogue/index.ts'

/** Functions of what is measured. Counters are stored as rates, so their growth is made of these. */
const ofGauges: readonly RuleFunction[] = ['last', 'delta', 'min', 'max', 'avg', 'absent']
const ofRates: readonly RuleFunction[] = [...ofGauges, 'rate', 'increase']
const ofCounters: readonly RuleFunction[] = ['rate', 'increase', 'absent']

const byCounter = new Map<string, Place>(
  families.flatMap(family =>
    family.slots.flatMap(({ counter }, slot) => (counter ? [[counter.name, { family, slot }] as const] : [])),
  ),
)

/** Where the values of a metric of a rule are: of a counter those of its rate. */
export const placeOfRule = (metric: string): Place | undefined => placeOf(metric) ?? byCounter.get(metric)

const functionsOf = (metric: string): readonly RuleFunction[] => {
  const place = placeOfRule(metric)
  if (!place) return []
  if (byCounter.has(metric)) return ofCounters
  return slotOf(place).counter ? ofRates : ofGauges
}

/** All metrics that rules can name, in the order of the catalogue. */
export const ruleMetrics = (): RuleMetric[] =>
  families.flatMap(family =>
    family.slots.flatMap(({ metric, unit, help, counter }) => {
      const about = ofInterface.has(family.key) ? ('interface' as const) : ('device' as const)
      const own = { name: metric, unit, help, functions: functionsOf(metric), of: about }
      return counter
        ? [
            own,
            { name: counter.name, unit, help: counter.help, functions: functionsOf(counter.name), of: about },
          ]
        : [own]
    }),
  )

function faultsOfOne(one: RuleComparison, at: string): RuleFault[] {
  const functions = functionsOf(one.metric)
  if (functions.length === 0) return [{ path: `${at}metric`, message: `there is no metric "${one.metric}"` }]
  if (!functions.includes(one.function))
    return [{ path: `${at}function`, message: `${one.metric} has only ${functions.join(', ')}` }]
  if (one.comparison !== 'outside')
    return one.upper === undefined
      ? []
      : [{ path: `${at}upper`, message: 'belongs to the comparison outside' }]
  if (one.upper === undefined) return [{ path: `${at}upper`, message: 'outside needs an upper limit' }]
  return one.upper < one.threshold
    ? [{ path: `${at}upper`, message: 'is below the threshold, which is the lower limit' }]
    : []
}

/** What is wrong with an expression of a rule. */
export function faultsOf(expression: RuleExpression): RuleFault[] {
  const { also = [], filter = {} } = expression
  const faults = [
    ...faultsOfOne(expression, ''),
    ...also.flatMap((one, at) => faultsOfOne(one, `also.${at}.`)),
  ]
  if (faults.length > 0) return faults
  const place = placeOfRule(expression.metric)!
  for (const [at, one] of also.entries()) {
    const other = placeOfRule(one.metric)!.family
    if (other !== place.family) {
      const names = place.family.slots.map(({ metric }) => metric).join(', ')
      faults.push({ path: `also.${at}.metric`, message: `is read at other times: only ${names}` })
    }
    if (one.function === 'absent' || expression.function === 'absent')
      faults.push({ path: `also.${at}.function`, message: 'absent stands alone' })
  }
  const ofPorts = ['types', 'tags', 'favorite'] as const
  if (!ofInterface.has(place.family.key))
    for (const name of ofPorts)
      if (filter[name] !== undefined)
        faults.push({ path: `filter.${name}`, message: `series of ${expression.metric} have no interface` })
  return faults
}

/** Whether a value passes. */
export function passes(value: number, { comparison, threshold, upper = threshold }: RuleComparison): boolean {
  switch (comparison) {
    case '>':
      return value > threshold
    case '>=':
      return value >= threshold
    case '<':
      return value < threshold
    case '<=':
      return value <= threshold
    case '==':
      return value === threshold
    case '!=':
      return value !== threshold
    case 'outside':
      return value < threshold || value > upper
  }
}
