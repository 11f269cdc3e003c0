import { Type as T, type Static } from 'typebox'
import {
  Id,
  Reference,
  closedObject,
  freeObject,
  listQuery,
  nullable,
  text,
  unread,
} from '@linecard/plugin-kit'
import { Point } from '../fields.ts'
import { InterfaceCard, InterfaceView } from './schemas.ts'

/** Older clients send a number instead of a text. */
const BindKey = T.Union(
  [T.String({ pattern: '^[0-9]{1,18}$' }), T.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })],
  { description: 'Decimal digits' },
)
const Params = T.Union([freeObject('Free data of integrations'), T.Array(T.Unknown(), { maxItems: 0 })], {
  description: 'An object; an empty list where there is nothing, as older clients write it',
})

/** Fields that people may set on any interface. */
const kept = {
  comment: T.Optional(text(5000)),
  agreement: T.Optional(text(200)),
  billing_link: T.Optional(text(2000, { description: 'http or https address; empty: none' })),
  ip: T.Optional(text(60, { description: 'Address of the subscriber; empty: none' })),
  params: T.Optional(nullable(Params)),
  coordinates: T.Optional(nullable(Point)),
  poll_enabled: T.Optional(T.Boolean()),
  fdb_enabled: T.Optional(T.Boolean()),
}
/** Fields that the device gives. People set them only if the device does not list the interface. */
const said = {
  name: text(200, { minLength: 1 }),
  type: T.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._ -]{0,29}$', description: 'ETH SFP PON ONU UNI …' }),
  status: T.Optional(nullable(T.String({ pattern: '^[A-Za-z][A-Za-z ]{0,29}$' }))),
  admin_state: T.Optional(nullable(T.Enum(['Enabled', 'Disabled']))),
  description: T.Optional(text(5000)),
  bind_key: BindKey,
  parent_bind_key: T.Optional(nullable(T.Union([BindKey, T.Literal('')]))),
  serial: T.Optional(nullable(text(64))),
  mac_address: T.Optional(nullable(text(64))),
}
const where = { device: T.Optional(nullable(Reference)), device_id: T.Optional(nullable(Id)) }

/** Fields of an answer that clients send back. They are not read. */
const sentBack = (fields: object): {} =>
  Object.fromEntries(
    Object.keys({ ...InterfaceView.properties, ...InterfaceCard.properties })
      .filter(name => !(name in fields))
      .map(name => [name, unread]),
  )

export const InterfaceBody = closedObject(
  { ...kept, ...said, ...where, ...sentBack({ ...kept, ...said, ...where }) },
  { examples: [{ device_id: 17, name: '1/13', bind_key: '13', type: 'ETH' }] },
)
export type InterfaceBody = Static<typeof InterfaceBody>

export const SaidFields = T.Partial(closedObject(said), { additionalProperties: false })
export type SaidFields = Static<typeof SaidFields>

/**
 * A device may give values of any length, and clients send them back. So these fields are checked only when
 * they are used.
 */
const mayBeSaid = Object.fromEntries(
  Object.keys(said).map(name => [
    name,
    T.Optional(T.Unknown({ description: 'Read where the device does not list the interface' })),
  ]),
) as {}

export const InterfaceChange = closedObject(
  {
    id: T.Optional(Id),
    ...kept,
    ...where,
    ...mayBeSaid,
    ...sentBack({ id: true, ...kept, ...where, ...said }),
  },
  { examples: [{ comment: 'behind the garage', agreement: '11619' }] },
)
export type InterfaceChange = Static<typeof InterfaceChange>

export const InterfaceQuery = closedObject({
  ...listQuery,
  device_id: T.Optional(T.Array(Id, { maxItems: 1000, description: 'May stand several times' })),
  group_id: T.Optional(
    T.Array(Id, { maxItems: 1000, description: 'Group of the device; may stand several times' }),
  ),
  type: T.Optional(T.Array(text(30), { maxItems: 30, description: 'May stand several times' })),
  status: T.Optional(T.Array(text(30), { maxItems: 30, description: 'May stand several times' })),
  name: T.Optional(text(200, { description: 'The whole name, in any case' })),
  bind_key: T.Optional(T.String({ pattern: '^[0-9]{1,18}$', description: 'Bind key on its device' })),
  parent_bind_key: T.Optional(T.String({ pattern: '^[0-9]{1,18}$', description: 'ONUs of this PON port' })),
  agreement: T.Optional(text(200, { description: 'Contract of the subscriber, in full' })),
  ip: T.Optional(text(60, { description: 'Address of the subscriber' })),
  ident: T.Optional(text(100, { description: 'Serial number or MAC address, in any notation' })),
  poll_enabled: T.Optional(T.Boolean({ description: 'Whether pollers read the interface' })),
  fdb_enabled: T.Optional(T.Boolean({ description: 'Whether its MAC addresses are collected' })),
  manual: T.Optional(T.Boolean({ description: 'Whether a person added it: the device does not list it' })),
  has_coordinates: T.Optional(T.Boolean({ description: 'Whether it has a place' })),
  query: T.Optional(
    text(200, {
      description: 'Part of name, description, comment, serial number, MAC, contract or subscriber address',
    }),
  ),
})
export type InterfaceQuery = Static<typeof InterfaceQuery>
