import { onuStatuses } from '@linecard/driver-kit/modules'

export type Kind = 'integer' | 'number' | 'text' | 'ident' | 'word' | 'time'

/** A column of the list: what clients call it and what it is in SQL (`o`: the ONU, `d`: its device). */
export interface Field {
  kind: Kind
  sql: string
  /** What it is sorted by, where that is not the value itself. */
  order?: string
  /** Unknown values exist. */
  nullable?: true
  /** Of the device, which must be joined. */
  device?: true
  /** Values of a `word`. */
  words?: readonly string[]
}

/** Texts are sorted by as much of them as stands in the index. */
const text = (column: string, more: Partial<Field> = {}): Field => ({
  kind: 'text',
  sql: `o.${column}`,
  order: `left(o.${column}, 64)`,
  ...more,
})
const unknownable = { nullable: true } as const
const number = (column: string): Field => ({ kind: 'number', sql: `o.${column}`, nullable: true })
const time = (column: string): Field => ({ kind: 'time', sql: `o.${column}`, nullable: true })

/**
 * Everything that lists of ONUs are filtered and sorted by; nothing else of what a client names reaches SQL.
 */
export const fields = {
  id: { kind: 'integer', sql: 'o.interface_id' },
  device_id: { kind: 'integer', sql: 'o.device_id' },
  device_name: { kind: 'text', sql: 'd.name', device: true },
  device_ip: { kind: 'text', sql: 'host(d.ip)', order: 'd.ip', device: true },
  name: text('name'),
  bind_key: { kind: 'integer', sql: 'o.bind_key' },
  parent_bind_key: { kind: 'integer', sql: 'o.parent_bind_key', nullable: true },
  ident: { kind: 'ident', sql: 'o.ident', order: 'left(o.ident, 64)', nullable: true },
  ident_type: { kind: 'word', sql: 'o.ident_type', nullable: true, words: ['SERIAL', 'MAC'] },
  vendor: text('vendor', unknownable),
  model: text('model', unknownable),
  description: text('description'),
  agreement: text('agreement'),
  comment: text('comment'),
  status: { kind: 'word', sql: 'o.status', nullable: true, words: onuStatuses },
  status_changed: time('status_changed_at'),
  created_at: { kind: 'time', sql: 'o.created_at' },
  rx: number('rx'),
  tx: number('tx'),
  olt_rx: number('olt_rx'),
  temp: number('temp'),
  voltage: number('voltage'),
  distance: number('distance'),
  optical_time: time('optics_at'),
  bad_since: time('bad_since'),
  last_down_reason: text('last_down_reason', unknownable),
} as const satisfies Record<string, Field>

export const fieldNames = Object.keys(fields)
/** The field of this name; undefined where there is none, whatever objects inherit. */
export const fieldOf = (name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined
