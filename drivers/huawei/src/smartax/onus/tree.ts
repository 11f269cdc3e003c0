import { enumeration, map, table, type Column } from '@linecard/driver-kit'
import type { OnuTree, PlaceIndex } from '@linecard/driver-kit/onus'
import { adminState, description, label, localTime, metres } from '../columns.ts'
import { devices } from '../nodes.ts'
import { confWords, eponCauses, gponCauses, runWords, stateWords } from './words.ts'

/** Numbers of the tables and of the columns that differ between GPON and EPON. */
interface Numbers {
  technology: 'gpon' | 'epon'
  config: number
  control: number
  distance: number
  /** Last time up; the last time down and the cause follow. */
  up: number
  index: PlaceIndex
}

const lastCause = (oid: string, { technology }: Numbers): Column<string> =>
  enumeration(oid, technology === 'gpon' ? gponCauses : eponCauses)
/** An ONU that was never lost has `unknown`. */
const orNull = (cause: Column<string>) => map(cause, word => (word === 'unknown' ? null : word))

/** What the tables of GPON and of EPON have in common. */
export function commonTree(numbers: Numbers): OnuTree {
  const { technology, index: one, distance, up } = numbers
  const [config, control] = [`${devices}.${numbers.config}.1`, `${devices}.${numbers.control}.1`]
  const index = [one]
  const cause = lastCause(`${control}.${up + 2}`, numbers)
  const phase = enumeration(`${control}.15`, runWords)
  return {
    technology,
    // The control table has a row for every configured ONU.
    list: { columns: table({ phase }), index },
    state: {
      columns: table({
        phase,
        admin: adminState(`${control}.1`),
        reason: cause,
        conf: enumeration(`${control}.16`, confWords),
      }),
      index,
      words: stateWords,
    },
    times: {
      columns: table({
        online: localTime(`${control}.${up}`),
        offline: localTime(`${control}.${up + 1}`),
        reason: orNull(cause),
      }),
      index,
    },
    names: { columns: table({ description: description(`${config}.9`) }), index },
    atOlt: [{ columns: table({ distance: metres(`${control}.${distance}`) }), index }],
  }
}

/** A label in a table of vendors. */
export const fact = (number: number, column: number) => label(`${devices}.${number}.1.${column}`)
