import type { ExpectedSensor } from '../folder.ts'
import { near, type Case, type Row } from './area.ts'

export type SensorArea = 'temperature' | 'power' | 'voltage' | 'bias' | 'fan'

/** A value that we answer, with its label. */
export interface Measured {
  label: string
  ifIndex: number | null
  value: number
}
/** `twin`: another row of the other system, from another table with the same entPhysicalIndex, is equal. */
export interface Sensor {
  sensor: ExpectedSensor | null
  twin: boolean
}

/** Words of a label. */
export const words = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[\s,;:()-]+/)
      .filter(Boolean),
  )
/** How many words two labels share. An ifIndex in the OID counts as two words. */
const likeness = (sensor: ExpectedSensor, ours: Measured): number => {
  const theirs = words(sensor.sensor_descr)
  const shared = [...words(ours.label)].filter(word => theirs.has(word)).length
  return (
    shared + (ours.ifIndex !== null && sensor.sensor_oid.split('.').includes(String(ours.ifIndex)) ? 2 : 0)
  )
}

/**
 * Pairs each sensor of the other system with one of our values: the same value (an exact one first) with the
 * most similar label.
 */
export function match(
  theirs: readonly ExpectedSensor[],
  ours: readonly Measured[],
  by: number,
): { pairs: Map<ExpectedSensor, Measured>; left: Set<Measured> } {
  const left = new Set(ours)
  const pairs = new Map<ExpectedSensor, Measured>()
  const all = theirs.flatMap(sensor =>
    ours
      .filter(one => near(one.value, sensor.sensor_current, by))
      .map(one => ({
        sensor,
        one,
        points: likeness(sensor, one) + (near(one.value, sensor.sensor_current, 0.01) ? 3 : 0),
      })),
  )
  for (const { sensor, one } of all.toSorted((a, b) => b.points - a.points)) {
    if (pairs.has(sensor) || !left.has(one)) continue
    pairs.set(sensor, one)
    left.delete(one)
  }
  return { pairs, left }
}

export const lastArc = (oid: string): string => oid.slice(oid.lastIndexOf('.') + 1)
/** Two tables are read one after the other, and one of them rounds. */
const twinsApart = 3
/** Whether both rows have the same entPhysicalIndex in different tables. */
const isTwin = (one: ExpectedSensor, other: ExpectedSensor): boolean =>
  entityTables.test(one.sensor_oid) &&
  entityTables.test(other.sensor_oid) &&
  one.sensor_oid !== other.sensor_oid &&
  lastArc(one.sensor_oid) === lastArc(other.sensor_oid)
/** CISCO-ENVMON-MIB, CISCO-ENTITY-SENSOR-MIB, ENTITY-SENSOR-MIB: all by entPhysicalIndex. */
export const entityTables = /^\.?1\.3\.6\.1\.(?:4\.1\.9\.9\.(?:13\.1\.3|91\.1\.1)|2\.1\.99)\./

/** Rows of one area: the sensors of the other system with our values, then values that only we have. */
export function rowsOf(
  area: SensorArea,
  unit: string,
  theirs: readonly ExpectedSensor[],
  ours: readonly Measured[],
  by: number,
): Row<Sensor>[] {
  if (theirs.length === 0) return []
  const { pairs, left } = match(theirs, ours, by)
  const said = (value: number) => `${Number(value.toPrecision(4))} ${unit}`
  return [
    ...theirs.map((sensor): Row<Sensor> => ({
      area,
      key: `${sensor.sensor_descr} ${sensor.sensor_oid}`,
      theirs: said(sensor.sensor_current),
      ours: pairs.has(sensor) ? said(sensor.sensor_current) : null,
      facts: {
        sensor,
        twin: theirs.some(
          other =>
            pairs.has(other) &&
            isTwin(sensor, other) &&
            // For some tables the other system divides twice.
            [1, 1000].some(factor =>
              near(other.sensor_current, sensor.sensor_current * factor, twinsApart * factor ** 0.5),
            ),
        ),
      },
    })),
    ...Array.from(left, (one): Row<Sensor> => ({
      area,
      key: one.label,
      theirs: null,
      ours: said(one.value),
      facts: { sensor: null, twin: false },
    })),
  ]
}

export const sensorsOf = ({ expected }: Case, kind: string): ExpectedSensor[] =>
  (expected.sensors ?? []).filter(({ sensor_class }) => sensor_class === kind)
