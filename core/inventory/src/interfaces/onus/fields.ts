import { onuStatuses } from '@linecard/driver-kit/modules'
import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'

export type Kind = 'integer' | 'number' | 'text' | 'ident' | 'word' | 'time'

/** A column of the list: what clients call it and what it is in SQL (`o`: the ONU, `d`: its device). */
export interface Field {
  kind: Kind
  sql: RawBuilder<unknown>
  /** What it is sorted by, if that is not the value itself. */
  order?: RawBuilder<unknown>
  /** Unknown values exist. */
  nullable?: true
  /** It is of the device, which must be joined. */
  device?: true
  /** Values of a `word`. */
  words?: readonly string[]
}

const column = (name: string) => sql`${sql.ref(`o.${name}`)}`
/** Texts are sorted by their first 64 characters: more is not in the index. */
const start = (name: string) => sql`left(${column(name)}, 64)`
const text = (name: string): Field => ({ kind: 'text', sql: column(name), order: start(name) })
const number = (name: string): Field => ({ kind: 'number', sql: column(name), nullable: true })
const time = (name: string): Field => ({ kind: 'time', sql: column(name), nullable: true })

/**
 * Everything that lists of ONUs are filtered and sorted by. Nothing else that a client names reaches SQL.
 */
export const fields = {
  id: { kind: 'integer', sql: column('interface_id') },
  device_id: { kind: 'integer', sql: column('device_id') },
  device_name: { kind: 'text', sql: sql`d.name`, device: true },
  device_ip: { kind: 'text', sql: sql`host(d.ip)`, order: sql`d.ip`, device: true },
  name: text('name'),
  bind_key: { kind: 'integer', sql: column('bind_key') },
  parent_bind_key: { kind: 'integer', sql: column('parent_bind_key'), nullable: true },
  ident: { kind: 'ident', sql: column('ident'), order: start('ident'), nullable: true },
  ident_type: { kind: 'word', sql: column('ident_type'), nullable: true, words: ['SERIAL', 'MAC'] },
  vendor: { ...text('vendor'), nullable: true },
  model: { ...text('model'), nullable: true },
  description: text('description'),
  agreement: text('agreement'),
  comment: text('comment'),
  status: { kind: 'word', sql: column('status'), nullable: true, words: onuStatuses },
  status_changed: time('status_changed_at'),
  created_at: { kind: 'time', sql: column('created_at') },
  rx: number('rx'),
  tx: number('tx'),
  olt_rx: number('olt_rx'),
  temp: number('temp'),
  voltage: number('voltage'),
  distance: number('distance'),
  optical_time: time('optics_at'),
  bad_since: time('bad_since'),
  last_down_reason: { ...text('last_down_reason'), nullable: true },
} as const satisfies Record<string, Field>

export const fieldNames = Object.keys(fields)
/** The field of this name; undefined for any other name, also for those that objects inherit. */
export const fieldOf = (name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined
