import { sensorAreas, type Area, type Outcome } from './areas/index.ts'

/**
 * The result of one recording. `scope`: it is of a switch or router of a vendor with a driver. Only these are
 * in the totals.
 */
export interface Result {
  name: string
  vendor: string
  scope: boolean
  modelKey: string | null
  driver: string | null
  error: string | null
  outcomes: Outcome[]
  compared: boolean
}

/** Numbers of rows by their results. */
export interface Tally {
  equal: number
  explained: number
  said: number
  different: number
  ours: number
}
export const tally = (outcomes: readonly Outcome[], area?: Area): Tally => {
  const of = (result: Outcome['result']) =>
    outcomes.filter(one => one.result === result && (area === undefined || one.area === area)).length
  const [equal, explained, said] = [of('equal'), of('explained'), of('said')]
  return { equal, explained, said, different: of('different'), ours: of('ours') }
}
export const share = ({ equal, explained, said, different }: Tally): string => {
  const all = equal + explained + said + different
  return all === 0 ? '–' : `${(Math.floor((1000 * (equal + explained)) / all) / 10).toFixed(1)} %`
}

/** How many sensors of the other system are equal or explained, in one line. */
export function sensorLine(results: readonly Result[]): string {
  const outcomes = results.flatMap(result => result.outcomes).filter(({ area }) => sensorAreas.includes(area))
  const sums = tally(outcomes)
  const all = sums.equal + sums.explained + sums.said + sums.different
  return (
    `Sensors (processors, memory, temperatures, optical power, transceivers, voltages, laser currents, fans): ` +
    `${all} of the other system, ${sums.equal} equal, ${sums.explained} explained by a check, ` +
    `${sums.said + sums.different} different: ${share(sums)} equal or explained.`
  )
}
