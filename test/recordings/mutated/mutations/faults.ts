import { isUnder } from '@linecard/driver-kit'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import type { Fault } from '../ask.ts'
import { shuffled, type Mutant, type Mutation } from '../mutation.ts'

/**
 * An answer with interfaces as their ifIndex (ONUs: as their id) alone: a lost name is a matter of `interfaces_list`, not of every
 * module that refers to an interface.
 */
export function byNumber(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(byNumber)
  if (typeof data !== 'object' || data === null) return data
  if ('if_index' in data && 'id' in data && Object.keys(data).length === keysOfRef)
    return data.if_index ?? `id ${String(data.id)}`
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, byNumber(value)]))
}
/** `id`, `name`, `type`, `parent`, `if_index`. */
const keysOfRef = 5

/** Columns of one device that are changed, one at a time. */
const columnsOfDevice = 12

const without = (recording: Recording, column: string, from: number): Recording => {
  const gone = new Set([...recording.below(column)].slice(from).map(({ oid }) => oid))
  return recordingOf([...recording].filter(({ oid }) => !gone.has(oid)))
}

type Made = Pick<Mutant, 'proved' | 'tables'> & { recording: Recording; faults: Fault[] }
type Make = (recording: Recording, column: string, rows: number, random: () => number) => Made

const columnKind = (id: string, text: string, make: Make): Mutation => ({
  id,
  text,
  mutants({ recording }, random, read) {
    const filled = [...read].filter(([, rows]) => rows > 0)
    return shuffled(random, filled)
      .slice(0, columnsOfDevice)
      .map(([column, rows]): Mutant => {
        const { proved, tables, ...agent } = make(recording, column, rows, random)
        const said = { ...(proved && { proved }), ...(tables && { tables }) }
        return { what: column, agent, touches: [column], same: byNumber, ...said }
      })
  },
})

const cut =
  (reason: Fault['reason']): Make =>
  (recording, column, rows, random) => ({
    recording,
    faults: [{ column, after: Math.floor(random() * rows), reason }],
  })

export const faults: readonly Mutation[] = [
  columnKind('cut-silent', 'The agent falls silent in the middle of a column', cut('silent')),
  columnKind('cut-error', 'The agent answers genErr or tooBig in the middle of a column', cut('rejected')),
  columnKind('refused', 'The agent answers genErr or noAccess for a whole column', (recording, column) => ({
    recording,
    faults: [{ column, after: 0, reason: 'rejected' }],
  })),
  columnKind(
    'cut-end',
    'The agent says in the middle of a column that it ends there',
    (recording, column, rows, random) => ({
      recording: without(recording, column, Math.floor(random() * rows)),
      faults: [],
      proved: true,
    }),
  ),
  columnKind('no-object', 'The agent has no such column (noSuchObject)', (recording, column) => ({
    recording: without(recording, column, 0),
    faults: [],
    proved: true,
    tables: true,
  })),
]

/** Everything that only the vendor's MIBs have is gone: the standard tables must answer alone. */
export const noVendor: Mutation = {
  id: 'no-vendor',
  text: 'The agent has no table of its vendor: the standard tables answer, compared row by row',
  mutants({ recording }) {
    const rest = recordingOf([...recording].filter(({ oid }) => !isUnder(oid, '1.3.6.1.4.1')))
    return rest.size === recording.size
      ? []
      : [{ what: 'all', agent: { recording: rest, faults: [] }, tables: true, touches: [] }]
  },
}
