import type { Context, EndedAction } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { actionRules, ruleFor } from '../rules/store.ts'
import type { ActionRuleTable } from '../tables.ts'
import { readOn } from './cursor.ts'
import { mayKnow, recipients, seenBy } from './people.ts'
import { insertDeliveries, type NewDelivery } from './rows.ts'
import { actionData } from './subject.ts'

const batch = 100

/** How a status counts for rules. What nobody knows may have failed. */
const succeeded = ({ status }: EndedAction) => status === 'SUCCESS' || status === 'DONE'

const wanted = (action: EndedAction, rule: ActionRuleTable | undefined): boolean =>
  rule?.enabled === true && (succeeded(action) ? rule.on_success : rule.on_fail)

async function rowsOf(ctx: Context<Config>, actions: readonly EndedAction[]): Promise<NewDelivery[]> {
  if (actions.length === 0) return []
  const people = (await recipients(ctx)).filter(({ severities }) => severities.includes('notify'))
  const deviceIds = [...new Set(actions.flatMap(action => action.device_id ?? []))]
  const devices = new Map(
    (await ctx.use('devices').several(deviceIds, ctx.use('auth').system())).map(one => [one.id, one]),
  )
  const callers = people.map(({ caller }) => caller)
  const seen = await seenBy(ctx.em(), callers, deviceIds)
  return actions.flatMap(action => {
    const { device_id: deviceId, user } = action
    const subject = { source: 'action', deviceId, userId: user?.id ?? null }
    const data = { event: null, action: actionData(action, devices.get(deviceId ?? Number.NaN) ?? null) }
    return people
      .filter(
        ({ caller, ignored_actions: ignored }) =>
          !ignored.includes(action.action) && mayKnow(caller, subject, seen),
      )
      .map(({ id, type }) => ({
        contact_id: id,
        channel: type,
        source: 'action' as const,
        source_id: action.id,
        kind: 'notification' as const,
        severity: 'notify' as const,
        name: data.action.action,
        title: `${data.action.action}: ${action.status}`,
        device_id: deviceId,
        data,
        due_at: null,
      }))
  })
}

/** Reads the actions that ended next and writes who is told. Returns whether there may be more. */
export async function readActions(ctx: Context<Config>): Promise<boolean> {
  const log = ctx.use('action-log')
  return readOn(ctx, {
    source: 'actions',
    batch,
    end: () => log.lastEnd(),
    after: position => log.endedAfter(position, batch),
    async write(actions) {
      const rules = await actionRules(ctx.em())
      const oldest = ctx.clock().getTime() - ctx.config.give_up_hours * 3_600_000
      const told = actions.filter(
        action => action.time.getTime() >= oldest && wanted(action, ruleFor(rules, action.action)),
      )
      const rows = await rowsOf(ctx, told)
      return em => insertDeliveries(em, rows)
    },
  })
}
