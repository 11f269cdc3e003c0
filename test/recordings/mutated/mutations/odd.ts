import { isUnder, SnmpType, type Varbind } from '@linecard/driver-kit'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import type { Mutation } from '../mutation.ts'
import { shuffled } from '../mutation.ts'
import { byNumber } from './faults.ts'

const mib2 = '1.3.6.1.2.1'
const largest = 2 ** 31 - 1

/** Whole numbers that are neither negative nor above the largest INTEGER are the same in both types. */
const otherType = (varbind: Varbind): Varbind => {
  const { type, value } = varbind
  if (typeof value !== 'number' || value < 0 || value > largest) return varbind
  return type === SnmpType.Integer
    ? { ...varbind, type: SnmpType.Gauge32 }
    : type === SnmpType.Gauge32
      ? { ...varbind, type: SnmpType.Integer }
      : varbind
}

const types: Mutation = {
  id: 'types',
  text: 'INTEGERs come as Gauge32 and Gauge32s as INTEGER',
  mutants: ({ recording }) => [
    { what: 'all', agent: { recording: recordingOf(Array.from(recording, otherType)), faults: [] } },
  ],
}

/**
 * Registries of IANA, which grow (IANAifType, IANAPhysicalClass): an unknown number is no fault of the agent, and
 * what it means is not known. `if_type` is the number itself.
 */
const registries: ReadonlySet<string> = new Set([`${mib2}.2.2.1.3`, `${mib2}.47.1.1.1.1.5`])
const withoutIfType = (data: unknown): unknown =>
  Array.isArray(data)
    ? data.map(withoutIfType)
    : typeof data !== 'object' || data === null
      ? data
      : Object.fromEntries(
          Object.entries(data).flatMap(([key, value]) =>
            key === 'if_type' ? [] : [[key, withoutIfType(value)]],
          ),
        )

/** Columns with the words of a standard MIB. */
const words = [
  ...registries,
  `${mib2}.2.2.1.7`,
  `${mib2}.2.2.1.8`,
  `${mib2}.10.7.2.1.19`,
  `${mib2}.17.4.3.1.3`,
  `${mib2}.17.7.1.2.2.1.3`,
  `${mib2}.4.22.1.4`,
  `${mib2}.99.1.1.1.1`,
  `${mib2}.99.1.1.1.2`,
  `${mib2}.99.1.1.1.5`,
  `${mib2}.105.1.1.1.6`,
  '1.0.8802.1.1.2.1.4.1.1.4',
  '1.0.8802.1.1.2.1.4.1.1.6',
]
/** No enumeration of these MIBs goes so far; ifType ends below 400. */
const nobodysWord = 9_999

const odd = (recording: Recording, column: string): Recording =>
  recordingOf(
    Array.from(recording, varbind =>
      isUnder(varbind.oid, column) && typeof varbind.value === 'number'
        ? { ...varbind, value: nobodysWord }
        : varbind,
    ),
  )

const unknownWords: Mutation = {
  id: 'unknown-words',
  text: 'A column of states or types has a number that its enumeration does not know',
  mutants: ({ recording }, _random, read) =>
    words
      .filter(column => (read.get(column) ?? 0) > 0)
      .map(column => ({
        what: column,
        agent: { recording: odd(recording, column), faults: [] },
        touches: [column],
        same: (data: unknown) => withoutIfType(byNumber(data)),
        ...(registries.has(column)
          ? { proved: true as const }
          : { forbidden: (value: unknown) => value === nobodysWord }),
      })),
}

/** Columns of one device that get holes, one at a time. */
const columnsOfDevice = 12

const holes: Mutation = {
  id: 'holes',
  text: 'Every second row or so has no cell in a column (noSuchInstance)',
  mutants: ({ recording }, random, read) =>
    shuffled(
      random,
      [...read].filter(([, rows]) => rows > 1),
    )
      .slice(0, columnsOfDevice)
      .map(([column]) => {
        const gone = new Set(
          Array.from(recording.below(column), ({ oid }) => oid).filter(() => random() < 0.5),
        )
        return {
          what: column,
          agent: { recording: recordingOf([...recording].filter(({ oid }) => !gone.has(oid))), faults: [] },
          touches: [column],
          same: byNumber,
          proved: true,
        }
      }),
}

export const odds: readonly Mutation[] = [types, unknownWords, holes]
