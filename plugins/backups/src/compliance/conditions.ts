import { visibleDevices } from '@linecard/inventory/read'
import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { excused } from './read.ts'
import { tables } from './tables.ts'

/** Devices that are told at most. */
const mostTold = 10_000

interface Row {
  id: number
  ip: string
  name: string
  rules: string[]
  critical: boolean
  warning: boolean
  since: Date
}

function conditionOf({ id, ip, name, rules, critical, warning, since }: Row): Condition {
  const few = rules.slice(0, 5).join(', ')
  return {
    device_id: id,
    interface_id: null,
    part: '',
    severity: critical ? 'critical' : warning ? 'warning' : 'info',
    title: `The configuration of ${(name || ip).slice(0, 100)} breaks ${rules.length} rules`,
    description: `${few}${rules.length > 5 ? ', …' : ''}. See /component/backups/compliance/${id}.`,
    labels: { ip },
    since,
  }
}

export const complianceFailed: ConditionSource<Base> = {
  label: 'A configuration breaks rules',
  severity: 'warning',
  async holding({ ctx }, { deviceIds }) {
    const em = ctx.em()
    const { rows } = await sql<Row>`
      select d.id, host(d.ip) as ip, d.name, array_agg(r.id order by r.id) as rules,
        bool_or(r.severity = 'critical') as critical, bool_or(r.severity = 'warning') as warning,
        min(f.since) as since
      from backups_failed f join backups_rule r on r.id = f.rule
      join (${visibleDevices(em, { groupIds: null })}) d on d.id = f.device_id
      where d.enabled and not ${excused(ctx.clock())}
        and (${deviceIds === null} or d.id = any (${[...(deviceIds ?? [])]}::int[]))
      group by d.id, d.ip, d.name order by min(f.since), d.id limit ${mostTold}`.execute(tables(em))
    return rows.map(conditionOf)
  },
}
