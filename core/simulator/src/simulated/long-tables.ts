import type { Column } from './columns.ts'
import { tlv } from '../snmp/ber.ts'
import type { Created, MibObject, View } from '../snmp/mib.ts'
import { encodeOid, oidKey } from '../snmp/oid.ts'
import { type Rows, positionAfter } from './rows.ts'

/**
 * A table of very many rows. Its instances are made when they are asked for, and not kept: sixteen thousand
 * ONUs cost their state, and not a million objects.
 */
export interface LongTable {
  /** Keys of its columns: the OID of the row object and the arc of the column. */
  columns: readonly LongColumn[]
  /** Makes a row by a SET, where the MIB has a RowStatus. The key is that of the instance. */
  create?(key: string, value: unknown): Created | undefined
}

interface LongColumn {
  prefix: string
  get(key: string, nowMs: () => number): MibObject | undefined
  next(key: string, nowMs: () => number): MibObject | undefined
  all(nowMs: () => number): Iterable<MibObject>
}

export interface LongOptions<Row> {
  /** Whether the agent shows the row now. Default: always. */
  present?: (row: Row, nowMs: number) => boolean
  create?: LongTable['create']
}

/** A table. `entry` is the OID of its row object; columns are keyed by last arc. */
export function longTable<Row>(
  entry: string,
  rows: Rows<Row>,
  columns: Readonly<Record<number, Column<Row>>>,
  { present, create }: LongOptions<Row> = {},
): LongTable {
  const made = Object.entries(columns).map(([arc, column]): LongColumn => {
    const prefix = oidKey(`${entry}.${arc}`)
    const { type, read, write } = column
    const instance = (key: string, row: Row, now: () => number): MibObject => ({
      key,
      type,
      oid: tlv(6, encodeOid(key)),
      read: () => read(row, now()),
      ...(write && { write: value => write(row, value, now()) }),
    })
    const shown = (row: Row, now: () => number) => !present || present(row, now())
    return {
      prefix,
      get(key, now) {
        const { keys, rows: all } = rows.sorted()
        const index = key.slice(prefix.length)
        const at = positionAfter(keys, index) - 1
        return at >= 0 && keys[at] === index && shown(all[at]!, now)
          ? instance(key, all[at]!, now)
          : undefined
      },
      next(key, now) {
        const { keys, rows: all } = rows.sorted()
        let at = key.startsWith(prefix)
          ? positionAfter(keys, key.slice(prefix.length))
          : key < prefix
            ? 0
            : keys.length
        while (at < keys.length && !shown(all[at]!, now)) at++
        return at < keys.length ? instance(prefix + keys[at]!, all[at]!, now) : undefined
      },
      *all(now) {
        const { keys, rows: all } = rows.sorted()
        for (const [at, key] of keys.entries())
          if (shown(all[at]!, now)) yield instance(prefix + key, all[at]!, now)
      },
    }
  })
  return { columns: made, ...(create && { create }) }
}

const earlier = (a: MibObject | undefined, b: MibObject | undefined) =>
  !a ? b : !b || a.key <= b.key ? a : b

/** The instances of long tables, to be laid over the view of the other tables. */
export function longView(tables: readonly LongTable[], now: () => number) {
  const byPrefix = new Map<string, LongColumn[]>()
  for (const column of tables.flatMap(table => table.columns))
    byPrefix.set(column.prefix, [...(byPrefix.get(column.prefix) ?? []), column])
  const prefixes = [...byPrefix.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  /** The columns at and after `key`, in the order of the MIB. */
  const from = (key: string) => Math.max(0, positionAfter(prefixes, key) - 1)

  const get = (key: string): MibObject | undefined => {
    const prefix = prefixes[from(key)]
    if (prefix === undefined || !key.startsWith(prefix)) return undefined
    for (const column of byPrefix.get(prefix)!) {
      const found = column.get(key, now)
      if (found) return found
    }
    return undefined
  }
  const next = (key: string): MibObject | undefined => {
    for (let at = from(key); at < prefixes.length; at++) {
      let found: MibObject | undefined
      for (const column of byPrefix.get(prefixes[at]!)!) found = earlier(found, column.next(key, now))
      if (found) return found
    }
    return undefined
  }
  const all = () => prefixes.flatMap(prefix => byPrefix.get(prefix)!.flatMap(column => [...column.all(now)]))
  /** `under` with these instances. Of two with the same OID, the one of the long table counts. */
  return (under: View): View => ({
    get: key => get(key) ?? under.get(key),
    next: key => earlier(next(key), under.next(key)),
    objects: () =>
      [...new Map([...under.objects(), ...all()].map(one => [one.key, one])).values()].toSorted((a, b) =>
        a.key < b.key ? -1 : 1,
      ),
  })
}
