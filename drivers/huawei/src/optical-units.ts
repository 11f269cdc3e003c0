import { parseDecimal } from '@linecard/driver-kit'
import { dbmOfWatts } from '@linecard/driver-kit/builders'

/**
 * hwEntityOpticalRxPower and -TxPower are in 0.01 dBm or in µW, and the texts of their lanes in 0.01 dBm or
 * in dBm. The MIB does not decide: firmware differs. What decides is that both hold the power of the first
 * lane.
 */
const rawUnits = {
  hundredths: (raw: number): number | null => raw / 100,
  microwatts: (raw: number): number | null => dbmOfWatts(raw * 1e-6),
} as const
const laneUnits = { dbm: 1, hundredths: 0.01 } as const

type RawUnit = keyof typeof rawUnits
type LaneUnit = keyof typeof laneUnits
export interface Reading {
  /** The number of the module; null: not measured. */
  raw: number | null
  /** The text of its lanes, with commas between the numbers. */
  lanes: string | null
}
export interface Powers {
  /** dBm; null: not measured, no light, or `unknown`. */
  whole: number | null
  lanes: (number | null)[]
  /** There is a number, and nothing says in which unit. */
  unknown: boolean
}

/** Each pair of units that a row may have. */
const pairs = (Object.keys(rawUnits) as RawUnit[]).flatMap(raw =>
  (Object.keys(laneUnits) as LaneUnit[]).map(lane => ({ raw, lane })),
)
type Pair = (typeof pairs)[number]

const numbersOf = ({ lanes }: Reading): (number | null)[] =>
  lanes === null ? [] : lanes.split(',').map(one => parseDecimal(one))

/** How far two readings of one power may be apart, dB: rounded, or taken one after the other. */
const distances = [0.03, 0.5] as const
/** Whole µW are coarse where they are few. */
const coarseness = (raw: number, unit: RawUnit): number =>
  unit === 'hundredths' || raw <= 1 ? 0 : 10 * Math.log10(raw / (raw - 1))

/**
 * The pairs of units in which number and first lane are the same power. Null: there is nothing to compare.
 */
function fitting(reading: Reading): readonly Pair[] | null {
  const { raw } = reading
  const [first] = numbersOf(reading)
  if (raw === null || first == null) return null
  const within = (distance: number) =>
    pairs.filter(({ raw: unit, lane }) => {
      const dbm = rawUnits[unit](raw)
      return (
        dbm !== null && Math.abs(dbm - first * laneUnits[lane]) <= distance + coarseness(raw, unit) + 1e-9
      )
    })
  return distances.map(within).find(left => left.length > 0) ?? []
}

/** The unit that all remaining pairs have. */
const only = <K extends keyof Pair>(left: readonly Pair[], part: K): Pair[K] | null => {
  const units = [...new Set(left.map(pair => pair[part]))]
  return units.length === 1 ? units[0]! : null
}

function powersOf(reading: Reading, left: readonly Pair[]): Powers {
  const { raw } = reading
  // µW are never negative.
  const unit = only(left, 'raw') ?? (raw !== null && raw < 0 ? 'hundredths' : null)
  const lane = only(left, 'lane')
  const cells = numbersOf(reading)
  return {
    whole: raw === null || unit === null ? null : rawUnits[unit](raw),
    lanes: lane === null ? [] : cells.map(cell => (cell === null ? null : cell * laneUnits[lane])),
    unknown: (raw !== null && unit === null) || (lane === null && cells.some(cell => cell !== null)),
  }
}

/**
 * The powers of one column, by their row. Where number and lanes agree in every row, the units are those of
 * the agent. Where they do not, each row is on its own, and what nothing decides is unknown. Limits and
 * other columns say nothing: in some firmware they are in dBm and the powers in µW.
 */
export function decidePowers<K>(readings: ReadonlyMap<K, Reading>): Map<K, Powers> {
  const fits = new Map([...readings].map(([key, reading]) => [key, fitting(reading)] as const))
  const compared = [...fits.values()].filter(left => left !== null)
  const common =
    compared.length === 0 ? [] : pairs.filter(pair => compared.every(left => left.includes(pair)))
  return new Map(
    [...readings].map(([key, reading]) => {
      const left = common.length > 0 ? common : (fits.get(key) ?? [])
      return [key, powersOf(reading, left)] as const
    }),
  )
}
