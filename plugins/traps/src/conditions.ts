import type { ConditionSource } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { hardware } from './hardware.ts'
import type { Traps } from './setup.ts'
import { pauseSec } from './store/sources.ts'
import { tables, type SourceTable } from './tables.ts'

type Row = Pick<SourceTable, 'device_id' | 'protocol' | 'dropping_since' | 'dropped_lately'>

const what = { snmp: 'traps', syslog: 'lines of syslog' }

/** Devices that send more than is taken. It ends five minutes after the last drop. */
const dropped: ConditionSource<Traps> = {
  label: 'A device sends more traps or syslog than are taken; some are dropped',
  severity: 'warning',
  async holding({ ctx }, { deviceIds }) {
    const { rows } = await sql<Row>`
      select device_id, protocol, dropping_since, dropped_lately::text from traps_source
      where device_id is not null and dropped_at > now() - make_interval(secs => ${pauseSec})
        and ${deviceIds === null ? sql`true` : sql`device_id = any (${[...deviceIds]}::int[])`}
      order by device_id, protocol limit 10000`.execute(tables(ctx.em()))
    return rows.map(({ device_id: id, protocol, dropping_since: since, dropped_lately: count }) => ({
      device_id: id,
      interface_id: null,
      part: protocol,
      title: `The device floods this installation with ${what[protocol]}`,
      description:
        `${count} were dropped: it sends more than ${ctx.config.rate} a second. Look in its log for what ` +
        'repeats: a port that flaps, a loop, or debugging that was left on.',
      labels: { protocol },
      since: since ?? new Date(),
    }))
  },
}

export const conditions = { traps_dropped: dropped, ...hardware }
