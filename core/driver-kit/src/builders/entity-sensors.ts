import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { refOf, sfpOptical, sysTemp, wanted, type Interface } from '../modules/index.ts'
import { readEntities, type Entities, type EntityOptions } from './entity.ts'
import { interfacesFor } from './interfaces.ts'
import { dbmOfWatts, readSensors, type Sensor, type SensorOptions } from './sensors.ts'

export interface EntitySensorOptions extends SensorOptions, EntityOptions {
  /**
   * Patterns for a sensor's name: they separate sent from received power, and laser current from other
   * currents.
   */
  tx?: RegExp
  rx?: RegExp
}

type Optical = Static<typeof sfpOptical.result>[number]
type Lane = NonNullable<Optical['lanes']>[number]
const fields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const
type Field = (typeof fields)[number]

const txWords = /\b(tx|transmit\w*|output|laser out\w*)\b|txpower|tx_power/i
const rxWords = /\b(rx|receiv\w*|input)\b|rxpower|rx_power/i
const laneWords = /(?:lane|channel|ch)[\s-]*(\d+)/i

/** Sensors of a transceiver whose port is not known. They do not count as temperature of the device. */
const opticsWords = /\b(transceiver|q?sfp\S*|xfp|optic\w*)\b/i

/** Lower values mean that the module receives no light. */
const darkDbm = -40

const labelOf = (entities: Entities, index: number): string => {
  const part = entities.all.get(index)
  return [part?.name, part?.descr].filter(Boolean).join(' ')
}

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
  const dbm = kind === 'watts' ? dbmOfWatts(value) : value
  const lit = dbm === null || dbm <= darkDbm ? null : Math.round(dbm * 100) / 100
  return rx.test(label) ? ['rx_power', lit] : tx.test(label) ? ['tx_power', lit] : null
}

interface Reading {
  field: Field
  value: number | null
  lane: number | null
}

/**
 * One row of a transceiver from its sensors. For several lanes the values of the module are the lowest power
 * and the highest current known.
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

async function readOptical(session: Session, options: EntitySensorOptions): Promise<Optical[]> {
  const sensors = await readSensors(session, options)
  if (sensors.length === 0) return []
  const entities = await readEntities(session, options)
  const ports = new Map<Interface, Reading[]>()
  for (const sensor of sensors) {
    const port = entities.portOf(sensor.index)
    const label = labelOf(entities, sensor.index)
    const found = port && fieldOf(sensor, label, options)
    if (!port || !found) continue
    const lane = laneWords.exec(label)?.[1]
    ports.set(port, [
      ...(ports.get(port) ?? []),
      { field: found[0], value: found[1], lane: lane === undefined ? null : Number(lane) },
    ])
  }
  // A copper port may have a thermometer too: only what measures light or laser is a transceiver's.
  const optical = [...ports].filter(([, readings]) =>
    readings.some(({ field }) => field !== 'temp' && field !== 'vcc'),
  )
  return optical.map(([one, readings]) => opticalRow(one, readings))
}

async function readTemperatures(
  session: Session,
  options: EntitySensorOptions,
): Promise<Static<typeof sysTemp.result>> {
  const all = (await readSensors(session, options)).filter(({ kind }) => kind === 'celsius')
  const entities = all.length > 0 ? await readEntities(session, options) : undefined
  const ofDevice = (index: number) =>
    !entities || !(entities.portOf(index) || opticsWords.test(labelOf(entities, index)))
  const parts = all
    .filter(({ index }) => ofDevice(index))
    .map(({ index, value }) => {
      const part = entities?.all.get(index)
      const holder = part?.containedIn == null ? undefined : entities?.all.get(part.containedIn)
      return { name: part?.name ?? part?.descr ?? `sensor ${index}`, holder: holder?.name ?? null, value }
    })
  // A stack has a sensor of this name in each unit. The name of the holder makes them different.
  const elsewhere = (name: string, holder: string) =>
    parts.some(other => other.name === name && other.holder !== holder)
  const sensors = parts.map(({ name, holder, value }) => ({
    name: holder && elsewhere(name, holder) ? `${holder} ${name}` : name,
    value,
  }))
  const hottest = sensors.filter(({ value }) => value !== null).toSorted((a, b) => b.value! - a.value!)[0]
  const named = (words: RegExp) =>
    sensors.find(({ name, value }) => words.test(name) && value !== null)?.value ?? null
  return {
    main: hottest?.value ?? null,
    main_from: hottest?.name ?? null,
    cpu: named(/cpu|processor/i),
    board: named(/board|chassis|system/i),
    sensors,
  }
}

/**
 * sys_temp and sfp_optical from ENTITY-SENSOR-MIB (RFC 3433): sensors inside a port are its transceiver's,
 * the others the device's.
 */
export const entitySensors = (options: EntitySensorOptions = {}): Implementation[] => [
  implement(sysTemp, session => readTemperatures(session, options)),
  implement(sfpOptical, async (session, args) => {
    const rows = await readOptical(session, options)
    const id =
      args.interface === undefined ? undefined : (await interfacesFor(session, args.interface))[0]!.id
    const unwanted = fields.filter(field => !wanted(args.load_only, field))
    const none = Object.fromEntries(unwanted.map(field => [field, null]))
    return rows
      .filter(row => id === undefined || row.interface.id === id)
      .map(row => Object.assign(row, none))
  }),
]
