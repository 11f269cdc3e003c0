import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { sysResources, sysTemp, wanted } from '../modules/index.ts'
import { readTable, table, type Column, type Columns } from '../table/index.ts'
import { PhysicalClass, readEntities, type Entities } from './entity.ts'
import { temperaturesOf, type Temperature } from './temperatures.ts'

/**
 * A vendor's table that extends ENTITY-MIB: one row for each part, by entPhysicalIndex. Null for parts
 * without the value.
 */
export interface BoardColumns {
  /** Percent. */
  cpu: Column<number>
  /** Percent in use, and size in octets. */
  memory: Column<number>
  size: Column<number>
  /**
   * The same in units of 2^20 octets, for sizes above 32 bits. If the device gives it, it replaces the size
   * in octets.
   */
  sizeMega?: Column<number>
  /** °C. */
  temperature: Column<number>
}

/** Octets. A 32-bit number of 2 GB and more comes negative. */
const sizeOf = (row: { size?: number | null; sizeMega?: number | null } | undefined): number | null =>
  row?.sizeMega
    ? row.sizeMega * 2 ** 20
    : row?.size == null
      ? null
      : row.size < 0
        ? row.size + 2 ** 32
        : row.size

/** Kinds of parts that have thermometers in every agent. */
const measuring: ReadonlySet<number | null> = new Set([
  PhysicalClass.chassis,
  PhysicalClass.sensor,
  PhysicalClass.module,
  PhysicalClass.cpu,
])
/** A slot measures nothing: an agent that gives it a temperature repeats that of the board. */
const slot = 5

/** Numbers of what a part is contained in. */
function* holdersOf(entities: Entities, index: number): Iterable<number> {
  let at = entities.all.get(index)?.containedIn ?? null
  for (let level = 0; at !== null && level < 16; level++) {
    yield at
    at = entities.all.get(at)?.containedIn ?? null
  }
}

/**
 * The parts that have a thermometer of their own. In agents that give every part a temperature, those of
 * power supplies, fans and slots count only where no part around or inside them has the same value.
 */
function measured(
  entities: Entities,
  rows: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  const kindOf = (index: number) => entities.all.get(index)?.kind ?? null
  const counts = (index: number) => !entities.all.has(index) || measuring.has(kindOf(index))
  const repeats = rows.some(([index]) => kindOf(index) === slot)
  const values = new Map(rows.filter(([index]) => counts(index)))
  const inside = new Map<number, Set<number>>()
  for (const [index, value] of values)
    for (const holder of holdersOf(entities, index))
      inside.set(holder, (inside.get(holder) ?? new Set()).add(value))
  return rows.filter(([index, value]) => {
    if (kindOf(index) === PhysicalClass.port || entities.portOf(index)) return false
    if (counts(index) || !repeats) return true
    return (
      !inside.get(index)?.has(value) &&
      ![...holdersOf(entities, index)].some(holder => values.get(holder) === value)
    )
  })
}

const nameOf = (entities: Entities, index: string): string =>
  entities.all.get(Number(index))?.name ?? entities.all.get(Number(index))?.descr ?? `Board ${index}`

/** Names of parts. Parts with the same name get that of what they are in, or their number. */
function uniqueNames(entities: Entities, parts: readonly number[]): string[] {
  const plain = parts.map(part => nameOf(entities, String(part)))
  const isOne = (list: readonly string[], at: number) => list.filter(name => name === list[at]).length === 1
  const placed = parts.map((part, at) => {
    const holder = entities.all.get(part)?.containedIn
    const around = holder == null ? null : entities.all.get(holder)?.name
    return isOne(plain, at) || !around ? plain[at]! : `${around} ${plain[at]}`
  })
  return placed.map((name, at) => (isOne(placed, at) ? name : `${name} (${parts[at]})`))
}

/**
 * sys_resources and sys_temp from such a table (HUAWEI-ENTITY-EXTENT-MIB, HH3C-ENTITY-EXT-MIB). Every part
 * with load or memory has a processor: `util` is their mean, `memory` that of the first part. Several of them
 * (stack, chassis) are also `cards`. Parts with the same name are told apart by their number. `thermometers`
 * reads those that are in another table. Fans are not in the table: see `withFans`.
 */
export const entityBoards = (
  { temperature, ...own }: BoardColumns,
  thermometers: (session: Session) => Promise<Temperature[]> = async () => [],
): Implementation[] => [
  implement(sysResources, async (session, { load_only }) => {
    const asked = (part: string) => wanted(load_only, part)
    const rows =
      asked('cpu') || asked('memory') || asked('cards')
        ? [...(await readTable(session, table(own) as typeof own & Columns))].filter(
            ([, { cpu, memory }]) => cpu !== null || memory !== null,
          )
        : []
    const loads = rows.flatMap(([, { cpu }]) => cpu ?? [])
    const store = rows.find(([, { memory }]) => memory !== null)?.[1]
    const total = sizeOf(store)
    const used = total === null ? null : Math.round((total * store!.memory!) / 100)
    const entities = asked('cards') && rows.length > 1 ? await readEntities(session) : null
    return {
      cpu:
        asked('cpu') && loads.length > 0
          ? {
              util: Math.round((loads.reduce((sum, load) => sum + load, 0) / loads.length) * 10) / 10,
              _cpu_count: loads.length,
            }
          : null,
      memory:
        asked('memory') && store
          ? { util: store.memory, _total: total, _used: used, _free: used === null ? null : total! - used }
          : null,
      disk: null,
      interfaces: null,
      fans: null,
      cards:
        entities &&
        rows.map(([index, { cpu, memory }]) => ({
          id: Number(index),
          name: nameOf(entities, index),
          cpu_load: cpu,
          memory_usage: memory,
        })),
    }
  }),
  implement(sysTemp, async session => {
    const found = [...(await readTable(session, table({ value: temperature })))].flatMap(
      ([index, { value }]) => (value === null ? [] : [[Number(index), value] as const]),
    )
    const others = await thermometers(session)
    if (found.length === 0) return temperaturesOf(others)
    const entities = await readEntities(session)
    const rows = measured(entities, found)
    const names = uniqueNames(
      entities,
      rows.map(([index]) => index),
    )
    const sensors = rows.map(([, value], at) => ({ name: names[at]!, value }))
    return temperaturesOf([...sensors, ...others])
  }),
]
