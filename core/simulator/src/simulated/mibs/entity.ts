import { type Subtree, int, oid, table, text } from '../columns.ts'

/** A row of entPhysicalTable. `class`: 3 chassis, 5 container, 8 sensor, 9 module, 10 port. */
export interface Entity {
  index: number
  in: number
  class: number
  descr: string
  name: string
  hw?: string
  fw?: string
  sw?: string
  serial?: string
  model?: string
  maker?: string
  fru?: boolean
}

/**
 * A row of entPhySensorTable: `type` 8 celsius, 4 voltsDC, 5 amperes, 10 rpm, 14 dBm; `value` in units times
 * ten to the `precision`.
 */
export interface Sensor {
  index: number
  type: number
  precision: number
  units: string
  value: (nowMs: number) => number
}

/** ENTITY-MIB entPhysicalTable (RFC 6933). */
export const entities = (rows: readonly Entity[]): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      '1.3.6.1.2.1.47.1.1.1.1',
      rows.map(row => [row.index, row] as const),
      {
        2: text(row => row.descr),
        3: oid(() => '0.0'),
        4: int(row => row.in),
        5: int(row => row.class),
        6: int(row => row.index),
        7: text(row => row.name),
        8: text(row => row.hw ?? ''),
        9: text(row => row.fw ?? ''),
        10: text(row => row.sw ?? ''),
        11: text(row => row.serial ?? ''),
        12: text(row => row.maker ?? ''),
        13: text(row => row.model ?? ''),
        14: text(() => ''),
        15: text(() => ''),
        16: int(row => (row.fru ? 1 : 2)),
      },
    )
  }

/** ENTITY-SENSOR-MIB (RFC 3433); scale is units(9) for all. */
export const sensors = (rows: readonly Sensor[]): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      '1.3.6.1.2.1.99.1.1.1',
      rows.map(row => [row.index, row] as const),
      {
        1: int(row => row.type),
        2: int(() => 9),
        3: int(row => row.precision),
        4: int((row, now) => Math.round(row.value(now) * 10 ** row.precision)),
        5: int(() => 1),
        6: text(row => row.units),
      },
    )
  }
