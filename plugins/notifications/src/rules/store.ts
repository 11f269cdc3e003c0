import type { Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { tables, type ActionRuleTable, type EventRuleTable } from '../tables.ts'
import type { RulesBody } from './bodies.ts'

export const eventRules = (em: SqlEntityManager): Promise<EventRuleTable[]> =>
  tables(em).selectFrom('notifications_event_rule').selectAll().orderBy('name').execute()

export const actionRules = (em: SqlEntityManager): Promise<ActionRuleTable[]> =>
  tables(em).selectFrom('notifications_action_rule').selectAll().orderBy('name').execute()

/** The rule of a name, else that of all other names (`*`). */
export const ruleFor = <R extends { name: string }>(rules: readonly R[], name: string): R | undefined =>
  rules.find(rule => rule.name === name) ?? rules.find(rule => rule.name === '*')

export async function allRules(em: SqlEntityManager) {
  return { events: await eventRules(em), actions: await actionRules(em) }
}

function assertOnce(rules: readonly { name: string }[], path: string): void {
  const names = new Set<string>()
  for (const [at, { name }] of rules.entries()) {
    if (names.has(name))
      throw fail('NOTIFICATIONS_RULE_TWICE', { name }, [
        { path: `${path}/${at}/name`, message: 'is there twice' },
      ])
    names.add(name)
  }
}

/** Replaces all rules, or none. @throws NOTIFICATIONS_RULE_TWICE */
export async function replaceRules(ctx: Context, { events, actions }: RulesBody): Promise<void> {
  assertOnce(events, 'events')
  assertOnce(actions, 'actions')
  await ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    await tables(em).deleteFrom('notifications_event_rule').execute()
    await tables(em).deleteFrom('notifications_action_rule').execute()
    if (events.length > 0) await tables(em).insertInto('notifications_event_rule').values(events).execute()
    if (actions.length > 0) await tables(em).insertInto('notifications_action_rule').values(actions).execute()
  })
}
