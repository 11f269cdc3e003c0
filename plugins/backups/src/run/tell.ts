import { visibleDevices } from '@linecard/inventory/read'
import type { Happening } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import { isOutside, isWhollyOutside } from '../times.ts'

/** Changes that are told in one round. */
const mostTold = 200

interface Row {
  id: string
  device_id: number
  ip: string
  name: string
  /** When the version before was seen last. */
  before: Date | null
  first_seen: Date
  changed_by: string | null
  changed_at: Date | null
  lines_added: number | null
  lines_removed: number | null
}

type When = 'outside' | 'unknown'

/**
 * Why people are told of a change; null: they are not. Without a known time, it was made at some time between
 * two readings.
 */
export function whyTold(
  config: Config,
  change: Pick<Row, 'before' | 'first_seen' | 'changed_at' | 'changed_by'>,
): When | null {
  const { before, first_seen: seen, changed_at: at, changed_by: by } = change
  if (at) return config.alert && isOutside(config, at) ? 'outside' : null
  if (config.alert && before && isWhollyOutside(config, before, seen)) return 'outside'
  return config.alert_unknown && by === null ? 'unknown' : null
}

const texts: Readonly<Record<When, string>> = {
  outside: 'was changed outside of working hours',
  unknown: 'was changed, and nobody knows by whom and when',
}

const happening = (row: Row, when: When): Happening => ({
  name: 'configuration_changed',
  severity: 'warning',
  device_id: row.device_id,
  interface_id: null,
  part: '',
  title: `The configuration of ${row.name || row.ip} ${texts[when]}`,
  description:
    `${row.lines_added ?? 'unknown'} lines were added and ${row.lines_removed ?? 'unknown'} removed` +
    `${row.changed_by ? ` by ${row.changed_by}` : ''}. Compare version ${row.id} with the one before.`,
  labels: { version: row.id, when, ...(row.changed_by && { changed_by: row.changed_by }) },
  time: row.changed_at ?? row.first_seen,
})

/**
 * Tells of new versions that nobody was told of yet. A process that dies in between has told nothing twice:
 * the same change is one event. Without the plugin that has events, changes wait for it for a day.
 */
export async function tellChanges({ ctx }: Base): Promise<void> {
  const { rows } = await sql<Row>`
    select v.id, v.device_id, host(d.ip) as ip, d.name, v.first_seen, v.changed_by, v.changed_at,
      v.lines_added, v.lines_removed,
      (select max(b.last_seen) from backups_version b
        where b.device_id = v.device_id and b.id < v.id) as before
    from backups_version v join (${visibleDevices(ctx.em(), { groupIds: null })}) d on d.id = v.device_id
    where not v.told order by v.id limit ${mostTold}`.execute(tables(ctx.em()))
  const events = ctx.find('network-events')
  const dayAgo = new Date(ctx.clock().getTime() - 86_400_000)
  const told: string[] = []
  for (const row of rows) {
    const when = whyTold(ctx.config, row)
    if (when && !events && row.first_seen > dayAgo) continue
    if (when) await events?.happened(happening(row, when))
    told.push(row.id)
  }
  if (told.length > 0)
    await tables(ctx.em())
      .updateTable('backups_version')
      .set({ told: true })
      .where('id', 'in', told)
      .execute()
}
