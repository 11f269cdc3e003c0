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
      description: 'Origin: the owner of the device, or the MIB facts from which it was made',
    }),
    scrubbed: T.Literal(true, {
      description: 'Addresses, names, serial numbers and communities of real people are removed',
    }),
    recorded_at: T.Optional(
      T.String({ format: 'date-time', description: 'The clock has this time while the modules run' }),
    ),
    walked: T.Optional(
      T.Array(T.String({ pattern: '^[0-2](\\.\\d+)+$' }), {
        minItems: 1,
        description:
          'Subtrees that were walked completely. Only there, a value that is not recorded is absent. ' +
          'A device with a console alone has none',
      }),
    ),
    console: T.Optional(
      T.Literal(true, { description: 'Reading modules may use the console too: cli.json has its answers' }),
    ),
    args: T.Optional(
      T.Record(T.String(), T.Record(T.String(), T.Unknown()), { description: 'Arguments of modules' }),
    ),
  },
  closed,
)
export type DeviceFile = Static<typeof DeviceFile>

/**
 * `cli.json`: commands of the console and their output without echo, pager and prompt; lines end with \\n.
 */
export const CliFile = T.Array(
  T.Object(
    {
      send: T.String({ minLength: 1 }),
      reply: T.String(),
      mode: T.Optional(T.String({ description: 'Mode of the profile; absent: the main mode' })),
      snmp: T.Optional(
        T.Array(T.String(), { description: 'Lines of a .snmprec that are valid after the command' }),
      ),
      gone: T.Optional(
        T.Array(T.String(), { description: 'OIDs and subtrees that are absent after the command' }),
      ),
    },
    closed,
  ),
)

/** `api.json`: items by menu (`/ip/arp`), rows by command (`/ping`), or the words of a refusal. */
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
