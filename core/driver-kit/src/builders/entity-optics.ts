import type { Static } from 'typebox'
import type { Session } from '../contract/session.ts'
import { refOf, type Interface, type sfpOptical } from '../modules/index.ts'
import { labelOf, readEntities, type EntityOptions } from './entity.ts'
import { opticalPower } from './optical-power.ts'
import { reportPortless } from './fdb-rows.ts'
import { dbmOfWatts, readSensors, standardSensors, type Sensor, type SensorOptions } from './sensors.ts'

/** How to tell apart the sensors of a transceiver. By default by the usual words in their names. */
export interface EntitySensorOptions extends SensorOptions, EntityOptions {
  /**
   * Patterns for a sensor's name: they separate sent from received power, and laser current from other
   * currents.
   */
  tx?: RegExp
  rx?: RegExp
  /** The lane in a sensor's label, where it is not after the word lane or channel. */
  laneOf?: (label: string) => number | null
}

type Optical = Static<typeof sfpOptical.result>[number]
type Lane = NonNullable<Optical['lanes']>[number]
export const opticalFields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const
type Field = (typeof opticalFields)[number]

const txWords = /\b(tx|transmit\w*|output|laser out\w*)\b|txpower|tx_power/i
const rxWords = /\b(rx|receiv\w*|input)\b|rxpower|rx_power/i
const laneWords = /(?:lane|channel|ch)[\s-]*(\d+)/i

/** Which measurement of a transceiver a sensor is, in the unit of the field; null for other sensors. */
function fieldOf(
  { kind, value }: Sensor,
  label: string,
  { tx = txWords, rx = rxWords }: EntitySensorOptions,
): [Field, number | null] | null {
  if (kind === 'celsius') return ['temp', value]
  if (kind === 'volts') return ['vcc', value]
  if (kind === 'amperes') return ['tx_bias', value === null ? null : Math.round(value * 1e6) / 1000]
  if (kind !== 'watts' && kind !== 'dBm') return null
  const lit = opticalPower(kind === 'watts' ? dbmOfWatts(value) : value)
  return rx.test(label) ? ['rx_power', lit] : tx.test(label) ? ['tx_power', lit] : null
}

interface Reading {
  field: Field
  value: number | null
  lane: number | null
}

/**
 * The row of a transceiver from its sensors. The values of several lanes become the lowest power and the
 * highest current known.
 */
function opticalRow(one: Interface, readings: readonly Reading[]): Optical {
  const of = (field: Field) => readings.filter(reading => reading.field === field)
  const worst = (field: Field, choose: (...values: number[]) => number) => {
    const known = of(field).flatMap(({ value }) => value ?? [])
    return known.length === 0 ? null : choose(...known)
  }
  const lanes = [...new Set(readings.flatMap(({ lane }) => lane ?? []))]
    .toSorted((a, b) => a - b)
    .map((lane): Lane => {
      const at = (field: Field) => of(field).find(reading => reading.lane === lane)?.value ?? null
      return { lane, tx_bias: at('tx_bias'), tx_power: at('tx_power'), rx_power: at('rx_power') }
    })
  return {
    interface: refOf(one),
    temp: worst('temp', Math.max),
    vcc: of('vcc')[0]?.value ?? null,
    tx_bias: worst('tx_bias', Math.max),
    tx_power: worst('tx_power', Math.min),
    rx_power: worst('rx_power', Math.min),
    ...(lanes.length > 1 ? { lanes } : {}),
  }
}

/** Rows of `sfp_optical` from the sensors inside ports. */
export async function readOptical(session: Session, options: EntitySensorOptions): Promise<Optical[]> {
  const sensors = await readSensors(session, options)
  if (sensors.length === 0) return []
  const entities = await readEntities(session, options)
  const ports = new Map<Interface, Reading[]>()
  let unplaced = 0
  for (const sensor of sensors) {
    const port = entities.portOf(sensor.index)
    const label = labelOf(entities, sensor.index)
    const found = port && fieldOf(sensor, label, options)
    if ((!port && entities.isInPort(sensor.index)) || (port && !found && label === '')) unplaced++
    if (!port || !found) continue
    const written = laneWords.exec(label)?.[1]
    const lane = written === undefined ? (options.laneOf?.(label) ?? null) : Number(written)
    ports.set(port, [...(ports.get(port) ?? []), { field: found[0], value: found[1], lane }])
  }
  reportPortless(session, `${options.entry ?? standardSensors}.4`, unplaced)
  // A copper port may have a thermometer too: only a port that measures light or laser has a transceiver.
  const optical = [...ports].filter(([, readings]) =>
    readings.some(({ field }) => field !== 'temp' && field !== 'vcc'),
  )
  return optical.map(([one, readings]) => opticalRow(one, readings))
}
