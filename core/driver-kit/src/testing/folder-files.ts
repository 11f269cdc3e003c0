import { Type as T, type Static } from 'typebox'

const closed = { additionalProperties: false }

/** `device.json` of a recording folder. */
export const DeviceFile = T.Object(
  {
    model: T.String({
      description: 'Key of the model that detection must find; also the name of the outer folder',
    }),
    source: T.String({
      minLength: 1,
      description: 'Where it comes from: whose device, or which MIB facts it was made from',
    }),
    scrubbed: T.Literal(true, {
      description: 'Addresses, names, serials and communities of real people are gone',
    }),
    recorded_at: T.Optional(
      T.String({
        format: 'date-time',
        description: 'The clock stands still at this time while its modules run',
      }),
    ),
    walked: T.Array(T.String({ pattern: '^[0-2](\\.\\d+)+$' }), {
      minItems: 1,
      description: 'Subtrees that were walked to their ends; only these tell absent from never asked',
    }),
    args: T.Optional(
      T.Record(T.String(), T.Record(T.String(), T.Unknown()), {
        description: 'Arguments of the modules that need some',
      }),
    ),
  },
  closed,
)
export type DeviceFile = Static<typeof DeviceFile>

/** `cli.json`: what the command line answered, without echo, pager and prompt; lines end in \\n. */
export const CliFile = T.Array(
  T.Object(
    {
      send: T.String({ minLength: 1 }),
      reply: T.String(),
      mode: T.Optional(T.String({ description: 'Of the profile; the main one unless said' })),
      snmp: T.Optional(T.Array(T.String(), { description: 'Lines of a .snmprec that hold after it' })),
    },
    closed,
  ),
)

/**
 * `api.json`: what the RouterOS API answered: items by menu (`/ip/arp`), rows by command (`/ping`), or the
 * words by which both are refused.
 */
export const ApiFile = T.Record(
  T.String({ pattern: '^/' }),
  T.Union([T.Array(T.Record(T.String(), T.String())), T.Object({ trap: T.String() }, closed)]),
)

/** `untested.json`: what cannot be tested, and why. */
export const UntestedFile = T.Object(
  {
    modules: T.Optional(
      T.Record(T.String({ pattern: '^[^/]+/[^/]+$' }), T.String({ minLength: 1 }), {
        description: '`<model>/<module>`',
      }),
    ),
    families: T.Optional(T.Record(T.String(), T.String({ minLength: 1 }))),
  },
  closed,
)
export type UntestedFile = Static<typeof UntestedFile>
