import { judge, near, numberAt, type Case, type Comparison } from './area.ts'
import { isOfPort, ofPorts } from './sensor-ports.ts'
import { lastArc, rowsOf, sensorsOf, type Measured, type Sensor } from './sensor-rows.ts'

type Optical = NonNullable<Case['answers']['sfpOptical']>[number]

/** Values of our transceivers with the names of their ports. */
const ofOptics = (of: Case, values: (row: Optical) => readonly (number | null | undefined)[]): Measured[] =>
  (of.answers.sfpOptical ?? []).flatMap(row =>
    values(row).flatMap(value =>
      value == null ? [] : [{ label: row.interface.name, ifIndex: row.interface.if_index, value }],
    ),
  )

/**
 * Only the sensors of transceivers: no module has a place for the voltages and currents of a device, nor of
 * power over Ethernet.
 */
const inPorts = (of: Case, kind: string) =>
  sensorsOf(of, kind).filter(sensor => isOfPort(of, sensor) && !/\bpoe\b/i.test(sensor.sensor_descr))

const voltages: Comparison<Sensor> = {
  rows: of =>
    rowsOf(
      'voltage',
      'V',
      inPorts(of, 'voltage'),
      ofOptics(of, row => [row.vcc]),
      0.02,
    ),
  reasons: ofPorts('voltage'),
}

const milli = 1000
const biases: Comparison<Sensor> = {
  rows: of =>
    rowsOf(
      'bias',
      'A',
      inPorts(of, 'current'),
      ofOptics(of, row =>
        [row.tx_bias, ...(row.lanes ?? []).map(lane => lane.tx_bias)].map(bias => bias && bias / milli),
      ),
      0.0002,
    ),
  reasons: [
    ...ofPorts('bias'),
    {
      id: 'milliamperes',
      areas: ['bias'],
      text: 'The same number: the device counts in milliamperes, the other system takes them for amperes.',
      fits: ({ facts: { sensor } }, of) =>
        sensor !== null &&
        ofOptics(of, row => [row.tx_bias]).some(
          ({ ifIndex, value }) =>
            lastArc(sensor.sensor_oid) === String(ifIndex) && near(value, sensor.sensor_current, 0.01),
        ),
    },
  ],
}

const fans: Comparison<Sensor> = {
  rows: of =>
    rowsOf(
      'fan',
      'rpm',
      sensorsOf(of, 'fanspeed'),
      (of.answers.sysResources?.fans ?? []).flatMap(({ name, speed }) =>
        speed === null ? [] : [{ label: name, ifIndex: null, value: speed }],
      ),
      1,
    ),
  reasons: [
    {
      id: 'still',
      areas: ['fan'],
      text: 'The device sends 0 or no number for the fan, and we answer null.',
      fits: ({ facts: { sensor } }, of) =>
        sensor !== null &&
        sensor.sensor_current === 0 &&
        [0, null].includes(numberAt(of, sensor.sensor_oid)) &&
        (of.answers.sysResources?.fans ?? []).some(({ speed }) => speed === null),
    },
  ],
}

export const electricReasons = [...voltages.reasons, ...biases.reasons, ...fans.reasons]
export const compareVoltages = judge(voltages)
export const compareBiases = judge(biases)
export const compareFans = judge(fans)
