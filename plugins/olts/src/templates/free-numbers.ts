import type { ResultOf } from '@linecard/driver-kit'
import { freeNumbers } from '@linecard/driver-kit/onus'
import { Interface, interfacesList, ponPortsList, examplePon } from '@linecard/driver-kit/modules'
import { closedObject, nullable, type LiveAnswer } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

type Listed = ResultOf<typeof interfacesList>[number]

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
