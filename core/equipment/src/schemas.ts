import {
  closedObject,
  DeviceParams,
  Id,
  listQuery,
  LiveMeta,
  nullable,
  SlowedMeta,
  sources,
  Time,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

const Missing = T.Object(
  { what: T.String({ description: 'OID of a column, or name of a field' }), reason: T.String() },
  { additionalProperties: true },
)

/** Where an answer comes from. */
export const AnswerMeta = closedObject(
  {
    source: sources,
    from_cache: T.Boolean(),
    time: T.String({ format: 'date-time', description: 'When the device gave the answer' }),
    age_sec: T.Integer({ minimum: 0 }),
    spent_ms: T.Integer({ minimum: 0, description: 'Time that asking the device took' }),
    error: nullable(
      closedObject(
        { code: T.String(), description: T.String() },
        { description: 'Why the device gave no newer answer' },
      ),
    ),
    missing: T.Array(Missing, { description: 'What did not arrive' }),
    answered_by: T.Array(T.String(), {
      description:
        'Sources that gave the answer: names of MIBs, `vendor` for own objects, `RouterOS API`, `console`',
    }),
    slowed: SlowedMeta,
  },
  { $id: 'equipment.AnswerMeta' },
)

/** `meta` of a module call: where each module's part comes from. */
export const CallMeta = T.Record(T.String(), AnswerMeta, {
  $id: 'equipment.CallMeta',
  description: 'Module name → where its answer comes from',
})

const JsonSchema = T.Object({}, { additionalProperties: true, description: 'JSON Schema' })

export const ModuleInfo = closedObject(
  {
    name: T.String(),
    kind: T.Enum(['read', 'change']),
    permission: T.String(),
    summary: T.String(),
    args: JsonSchema,
    result: JsonSchema,
  },
  { $id: 'equipment.ModuleInfo' },
)

export const CallEntry = closedObject(
  {
    id: T.Integer(),
    time: Time,
    device_id: nullable(T.Integer()),
    copy_of: nullable(
      T.Integer({
        description: 'Id of the device of whose copy a rehearsal asked; null: a device was asked',
      }),
    ),
    device_ip: T.String(),
    module: T.String(),
    args: T.Object({}, { additionalProperties: true }),
    from: sources,
    user: nullable(
      closedObject(
        { id: nullable(T.Integer()), login: nullable(T.String()) },
        { description: 'null: the service itself' },
      ),
    ),
    ok: T.Boolean(),
    error_code: nullable(T.String()),
    spent_ms: T.Integer(),
    requests: T.Integer({ description: 'Datagrams sent to the device' }),
  },
  { $id: 'equipment.CallEntry' },
)

/** One call with what was said at the console. */
export const CallDetails = closedObject(
  {
    ...CallEntry.properties,
    transcript: nullable(
      T.Array(
        closedObject({
          sent: T.String({ description: 'Typed, secrets masked' }),
          received: T.String({
            description: 'Printed by the device up to its prompt, with the echo, secrets masked',
          }),
        }),
        { description: 'The last 64 KiB of what was said at the console; null: nothing was' },
      ),
    ),
    thrown: nullable(
      T.String({
        description:
          'Message of an exception of the driver, and below it the places in its code, secrets masked; ' +
          'null: it threw none',
      }),
    ),
  },
  { $id: 'equipment.CallDetails' },
)

/** A key by which a device is known on one of its ports. */
export const HostKey = closedObject(
  {
    ip: T.String(),
    port: T.Integer({ description: 'SSH, or RouterOS API with TLS' }),
    fingerprint: T.String({ description: 'SHA256 as OpenSSH writes it, of the key that was seen first' }),
    first_seen: Time,
    refused: nullable(
      closedObject(
        { fingerprint: T.String(), time: Time },
        { description: 'Another key that was shown since, and was refused; null: none' },
      ),
    ),
  },
  { $id: 'equipment.HostKey' },
)

const one = <S extends Parameters<typeof T.Array>[0]>(item: S) =>
  T.Union([item, T.Array(item, { maxItems: 1000 })])

export const CallFilter = closedObject(
  {
    start: T.Optional(T.String({ format: 'date-time', description: 'Not before' })),
    stop: T.Optional(T.String({ format: 'date-time', description: 'Not after' })),
    device_id: T.Optional(one(Id)),
    device_ip: T.Optional(T.String({ maxLength: 64 })),
    module: T.Optional(one(T.String({ maxLength: 100 }))),
    from: T.Optional(one(sources)),
    user_id: T.Optional(one(Id)),
    login: T.Optional(T.String({ maxLength: 255 })),
    ok: T.Optional(T.Boolean()),
    error_code: T.Optional(one(T.String({ maxLength: 100 }))),
    query: T.Optional(
      T.String({
        maxLength: 200,
        description: 'Part of a module name, a login, an address or an error code',
      }),
    ),
    ...listQuery,
  },
  { $id: 'equipment.CallFilter' },
)

export const CallParams = closedObject({
  from: sources,
  module: T.String({ maxLength: 100, description: 'Name of a module' }),
  ...DeviceParams.properties,
})

export const schemas = [
  LiveMeta,
  AnswerMeta,
  CallMeta,
  ModuleInfo,
  CallEntry,
  CallDetails,
  CallFilter,
  HostKey,
]
