import { Id, closedObject, nullable } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'

/** The interface of a row. */
export const Port = closedObject(
  {
    id: Id,
    name: T.String(),
    type: T.String({ description: 'ETH, PON, ONU …' }),
    status: nullable(T.String({ description: 'Null: unknown' })),
    description: T.String({ description: 'From the device' }),
    agreement: T.String({ description: 'Number of the contract' }),
  },
  { $id: 'analytics.Port', description: 'A stored interface' },
)
export type Port = Static<typeof Port>

export const examplePort: Port = {
  id: 1205,
  name: '1/5',
  type: 'ETH',
  status: 'Up',
  description: 'Miller',
  agreement: '10130',
}

/** Columns of `visibleInterfaces` as `i`, for `portOf`. */
export interface PortRow {
  interface_id: number
  device_id: number
  name: string
  type: string
  status: string | null
  description: string
  agreement: string
}

export const portOf = (row: PortRow): Port => ({
  id: row.interface_id,
  name: row.name,
  type: row.type,
  status: row.status,
  description: row.description,
  agreement: row.agreement,
})
