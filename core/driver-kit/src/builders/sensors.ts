import type { Session } from '../contract/session.ts'
import { enumeration, integer, readWhole, table } from '../table/index.ts'

/**
 * EntitySensorDataType. 14 (dBm) is newer than RFC 3433 and used by many agents. `other` is not read:
 * other(1), unknown(2), hertz(7), cmm(11), truthvalue(12), specialEnum(13).
 */
const kinds = {
  1: 'other',
  2: 'other',
  3: 'volts',
  4: 'volts',
  5: 'amperes',
  6: 'watts',
  7: 'other',
  8: 'celsius',
  9: 'percent',
  10: 'rpm',
  11: 'other',
  12: 'other',
  13: 'other',
  14: 'dBm',
} as const
/** What a sensor measures, named by its unit. `percent` is percentRH: relative humidity. */
export type SensorKind = Exclude<(typeof kinds)[keyof typeof kinds], 'other'>

/** entPhySensorTable (ENTITY-SENSOR-MIB, RFC 3433). Index: entPhysicalIndex. */
export const standardSensors = '1.3.6.1.2.1.99.1.1.1'
const sensorTable = (entry: string) =>
  table({
    kind: enumeration(`${entry}.1`, kinds),
    scale: integer(`${entry}.2`),
    precision: integer(`${entry}.3`),
    value: integer(`${entry}.4`),
    status: integer(`${entry}.5`),
  })

/** A sensor's value in the unit of its kind; null if the sensor does not work or has no value. */
export interface Sensor {
  index: number
  kind: SensorKind
  value: number | null
}

/** How the sensors of an agent differ from ENTITY-SENSOR-MIB. By default not at all. */
export interface SensorOptions {
  /** The agent's EntitySensorDataScale is wrong: powers of ten by sensor kind, e.g. `{ volts: -2 }`. */
  exponents?: Partial<Record<SensorKind, number>>
  /**
   * Entry of a table with the same columns elsewhere (CISCO-ENTITY-SENSOR-MIB). Where it has no value,
   * ENTITY-SENSOR-MIB answers.
   */
  entry?: string
}

/** EntitySensorDataScale: 9 is units, each step a factor of 1000 (1 is yocto, 17 is yotta). */
const scaleExponent = (scale: number): number | null => (scale >= 1 && scale <= 17 ? (scale - 9) * 3 : null)

/** Values that agents send for "nothing measured" (RFC 3433: ±10^9 are overflow and underflow). */
const noValue = (raw: number): boolean => Math.abs(raw) >= 1_000_000_000

/**
 * Decimal value of a raw reading: raw × 1000^(scale − 9) ÷ 10^precision. Null without scale or precision:
 * nothing else fixes the unit.
 */
export function sensorValue(
  raw: number | null,
  scale: number | null,
  precision: number | null,
): number | null {
  const exponent = scale === null ? null : scaleExponent(scale)
  if (raw === null || exponent === null || precision === null || noValue(raw)) return null
  return Number((raw * 10 ** (exponent - Math.max(-8, Math.min(9, precision)))).toPrecision(9))
}

/**
 * Lowest temperature that a device can have. Agents send −128, or −32768 (SFF-8472), if nothing is measured.
 */
const coldest = -100
const isReal = (kind: SensorKind, value: number | null): boolean =>
  value === null || kind !== 'celsius' || value > coldest

/** EntitySensorStatus: 1 ok, 2 unavailable, 3 nonoperational. */
const ok = 1
const statuses: ReadonlySet<number> = new Set([ok, 2, 3])

/** All working sensors of ENTITY-SENSOR-MIB. */
export async function readSensors(
  session: Session,
  { exponents = {}, entry }: SensorOptions = {},
): Promise<Sensor[]> {
  const own = entry === undefined ? null : await readEntry(session, entry, exponents)
  // What did not arrive may still be in the vendor's table, and the other one may have other ports.
  if (own && (!own.whole || own.sensors.some(({ value }) => value !== null))) return own.sensors
  return (await readEntry(session, standardSensors, exponents)).sensors
}

async function readEntry(
  session: Session,
  entry: string,
  exponents: NonNullable<SensorOptions['exponents']>,
): Promise<{ sensors: Sensor[]; whole: boolean }> {
  const { rows, whole } = await readWhole(session, sensorTable(entry))
  const sensors = [...rows].flatMap(([index, row]): Sensor[] => {
    const isWorking = row.status === null || row.status === ok
    const { kind } = row
    if (kind === null || kind === 'other') return []
    const fixed = exponents[kind]
    const value = !isWorking
      ? null
      : fixed === undefined
        ? sensorValue(row.value, row.scale, row.precision)
        : row.value === null || noValue(row.value)
          ? null
          : Number((row.value * 10 ** fixed).toPrecision(9))
    const unknown = { 2: row.scale === null || scaleExponent(row.scale) === null, 3: row.precision === null }
    if (isWorking && row.value !== null && fixed === undefined)
      for (const [arc, isUnknown] of Object.entries(unknown))
        if (isUnknown) session.report({ what: `${entry}.${arc}`, reason: 'unknown_value', index })
    if (!isWorking && !statuses.has(row.status!))
      session.report({ what: `${entry}.5`, reason: 'unknown_value', index })
    return [{ index: Number(index), kind, value: isReal(kind, value) ? value : null }]
  })
  return { sensors, whole }
}

/** Optical power in dBm from watts; null without light. */
export const dbmOfWatts = (watts: number | null): number | null =>
  watts === null || watts <= 0 ? null : Math.round(10 * Math.log10(watts * 1000) * 100) / 100
