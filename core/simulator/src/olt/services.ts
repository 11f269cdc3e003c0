import { configured } from '../simulated/timeline.ts'
import { onuSection } from './configuration.ts'
import type { SimulatedOlt } from './olt.ts'
import type { Onu } from './onu-state.ts'

/** Must be called after a change of the configuration of an OLT, whatever it is. */
export function edited({ control }: SimulatedOlt): void {
  control.unsaved = true
  configured()
}

/** Puts a line into the section of an ONU. A line with the same key is replaced. */
export function setService(olt: SimulatedOlt, onu: Onu, key: string, line: string): void {
  olt.configuration.set(onuSection(onu), key, line)
  edited(olt)
}
/** False: the ONU has no such line. */
export function removeService(olt: SimulatedOlt, onu: Onu, key: string): boolean {
  const had = olt.configuration.remove(onuSection(onu), key)
  edited(olt)
  return had
}
/** The line of this key; undefined: there is none. */
export const service = ({ configuration }: SimulatedOlt, onu: Onu, key: string): string | undefined =>
  configuration.get(onuSection(onu), key)

const { compare } = new Intl.Collator('en', { numeric: true })
/** The lines of an ONU, sorted: the order in which they were typed does not matter. */
export const servicesOf = ({ configuration }: SimulatedOlt, onu: Onu): string[] =>
  configuration.lines(onuSection(onu)).toSorted(compare)
