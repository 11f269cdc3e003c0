import type { ExpectedSensor } from '../folder.ts'
import { hasInterfaces, numberAt, type Case, type Reason } from './area.ts'
import { interfaceNames, interfaceOf, isInPort } from './places.ts'
import { entityTables, lastArc, type Sensor, type SensorArea } from './sensor-rows.ts'
import { basePorts, ifIndexes } from './whole/table.ts'

/** Words in the labels of sensors that are inside a transceiver or a port. */
const optical = /transceiver|sfp|gbic|xfp|optic|ddm|laser|\bport|receive|transmit|\b[rt]x\b/i
/** Names of ports. */
const portName = /\b(?:\w*ethernet|gig\w*|eth|ge|gi|xe|te|fe|hu|et|\d+ge)[ -]?\d+(?:\/\d+)+|^\d+ /i
/** Tables of transceivers: rlPhyTestGetResult of the RADLAN MIBs. */
const transceiverTables = /^\.?1\.3\.6\.1\.4\.1\.(?:89|9\.6\.1\.101)\.90\.1\.2\.1\.3\./

/** A sensor of a port: it measures light, its part of ENTITY-MIB is in a port, or its label says so. */
export function isOfPort(of: Case, { sensor_class, sensor_descr, sensor_oid }: ExpectedSensor): boolean {
  if (sensor_class === 'dbm') return true
  if (entityTables.test(sensor_oid) && isInPort(of, Number(lastArc(sensor_oid)))) return true
  return optical.test(sensor_descr) || portName.test(sensor_descr) || transceiverTables.test(sensor_oid)
}

/**
 * Whether an interface of the recording is the sensor's port: by the place in the label (`0/0/0/28`), by a
 * number before it, by ENTITY-MIB, or by an ifIndex or a bridge port in the index of the sensor's row.
 */
function hasPort(of: Case, { sensor_descr, sensor_oid }: ExpectedSensor): boolean {
  const names = [...interfaceNames(of).keys()]
  const place = /\d+(?:\/\d+)+/.exec(sensor_descr)?.[0]
  if (place !== undefined)
    return names.some(name => name === place || new RegExp(`(?:^|[^\\d/])${place}$`).test(name))
  const number = /^\d+(?= )/.exec(sensor_descr)?.[0]
  if (number !== undefined) return ifIndexes(of).has(Number(number)) || names.includes(number)
  if (entityTables.test(sensor_oid)) return interfaceOf(of, Number(lastArc(sensor_oid))) !== null
  return sensor_oid
    .split('.')
    .slice(-3)
    .some(arc => ifIndexes(of).has(Number(arc)) || basePorts(of).has(Number(arc)))
}

/** Reasons for sensors of ports. */
export const ofPorts = (area: SensorArea): readonly Reason<Sensor>[] => [
  {
    id: `no-interfaces-${area}`,
    areas: [area],
    text: 'The recording has neither ifTable nor ifXTable: the row of a transceiver has no port.',
    fits: ({ facts: { sensor } }, of) => !hasInterfaces(of) && sensor !== null && isOfPort(of, sensor),
  },
  {
    id: `no-port-${area}`,
    areas: [area],
    text:
      'No row of ifTable, ifXTable, dot1dBasePortTable and ENTITY-MIB of the recording leads from the ' +
      'sensor to an interface.',
    fits: ({ facts: { sensor } }, of) => sensor !== null && isOfPort(of, sensor) && !hasPort(of, sensor),
  },
  {
    id: `zero-${area}`,
    areas: [area],
    text:
      'The device sends 0, −32768 (SFF-8472: none) or no number for the transceiver, because it measures ' +
      'nothing: ' +
      'we answer null, the other system shows 0.',
    fits: ({ facts: { sensor } }, of) =>
      sensor?.sensor_current === 0 &&
      isOfPort(of, sensor) &&
      [0, null, -32768].includes(numberAt(of, sensor.sensor_oid)),
  },
]
