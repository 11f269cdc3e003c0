import { cableDiag, errors, poeInfo, rmon, sfpMedia, sfpOptical } from '@linecard/driver-kit/modules'
import { Type as T, type TSchema } from 'typebox'
import { closedObject, nullable } from '@linecard/plugin-kit'
import { block, rowFieldsOf, rowOf } from './block.ts'

const { in_errors, out_errors, in_discards, out_discards } = rowOf(errors).properties
const digits = ({ description = '' }: TSchema & { description?: string }) =>
  nullable(T.String({ pattern: '^[0-9]+$', description }))

/** The blocks that only ports have. */
export const portBlocks = {
  errors: block(
    closedObject({
      in_errors: digits(in_errors),
      out_errors: digits(out_errors),
      in_discards: digits(in_discards),
      out_discards: digits(out_discards),
    }),
    'Errors of a port, as decimal strings',
  ),
  rmon: block(closedObject(rowFieldsOf(rmon), { $id: 'diagnostic.Rmon' }), 'Errors of a port by kind'),
  cable_diag: block(
    closedObject(rowFieldsOf(cableDiag), { $id: 'diagnostic.CableDiag' }),
    'Test of the cable, only if requested',
  ),
  vlans: block(
    T.Array(
      closedObject({
        id: T.Integer(),
        name: nullable(T.String()),
        type: T.Enum(['untagged', 'tagged', 'forbidden']),
      }),
    ),
    'VLANs of a port',
  ),
  pvid: block(T.Integer(), 'VLAN of untagged frames'),
  sfp: block(
    closedObject(
      {
        media: nullable(closedObject(rowFieldsOf(sfpMedia))),
        optical: nullable(closedObject(rowFieldsOf(sfpOptical))),
      },
      { $id: 'diagnostic.Sfp' },
    ),
    'Transceiver of a port',
  ),
  poe: block(closedObject(rowFieldsOf(poeInfo), { $id: 'diagnostic.Poe' }), 'Power over Ethernet of a port'),
}
