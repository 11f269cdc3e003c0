import type { BoundConditionSource, Condition, Context, Severity } from '@linecard/plugin-kit'
import type { RuleView } from './rule.ts'
import { tables, type FiringTable, type StateTable } from './tables.ts'

/** The component that saw the events of rules. */
export const ruleComponent = 'events'

/** Evaluations come each minute: after this time nothing is known any more, ms. */
const staleMs = 300_000
/** One reading serves all sources of a round, ms. */
const sharedMs = 1000

interface Read {
  firing: ReadonlyMap<string, FiringTable[]>
  states: ReadonlyMap<string, StateTable>
}

async function read(ctx: Context): Promise<Read> {
  const db = tables(ctx.em())
  const rows = await db
    .selectFrom('events_rule_firing')
    .selectAll()
    .where('title', 'is not', null)
    .orderBy('rule')
    .orderBy('device_id')
    .orderBy('interface_id')
    .orderBy('part')
    .execute()
  const states = await db.selectFrom('events_rule_state').selectAll().execute()
  return {
    firing: Map.groupBy(rows, row => row.rule),
    states: new Map(states.map(state => [state.rule, state])),
  }
}

const conditionOf = (row: FiringTable, severity: Severity): Condition => ({
  device_id: row.device_id || null,
  interface_id: row.interface_id || null,
  part: row.part,
  severity,
  title: row.title ?? row.rule,
  description: row.description ?? '',
  labels: row.labels,
  since: row.since,
})

/** A rule has to wait for its first evaluation: after the first start, and after it was changed. */
export class NotYetEvaluated extends Error {
  override name = 'NotYetEvaluated'
}

/** The rules as sources of conditions. What they tell is what the last evaluation found. */
export function createRuleSources(ctx: Context) {
  let last: { at: number; read: Promise<Read> } | null = null
  const shared = (): Promise<Read> => {
    const now = performance.now()
    if (last && now - last.at < sharedMs) return last.read
    last = { at: now, read: read(ctx) }
    last.read.catch(() => {
      last = null
    })
    return last.read
  }

  /** @throws while nobody has evaluated the rule for minutes, or it cannot be */
  async function holding({ name, severity }: RuleView, deviceIds: readonly number[] | null) {
    const { firing, states } = await shared()
    const state = states.get(name)
    if (!state) throw new NotYetEvaluated('the rule was not evaluated yet')
    if (state.error !== null) throw new Error(state.error)
    if (ctx.clock().getTime() - state.evaluated_at.getTime() > staleMs)
      throw new Error(`the rule was last evaluated at ${state.evaluated_at.toISOString()}`)
    const rows = firing.get(name) ?? []
    const wanted = deviceIds && new Set(deviceIds)
    return rows
      .filter(({ device_id }) => !wanted || wanted.has(device_id))
      .map(row => conditionOf(row, severity))
  }

  const bound = (name: string, severity: Severity) => ({
    name,
    component: ruleComponent,
    label: name,
    severity,
    // Evaluations count the time for which it must hold.
    forSec: 0,
  })

  return {
    of: (rule: RuleView): BoundConditionSource => ({
      ...bound(rule.name, rule.severity),
      holding: ({ deviceIds }) => holding(rule, deviceIds),
    }),
    /** Of a rule that does not run: nothing holds. */
    silent: (name: string): BoundConditionSource => ({
      ...bound(name, 'warning'),
      holding: () => Promise.resolve([]),
    }),
  }
}
