import { Type as T, type Static } from 'typebox'
import { ListMeta, closedObject, idOf, listQuery, nullable, text } from '@linecard/plugin-kit'
import { Path } from '../schemas.ts'
import { states } from '../tables.ts'

export const LinksQuery = closedObject({
  ...listQuery,
  device_id: T.Optional(idOf('a device at one of the ends')),
  source: T.Optional(T.Enum(['manual', 'automatic'], { description: 'Drawn by people, or found by scans' })),
  state: T.Optional(T.Enum([...states], { description: 'Default: active' })),
  unknown_ports: T.Optional(
    T.Boolean({
      description:
        'true: also links of which an interface is not known, with null in its place. By default they are ' +
        'left out, because clients that draw maps read the interfaces of every row',
    }),
  ),
})
export type LinksQuery = Static<typeof LinksQuery>

export const LinksMeta = closedObject({
  ...ListMeta.properties,
  left_out: T.Integer({ description: 'Links that fit and are left out, because an interface is not known' }),
})

const port = (end: string) => nullable(idOf(`the interface of the ${end} device; null: not known`))
const fields = {
  src_device_id: idOf('the device at one end; the one nearer to the gateway, if that is known'),
  src_interface_id: port('first'),
  dest_device_id: idOf('the device at the other end'),
  dest_interface_id: port('other'),
  note: text(1000, { description: 'What people should know of it' }),
  path: Path,
}

export const LinkChange = T.Partial(closedObject(fields), {
  additionalProperties: false,
  examples: [
    {
      note: 'Along the river',
      path: [
        { lat: 50.45, lon: 30.52 },
        { lat: 50.46, lon: 30.53 },
      ],
    },
  ],
})
export type LinkChange = Static<typeof LinkChange>

const { src_device_id, dest_device_id } = fields
export const NewLink = closedObject(
  { ...LinkChange.properties, src_device_id, dest_device_id },
  {
    examples: [
      {
        src_device_id: 17,
        src_interface_id: 1205,
        dest_device_id: 18,
        dest_interface_id: 1301,
        note: 'Fibre 12 of the ring',
      },
    ],
  },
)
export type NewLink = Static<typeof NewLink>

export const LinkParams = closedObject({ id: idOf('the link') })
