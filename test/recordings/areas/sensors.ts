import type { ExpectedSensor } from '../folder.ts'
import { judge, near, type Case, type Comparison, type Row } from './area.ts'

/** A measured value of ours with the words that may name it. */
interface Measured { label: string, ifIndex: number | null, value: number }
interface Sensor { sensor: ExpectedSensor | null, rows: readonly ExpectedSensor[] }

const words = (text: string): Set<string> => new Set(text.toLowerCase().split(/[\s,;:()-]+/).filter(Boolean))
/** How many words two labels share; the index of the other system's row may be our ifIndex. */
const likeness = (sensor: ExpectedSensor, ours: Measured): number => {
  const theirs = words(sensor.sensor_descr)
  const shared = [...words(ours.label)].filter(word => theirs.has(word)).length
  return shared + (ours.ifIndex !== null && sensor.sensor_oid.split('.').includes(String(ours.ifIndex)) ? 2 : 0)
}

/** Each of the other system's sensors takes the value of ours that is the same and whose name is most like its own. */
export function match(theirs: readonly ExpectedSensor[], ours: readonly Measured[], by: number): { pairs: Map<ExpectedSensor, Measured>, left: Set<Measured> } {
  const left = new Set(ours)
  const pairs = new Map<ExpectedSensor, Measured>()
  const all = theirs.flatMap(sensor => ours.filter(one => near(one.value, sensor.sensor_current, by)).map(one => ({ sensor, one, points: likeness(sensor, one) })))
  for (const { sensor, one } of all.toSorted((a, b) => b.points - a.points)) {
    if (pairs.has(sensor) || !left.has(one)) continue
    pairs.set(sensor, one)
    left.delete(one)
  }
  return { pairs, left }
}

function rowsOf(area: 'temperature' | 'power', unit: string, theirs: readonly ExpectedSensor[], ours: readonly Measured[], by: number): Row<Sensor>[] {
  if (theirs.length === 0) return []
  const { pairs, left } = match(theirs, ours, by)
  const said = (value: number) => `${Math.round(value * 100) / 100} ${unit}`
  return [
    ...theirs.map((sensor): Row<Sensor> => ({ area, key: `${sensor.sensor_descr} ${sensor.sensor_oid}`, theirs: said(sensor.sensor_current), ours: pairs.has(sensor) ? said(sensor.sensor_current) : null, facts: { sensor, rows: theirs } })),
    ...Array.from(left, (one): Row<Sensor> => ({ area, key: one.label, theirs: null, ours: said(one.value), facts: { sensor: null, rows: theirs } })),
  ]
}

const sensorsOf = ({ expected }: Case, kind: string): ExpectedSensor[] => (expected.sensors ?? []).filter(({ sensor_class }) => sensor_class === kind)

const temperatures: Comparison<Sensor> = {
  rows: of => rowsOf('temperature', '°C', sensorsOf(of, 'temperature'), [
    ...(of.answers.sysTemp?.sensors ?? []).flatMap(({ name, value }) => value === null ? [] : [{ label: name, ifIndex: null, value }]),
    ...(of.answers.sfpOptical ?? []).flatMap(({ interface: one, temp }) => temp === null ? [] : [{ label: one.name, ifIndex: one.if_index, value: temp }]),
  ], 0.5),
  reasons: [],
}

const powers: Comparison<Sensor> = {
  rows: of => rowsOf('power', 'dBm', sensorsOf(of, 'dbm'), (of.answers.sfpOptical ?? []).flatMap(({ interface: one, ...row }): Measured[] => {
    const all = (at: { tx_power: number | null, rx_power: number | null }, lane: string): Measured[] => [
      ...at.tx_power === null ? [] : [{ label: `${one.name} tx transmit ${lane}`, ifIndex: one.if_index, value: at.tx_power }],
      ...at.rx_power === null ? [] : [{ label: `${one.name} rx receive ${lane}`, ifIndex: one.if_index, value: at.rx_power }],
    ]
    const lanes = (row.lanes ?? []).flatMap(lane => all(lane, `lane ${lane.lane}`))
    return [...all(row, ''), ...lanes]
  }), 0.05),
  reasons: [],
}

export const sensorReasons = [...temperatures.reasons, ...powers.reasons]
export const compareTemperatures = judge(temperatures)
export const comparePowers = judge(powers)
