import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, listQuery, text } from '@linecard/plugin-kit'
import { kinds } from './judge/index.ts'

export const OutagesQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  device_id: T.Optional(idOf('an OLT')),
  interface_id: T.Optional(idOf('an ONU or port that belongs to it')),
  kind: T.Optional(T.Enum([...kinds], { description: 'What it was, as far as is known now' })),
  open: T.Optional(T.Boolean({ description: 'true: not ended' })),
})
export type OutagesQuery = Static<typeof OutagesQuery>

const word = (description: string) => T.Optional(text(100, { minLength: 1, description }))

export const VerdictQuery = closedObject({
  agreement: word('Contract of the customer'),
  mac: word('MAC address of the ONU or of a device behind it, in any notation'),
  ip: word('IP address of the customer'),
  serial: word('Serial number of the ONU, in any notation'),
  interface_id: T.Optional(idOf('the ONU or port')),
})
export type VerdictQuery = Static<typeof VerdictQuery>
