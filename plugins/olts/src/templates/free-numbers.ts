import type { ResultOf } from '@linecard/driver-kit'
import { Interface, interfacesList, ponPortsList, examplePon } from '@linecard/driver-kit/modules'
import { closedObject, nullable, type LiveAnswer } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { maximumOf } from '../answers/ports.ts'

type Listed = ResultOf<typeof interfacesList>[number]

export interface FreeNumbers {
  interface: Listed
  maximum: number | null
  used: number[]
  first: number | null
  list: number[] | null
}

/** Numbers of ONUs on a PON port. */
export const FreeNumber = closedObject(
  {
    interface: Interface,
    maximum: nullable(T.Integer({ description: 'Most ONUs of the port; null: not known' })),
    used: T.Array(T.Integer(), { description: 'Numbers that are taken' }),
    first: nullable(T.Integer({ description: 'Smallest free number; null: the port is full, or not known' })),
    list: nullable(T.Array(T.Integer(), { description: 'All free numbers; null: the maximum is not known' })),
  },
  { $id: 'olts.FreeNumbers' },
)

/**
 * Free numbers of one port. `from`: the first number of this OLT. Null: the numbers of its ONUs are not
 * known, so none of them is known to be free.
 */
export function freeOf(port: Listed, onus: readonly Listed[], from: number): FreeNumbers {
  const maximum = maximumOf(port)
  const numbers = onus.map(({ _onu: number }) => number ?? null)
  const used = numbers.filter(number => number !== null).toSorted((a, b) => a - b)
  if (used.length < numbers.length) return { interface: port, maximum, used, first: null, list: null }
  const taken = new Set(used)
  if (maximum === null) {
    let first = from
    while (taken.has(first)) first++
    return { interface: port, maximum, used, first, list: null }
  }
  const list = Array.from({ length: maximum }, (_, n) => from + n).filter(number => !taken.has(number))
  return { interface: port, maximum, used, first: list[0] ?? null, list }
}

/** OLTs count from 0 or from 1. One that has an ONU 0 counts from 0. */
const firstOf = (all: readonly Listed[]): number => (all.some(({ _onu: number }) => number === 0) ? 0 : 1)

/** Free numbers of all PON ports. */
export function freeNumbers(all: readonly Listed[], ports: readonly Listed[]): FreeNumbers[] {
  const byPort = Map.groupBy(
    all.filter(({ type }) => type === 'ONU'),
    ({ parent }) => parent,
  )
  const first = firstOf(all)
  return ports.map(port => freeOf(port, byPort.get(port.id) ?? [], first))
}

export const exampleFree = {
  interface: { ...examplePon, pontype: 'gpon' as const, _pon_max_ont_size: 8 },
  maximum: 8,
  used: [1, 2, 4],
  first: 3,
  list: [3, 5, 6, 7, 8],
}

const byId = (rows: readonly Listed[], id: number) => rows.filter(row => row.id === id)

/** Free numbers by port, from the list of interfaces and of PON ports. */
export const freeNumbersAnswer: LiveAnswer = {
  schema: T.Array(FreeNumber),
  example: [exampleFree],
  modules: [
    // Asked for one port it would not show whether the OLT counts from 0.
    { module: { ...interfacesList, args: T.Object({}) } as never },
    { module: ponPortsList, narrow: byId },
  ],
  make(parts) {
    const all = parts.get(interfacesList.name)?.data as Listed[] | undefined
    const ports = parts.get(ponPortsList.name)?.data as Listed[] | undefined
    return all && ports ? freeNumbers(all, ports) : null
  },
}
