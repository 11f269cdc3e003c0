import { implement, type Implementation } from '../contract/implementation.ts'
import { sysResources, sysTemp, wanted } from '../modules/index.ts'
import { readTable, table, type Column, type Columns } from '../table/index.ts'
import { PhysicalClass, readEntities, type Entities } from './entity.ts'
import { temperaturesOf } from './temperatures.ts'

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

/** Kinds of parts whose thermometers count. Ports, slots and fans repeat the value of their board. */
const measuring: ReadonlySet<number | null> = new Set([
  PhysicalClass.chassis,
  PhysicalClass.sensor,
  PhysicalClass.module,
  PhysicalClass.cpu,
])
const nameOf = (entities: Entities, index: string): string =>
  entities.all.get(Number(index))?.name ?? entities.all.get(Number(index))?.descr ?? `Board ${index}`

/**
 * sys_resources and sys_temp from such a table (HUAWEI-ENTITY-EXTENT-MIB, HH3C-ENTITY-EXT-MIB). Every part
 * with load or memory has a processor: `util` is their mean, `memory` that of the first part. Several of them
 * (stack, chassis) are also `cards`. Fans are not in the table: see `withFans`.
 */
export const entityBoards = ({ temperature, ...own }: BoardColumns): Implementation[] => [
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
    const rows = [...(await readTable(session, table({ value: temperature })))].filter(
      ([, { value }]) => value !== null,
    )
    if (rows.length === 0) return temperaturesOf([])
    const entities = await readEntities(session)
    return temperaturesOf(
      rows.flatMap(([index, { value }]) => {
        const part = entities.all.get(Number(index))
        return (part && !measuring.has(part.kind)) || entities.portOf(Number(index))
          ? []
          : [{ name: nameOf(entities, index), value }]
      }),
    )
  }),
]
