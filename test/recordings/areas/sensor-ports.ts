import type { ExpectedSensor } from '../folder.ts'
import { hasInterfaces, numberAt, type Case, type Reason } from './area.ts'
import { entityTables, type Sensor } from './sensor-rows.ts'

const isOfPort = /port|transceiver|sfp|module|ddm|mau|power|eth|gig|\d+\/\d+|^\d+ /i
/** A port that the sensor's label or OID names: by its place (`0/0/0/28`), else by ifIndex. */
function hasPort({ ports }: Case, { sensor_descr, sensor_oid }: ExpectedSensor): boolean {
  const place = /\d+(?:\/\d+)+/.exec(sensor_descr)?.[0]
  if (place !== undefined)
    return ports.some(({ name }) => name === place || new RegExp(`(?:^|[^\\d/])${place}$`).test(name))
  const number = /^\d+(?= )/.exec(sensor_descr)?.[0]
  if (number !== undefined)
    return ports.some(({ ifIndex, name }) => String(ifIndex) === number || name === number)
  if (entityTables.test(sensor_oid)) return true
  const arcs = new Set(sensor_oid.split('.').slice(-3))
  return ports.some(({ ifIndex }) => arcs.has(String(ifIndex)))
}

/** Reasons for sensors of ports. */
export const ofPorts = (area: 'temperature' | 'power'): readonly Reason<Sensor>[] => [
  {
    id: `no-interfaces-${area}`,
    areas: [area],
    text: 'The recording has neither ifTable nor ifXTable: the row of a transceiver has no port.',
    fits: ({ facts: { sensor } }, of) => !hasInterfaces(of) && isOfPort.test(sensor?.sensor_descr ?? ''),
  },
  {
    id: `no-port-${area}`,
    areas: [area],
    text:
      'The device has no interface for the port (a port that is split or switched off), ' +
      'or the recording does not hold it.',
    fits: ({ facts: { sensor } }, of) => isOfPort.test(sensor?.sensor_descr ?? '') && !hasPort(of, sensor!),
  },
  {
    id: `over-api-${area}`,
    areas: [area],
    text: 'Transceivers of RouterOS are read over its API, which was not recorded.',
    fits: (_, of) => of.driver === 'mikrotik' && of.answers.sfpOptical === null,
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
      isOfPort.test(sensor.sensor_descr) &&
      [0, null, -32768].includes(numberAt(of, sensor.sensor_oid)),
  },
]
