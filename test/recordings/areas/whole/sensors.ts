import { judge, near, type Case, type Comparison, type Row } from '../area.ts'
import { saidBy } from './row.ts'
import { column, numberOf } from './table.ts'

const entity = '1.3.6.1.2.1.47.1.1.1.1'
const table = '1.3.6.1.2.1.99.1.1.1'
/** CISCO-ENTITY-SENSOR-MIB has the same sensors, by the same index. */
const ciscoTable = '1.3.6.1.4.1.9.9.91.1.1.1.1'
const working = 1
const portClass = 10
const scaleOfUnits = 9

/** EntitySensorDataType with a place in our answers. 14 (dBm) is newer than RFC 3433. */
const kinds = { 4: 'volts', 5: 'amperes', 6: 'watts', 8: 'celsius', 10: 'rpm', 14: 'dBm' } as const
type Kind = (typeof kinds)[keyof typeof kinds]
interface Sensor {
  kind: Kind | null
  inPort: boolean
  /** EntitySensorDataScale and EntitySensorPrecision are there. */
  hasUnit: boolean
}

/** Whether an entity is inside a port (entPhysicalContainedIn, entPhysicalClass). */
function insideOf(of: Case): (index: string) => boolean {
  const [holders, classes] = [column(of, `${entity}.4`), column(of, `${entity}.5`)]
  return index => {
    let at: string | null = index
    for (let step = 0; at !== null && step < 12; step++) {
      if (numberOf(classes.get(at)) === portClass) return true
      const holder = numberOf(holders.get(at))
      at = holder === null || holder === 0 ? null : String(holder)
    }
    return false
  }
}

/** Values of a kind in our answers, in the unit of the sensor. */
function ourValues({ answers: { sysTemp, sfpOptical, sysResources } }: Case): Record<Kind, number[]> {
  const optics = sfpOptical ?? []
  const every = <T>(values: readonly (T | null | undefined)[]): T[] => values.filter(value => value != null)
  const lanes = optics.flatMap(row => row.lanes ?? [])
  const dBm = every([...optics, ...lanes].flatMap(row => [row.tx_power, row.rx_power]))
  return {
    celsius: every([...(sysTemp?.sensors ?? []).map(one => one.value), ...optics.map(row => row.temp)]),
    volts: every(optics.map(row => row.vcc)),
    amperes: every([...optics, ...lanes].map(row => row.tx_bias)).map(value => value / 1000),
    dBm,
    watts: dBm.map(power => 10 ** (power / 10) / 1000),
    rpm: every((sysResources?.fans ?? []).map(fan => fan.speed)),
  }
}

const isEqual = (kind: Kind, ours: number, theirs: number): boolean =>
  near(ours, theirs, kind === 'dBm' || kind === 'celsius' ? 0.06 : Math.abs(theirs) * 0.01 + 1e-9)

const answerOf = (kind: Kind | null, inPort: boolean) =>
  kind === 'rpm' ? 'sysResources' : kind === 'celsius' && !inPort ? 'sysTemp' : 'sfpOptical'

function rows(of: Case): Row<Sensor>[] {
  const [types, scales, precisions, values, states] = [1, 2, 3, 4, 5].map(arc =>
    column(of, `${table}.${arc}`),
  )
  const isInside = insideOf(of)
  const mine = ourValues(of)
  return [...values!].flatMap(([index, cell]): Row<Sensor>[] => {
    const raw = numberOf(cell)
    const type = numberOf(types!.get(index))
    const state = numberOf(states!.get(index))
    // ±10^9 is overflow or underflow (RFC 3433). Agents send −32768 if nothing is measured (SFF-8472).
    if (raw === null || type === null || (state ?? working) !== working || Math.abs(raw) >= 1e9) return []
    const kind = kinds[type as keyof typeof kinds] ?? null
    const exponent = ((numberOf(scales!.get(index)) ?? scaleOfUnits) - scaleOfUnits) * 3
    const value = raw * 10 ** (exponent - (numberOf(precisions!.get(index)) ?? 0))
    if (kind === 'celsius' && value <= -273) return []
    const theirs = `${Number(value.toPrecision(6))} ${kind ?? `of type ${type}`}`
    const equal = kind !== null && mine[kind].some(one => isEqual(kind, one, value))
    const inPort = isInside(index)
    const said = saidBy(of, answerOf(kind, inPort), [table, ciscoTable, entity], index)
    return [
      {
        area: 'sensors',
        key: `sensor ${index}`,
        theirs,
        ours: equal ? theirs : null,
        facts: { kind, inPort, hasUnit: scales!.has(index) && precisions!.has(index) },
        said,
      },
    ]
  })
}

const sensors: Comparison<Sensor> = {
  rows,
  reasons: [
    {
      id: 'no-place',
      areas: ['sensors'],
      text: 'Neither a temperature, a fan nor a value of a transceiver: no module has a place for it.',
      fits: ({ facts: { kind, inPort } }) =>
        kind === null || (!inPort && kind !== 'celsius' && kind !== 'rpm'),
    },
    {
      id: 'no-unit',
      areas: ['sensors'],
      text: 'Without scale or precision nothing fixes the unit of a reading; we answer null.',
      fits: ({ facts: { hasUnit } }) => !hasUnit,
    },
    {
      id: 'no-holder',
      areas: ['sensors'],
      text: 'Without entPhysicalContainedIn nothing says whether a sensor is in a transceiver.',
      fits: (_, of) => column(of, `${entity}.4`).size === 0,
    },
    {
      id: 'dark',
      areas: ['sensors'],
      text: 'No light: a power of 0 W has no value in dBm, we answer null.',
      fits: ({ theirs }) => /^-?0 watts$/.test(theirs ?? ''),
    },
  ],
}
export const sensorReasons = sensors.reasons
export const compareSensors = judge(sensors)
