import type { ExpectedSensor } from '../folder.ts'
import {
  hasInterfaces,
  judge,
  near,
  numberAt,
  type Case,
  type Comparison,
  type Reason,
  type Row,
} from './area.ts'

/** A measured value of ours with the words that may name it. */
interface Measured {
  label: string
  ifIndex: number | null
  value: number
}
/** `twin`: another row of theirs, of another table, about the same entPhysicalIndex is equal. */
interface Sensor {
  sensor: ExpectedSensor | null
  twin: boolean
}

const words = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[\s,;:()-]+/)
      .filter(Boolean),
  )
/** Reasons of sensors that are a port's. */
const ofPorts = (area: 'temperature' | 'power'): readonly Reason<Sensor>[] => [
  {
    id: `no-interfaces-${area}`,
    areas: [area],
    text: "The recording has neither ifTable nor ifXTable: a transceiver's row has no port to stand on.",
    fits: ({ facts: { sensor } }, of) => !hasInterfaces(of) && isOfPort.test(sensor?.sensor_descr ?? ''),
  },
  {
    id: `no-port-${area}`,
    areas: [area],
    text: 'The device has no interface for the port (a port that is split, or switched off), or the recording does not hold it.',
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
    text: 'The device sends 0, −32768 (SFF-8472: none) or no number for the transceiver, where nothing is measured: we say null, the other system shows 0.',
    fits: ({ facts: { sensor } }, of) =>
      sensor?.sensor_current === 0 &&
      isOfPort.test(sensor.sensor_descr) &&
      [0, null, -32768].includes(numberAt(of, sensor.sensor_oid)),
  },
]
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

/** How many words two labels share; the index of the other system's row may be our ifIndex. */
const likeness = (sensor: ExpectedSensor, ours: Measured): number => {
  const theirs = words(sensor.sensor_descr)
  const shared = [...words(ours.label)].filter(word => theirs.has(word)).length
  return (
    shared + (ours.ifIndex !== null && sensor.sensor_oid.split('.').includes(String(ours.ifIndex)) ? 2 : 0)
  )
}

/**
 * Each of the other system's sensors takes the value of ours that is the same, exactly before nearly, and
 * whose name is most like its own.
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

const lastArc = (oid: string): string => oid.slice(oid.lastIndexOf('.') + 1)
const isTwin = (one: ExpectedSensor, other: ExpectedSensor): boolean =>
  entityTables.test(one.sensor_oid) &&
  entityTables.test(other.sensor_oid) &&
  one.sensor_oid !== other.sensor_oid &&
  lastArc(one.sensor_oid) === lastArc(other.sensor_oid)
/** CISCO-ENVMON-MIB, CISCO-ENTITY-SENSOR-MIB, ENTITY-SENSOR-MIB: all by entPhysicalIndex. */
const entityTables = /^\.?1\.3\.6\.1\.(?:4\.1\.9\.9\.(?:13\.1\.3|91\.1\.1)|2\.1\.99)\./

function rowsOf(
  area: 'temperature' | 'power',
  unit: string,
  theirs: readonly ExpectedSensor[],
  ours: readonly Measured[],
  by: number,
): Row<Sensor>[] {
  if (theirs.length === 0) return []
  const { pairs, left } = match(theirs, ours, by)
  const said = (value: number) => `${Math.round(value * 100) / 100} ${unit}`
  return [
    ...theirs.map((sensor): Row<Sensor> => ({
      area,
      key: `${sensor.sensor_descr} ${sensor.sensor_oid}`,
      theirs: said(sensor.sensor_current),
      ours: pairs.has(sensor) ? said(sensor.sensor_current) : null,
      facts: { sensor, twin: theirs.some(other => pairs.has(other) && isTwin(sensor, other)) },
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

const sensorsOf = ({ expected }: Case, kind: string): ExpectedSensor[] =>
  (expected.sensors ?? []).filter(({ sensor_class }) => sensor_class === kind)

const temperatures: Comparison<Sensor> = {
  rows: of =>
    rowsOf(
      'temperature',
      '°C',
      sensorsOf(of, 'temperature'),
      [
        ...(of.answers.sysTemp?.sensors ?? []).flatMap(({ name, value }) =>
          value === null ? [] : [{ label: name, ifIndex: null, value }],
        ),
        ...(of.answers.sfpOptical ?? []).flatMap(({ interface: one, temp }) =>
          temp === null ? [] : [{ label: one.name, ifIndex: one.if_index, value: temp }],
        ),
      ],
      0.5,
    ),
  reasons: [
    ...ofPorts('temperature'),
    {
      id: 'twice',
      areas: ['temperature'],
      text: 'The same sensor again, from another table by the same entPhysicalIndex (ENVMON and ENTITY-SENSOR): we list it once, with the value of the other row.',
      fits: ({ facts: { twin } }) => twin,
    },
    {
      id: 'inlet',
      areas: ['temperature'],
      text: 'The inlet air again, which is all that AOS-CX has in ENTITY-SENSOR-MIB and which its own table has too.',
      fits: ({ facts: { sensor } }, of) =>
        /^\.?1\.3\.6\.1\.2\.1\.99\./.test(sensor?.sensor_oid ?? '') &&
        (of.answers.sysTemp?.sensors ?? []).some(
          ({ name, value }) => /inlet-air/i.test(name) && near(value, sensor?.sensor_current, 0.5),
        ),
    },
    {
      id: 'hotter',
      areas: ['temperature'],
      text: "The port has several thermometers by the device's word (one of them is named for power): `sfp_optical` gives the hottest.",
      fits: ({ facts: { sensor } }, of) =>
        (of.answers.sfpOptical ?? []).some(
          row =>
            words(sensor?.sensor_descr ?? '').has(row.interface.name.toLowerCase()) &&
            row.temp !== null &&
            row.temp >= sensor!.sensor_current,
        ),
    },
    {
      id: 'modem',
      areas: ['temperature'],
      text: 'Temperature of a radio modem (CISCO-WAN-3G-MIB), not of the device.',
      fits: ({ facts: { sensor } }) => /^\.?1\.3\.6\.1\.4\.1\.9\.9\.661\./.test(sensor?.sensor_oid ?? ''),
    },
  ],
}

const powers: Comparison<Sensor> = {
  rows: of =>
    rowsOf(
      'power',
      'dBm',
      sensorsOf(of, 'dbm'),
      (of.answers.sfpOptical ?? []).flatMap(({ interface: one, ...row }): Measured[] => {
        const all = (at: { tx_power: number | null; rx_power: number | null }, lane: string): Measured[] => [
          ...(at.tx_power === null
            ? []
            : [{ label: `${one.name} tx transmit ${lane}`, ifIndex: one.if_index, value: at.tx_power }]),
          ...(at.rx_power === null
            ? []
            : [{ label: `${one.name} rx receive ${lane}`, ifIndex: one.if_index, value: at.rx_power }]),
        ]
        const lanes = (row.lanes ?? []).flatMap(lane => all(lane, `lane ${lane.lane}`))
        return [...all(row, ''), ...lanes]
      }),
      0.05,
    ),
  reasons: [
    {
      id: 'dark',
      areas: ['power'],
      text: 'No light: at −40 dBm and below we say null, the other system shows the number.',
      fits: ({ facts: { sensor } }) => (sensor?.sensor_current ?? 0) <= -39.99,
    },
    ...ofPorts('power'),
    {
      id: 'coherent',
      areas: ['power'],
      text: "Power of a coherent port's channel (tmnxCohOptPortRxPower, TxPower): we say what the module measures of its light.",
      fits: ({ facts: { sensor } }, of) =>
        /^\.?1\.3\.6\.1\.4\.1\.6527\.3\.1\.2\.2\.12\.8\./.test(sensor?.sensor_oid ?? '') &&
        (of.answers.sfpOptical ?? []).some(
          row => String(row.interface.if_index) === lastArc(sensor!.sensor_oid) && row.rx_power !== null,
        ),
    },
    {
      id: 'none-value',
      areas: ['power'],
      text: 'The device sends −1 for "not measured" (HUAWEI-ENTITY-EXTENT-MIB): we say null, the other system divides it.',
      fits: ({ facts: { sensor } }, of) =>
        /^\.?1\.3\.6\.1\.4\.1\.2011\./.test(sensor?.sensor_oid ?? '') &&
        numberAt(of, sensor!.sensor_oid) === -1,
    },
    {
      id: 'lanes',
      areas: ['power'],
      text: 'A module of several lanes: we say the lowest of them for the module, the other system the number that the device has for it.',
      fits: ({ facts: { sensor } }, of) =>
        (of.answers.sfpOptical ?? []).some(
          row =>
            (row.lanes?.length ?? 0) > 1 &&
            words(sensor?.sensor_descr ?? '').has(row.interface.name.toLowerCase()),
        ),
    },
  ],
}

export const sensorReasons = [...temperatures.reasons, ...powers.reasons]
export const compareTemperatures = judge(temperatures)
export const comparePowers = judge(powers)
