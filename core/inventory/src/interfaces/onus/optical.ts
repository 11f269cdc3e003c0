import { listOf } from '@linecard/driver-kit/modules'
import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import { polled } from './polled.ts'
import type { Answered, AnsweredRow, Limits } from './answered.ts'

const levels = ['rx', 'tx', 'olt_rx', 'temp', 'voltage'] as const
const optical = [...levels, 'distance'] as const
type Level = 'rx' | 'olt_rx'

const known = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const limitsOf = (limits: Limits, field: Level): { min: number; max: number } =>
  field === 'rx'
    ? { min: limits.onu_rx_min_dbm, max: limits.onu_rx_max_dbm }
    : { min: limits.onu_olt_rx_min_dbm, max: limits.onu_olt_rx_max_dbm }

/** A value outside of its limits is bad since the first reading that found it there. */
export function badSince(field: Level, value: RawBuilder<unknown>, limits: Limits, time: Date) {
  const { min, max } = limitsOf(limits, field)
  const column = sql.ref(`${field}_bad_since`)
  return sql`${column} = case when ${value} < ${min} or ${value} > ${max}
    then coalesce(o.${column}, ${time}::timestamptz) end`
}

/** The value after a reading. The length of the fibre does not change. */
function next(field: string): RawBuilder<unknown> {
  const column = sql.ref(field)
  return field === 'distance'
    ? sql`coalesce(r.distance, o.distance)`
    : sql`case when r.taken then r.${column} else coalesce(r.${column}, o.${column}) end`
}

function measurements({ args, data, complete }: Answered, history: boolean) {
  const asked = listOf(args['load_only'] as string | string[] | undefined)
  const fields = optical.filter(field => asked?.includes(field) ?? true)
  const rows = (data as AnsweredRow[])
    .map(row => {
      const values = Object.fromEntries(fields.map(field => [field, known(row[field])]))
      const measured = levels.some(field => values[field] != null)
      return {
        bind_key: row.interface.id,
        ...values,
        measured,
        taken: complete && (measured || (!history && fields.some(field => field !== 'distance'))),
      }
    })
    .filter(
      ({ measured, taken, ...row }) => measured || taken || ('distance' in row && row.distance !== null),
    )
  return { fields, rows }
}

/**
 * Stores optics. An ONU that is offline is not measured and keeps its last values with their age, unless
 * `history` is off. Values that did not arrive or were not asked for stay as well.
 */
export function opticalUpdate(
  answered: Answered,
  limits: Limits,
  history: boolean,
): RawBuilder<unknown> | null {
  const { deviceId, time } = answered
  const { fields, rows } = measurements(answered, history)
  if (rows.length === 0) return null
  const marked = (['rx', 'olt_rx'] as const).filter(field => fields.includes(field))
  const sets = [
    ...fields.map(field => sql`${sql.ref(field)} = ${next(field)}`),
    sql`optics_at = case when r.measured or r.taken then ${time}::timestamptz else o.optics_at end`,
    ...marked.map(field => badSince(field, next(field), limits, time)),
  ]
  const columns = fields.map(field => sql`${sql.ref(field)} double precision`)
  return sql`
    update inventory_onu o set ${sql.join(sets)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      bind_key bigint, measured boolean, taken boolean, ${sql.join(columns)}
    )
    where o.device_id = ${deviceId} and o.bind_key = r.bind_key and ${polled}
      and (o.optics_at is null or o.optics_at <= ${time}::timestamptz)`
}
