import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import type { Answered, AnsweredRow } from './answered.ts'
import { polled } from './polled.ts'

/** Longest text that is kept of an ONU, characters. */
const maxLength = 200

/** A text of a device, short enough to be kept; null: none. */
export const short = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value.replaceAll('\0', '').trim().slice(0, maxLength).toWellFormed()
    : null

/**
 * Stores texts. An ONU keeps a text until the device gives another one. `always`: also of ONUs that a person
 * has switched off, because it says what they are.
 */
export const textsUpdate =
  (names: readonly string[], { always = false } = {}) =>
  ({ deviceId, data }: Answered): RawBuilder<unknown> | null => {
    const rows = (data as AnsweredRow[])
      .map(row => ({
        bind_key: row.interface.id,
        texts: Object.fromEntries(names.map(name => [name, short(row[name])])),
      }))
      .filter(({ texts }) => names.some(name => texts[name] !== null))
      .map(({ bind_key, texts }) => ({ bind_key, ...texts }))
    if (rows.length === 0) return null
    const columns = names.map(name => sql.ref(name))
    const told = columns.map(column => sql`coalesce(r.${column}, o.${column})`)
    return sql`
      update inventory_onu o set ${sql.join(columns.map((column, n) => sql`${column} = ${told[n]}`))}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        bind_key bigint, ${sql.join(columns.map(column => sql`${column} text`))}
      )
      where o.device_id = ${deviceId} and o.bind_key = r.bind_key and ${always ? sql`true` : polled}
        and (${sql.join(columns.map(column => sql`o.${column}`))}) is distinct from (${sql.join(told)})`
  }
