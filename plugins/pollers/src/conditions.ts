import { visibleDevices } from '@linecard/inventory/read'
import type { Condition, ConditionsAsked, ConditionSource, Context, Failing } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlBool } from '@linecard/plugin-kit/sql'
import type { Config } from './config.ts'
import type { Pollers } from './setup.ts'
import { tables } from './tables.ts'

interface Row {
  id: number
  ip: string
  name: string
  since: Date
  error: string | null
  failing: Failing
}

/** Devices that are on, are polled, and fit. `since` is a column of `pollers_device` `p`. */
async function devicesThat(
  { em, config }: Context<Config>,
  { deviceIds }: ConditionsAsked,
  { fits, since }: { fits: RawBuilder<SqlBool>; since: RawBuilder<Date> },
): Promise<Row[]> {
  if (!config.polling) return []
  const { rows } = await sql<Row>`
    select d.id, host(d.ip) as ip, d.name, ${since} as since, p.error, p.failing
    from pollers_device p
    join (${visibleDevices(em(), { groupIds: null })}) d on d.id = p.device_id
    where d.enabled and p.next_at < 'infinity' and ${fits}
      and (${deviceIds === null} or d.id = any (${[...(deviceIds ?? [])]}::int[]))
    order by d.id`.execute(tables(em()))
  return rows
}

const about = ({ id, ip }: Row) => ({ device_id: id, interface_id: null, part: '', labels: { ip } })

/** It ends by itself: nothing tells that a restart is over. */
const rebooted: ConditionSource<Pollers> = {
  label: 'Device has restarted',
  severity: 'warning',
  async holding({ ctx }, asked) {
    const after = new Date(ctx.clock().getTime() - ctx.config.restart_min * 60_000)
    const rows = await devicesThat(ctx, asked, {
      fits: sql`p.restart_seen_at > ${after}`,
      since: sql`p.restarted_at`,
    })
    return rows.map((row): Condition => ({
      ...about(row),
      title: `${row.name || row.ip} (${row.ip}) has restarted`,
      description:
        'Its uptime started again: it, or its SNMP agent, was started. Look at its power, and at who did it.',
      since: row.since,
    }))
  },
}

/** Modules that are named, at most. */
const mostNamed = 10

/** Polls that bring nothing, or not all. A device that is down is not polled, and fails as before. */
const failing: ConditionSource<Pollers> = {
  label: 'Polls of a device fail',
  severity: 'info',
  forSec: 900,
  async holding({ ctx }, asked) {
    const rows = await devicesThat(ctx, asked, { fits: sql`p.failing <> '{}'`, since: sql`p.failing_since` })
    return rows.map((row): Condition => {
      const silent = row.failing['']
      const modules = Object.entries(row.failing).flatMap(([module, code]) =>
        module === '' ? [] : `${module}: ${code}`,
      )
      const named = modules.slice(0, mostNamed).join(', ')
      return {
        ...about(row),
        severity: silent ? 'warning' : 'info',
        title: silent
          ? `${row.name || row.ip} (${row.ip}) answers no poll`
          : `${row.name || row.ip} (${row.ip}) cannot be polled completely`,
        description: silent
          ? `The last error was ${silent}. Look at its access profile, its address and what is between.`
          : `${named}${modules.length > mostNamed ? ', …' : ''}. The log of polls has the reasons.`,
        since: row.since,
      }
    })
  },
}

export const conditions = { device_rebooted: rebooted, poll_failing: failing }
