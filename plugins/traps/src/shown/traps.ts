import { Type as T, type Static } from 'typebox'
import {
  EmbeddedDevice,
  Id,
  ListMeta,
  LogId,
  Time,
  closedObject,
  exampleDevice,
  freeObject,
  nullable,
} from '@linecard/plugin-kit'

export const exampleTime = '2026-03-02T10:00:00.000Z'

export const LogMeta = closedObject({
  ...ListMeta.properties,
  total_exact: T.Boolean({ description: 'False: there are more; they are not counted' }),
})

/** Who sent it, and when it arrived. */
export const Sender = {
  time: Time,
  address: T.String({ description: 'Of the sender' }),
  device: nullable(EmbeddedDevice),
}

const Port = closedObject({ id: Id, name: T.String(), type: T.String() })

const outcomes = ['asked', 'confirmed', 'contradicted', 'answered', 'silent'] as const

export const TrapView = closedObject(
  {
    id: LogId,
    ...Sender,
    interface: nullable(Port),
    name: T.String({ description: 'Of the notification; its OID if no driver and no MIB names it' }),
    oid: T.String(),
    kind: nullable(T.String({ description: 'What it is about; null: no driver declares it' })),
    version: T.Enum(['1', '2c', '3']),
    inform: T.Boolean({ description: 'It was confirmed to the device' }),
    user: nullable(T.String({ description: 'User of SNMPv3, whose keys have proved it' })),
    uptime_sec: nullable(T.Number({ description: 'sysUpTime of the device' })),
    has_errors: T.Boolean(),
    has_modules: T.Boolean(),
    modules: T.Record(T.String(), T.Enum([...outcomes]), {
      description:
        'Modules by which the device was asked what is so now. confirmed, contradicted: its answer, beside ' +
        'what the notification said; answered: the notification said nothing to compare; silent: no answer',
    }),
    parsed: freeObject('Its values by the names of the objects'),
    raw: T.Array(
      closedObject({
        oid: T.String(),
        type: T.String({ description: 'Of SMIv2' }),
        value: nullable(T.Union([T.Number(), T.String()])),
      }),
    ),
    errors: T.Array(T.String(), { description: 'What of it could not be read' }),
  },
  {
    $id: 'traps.Trap',
    examples: [
      {
        id: 118,
        time: exampleTime,
        address: '192.0.2.17',
        device: exampleDevice,
        interface: { id: 4711, name: '3', type: 'ETH' },
        name: 'linkDown',
        oid: '1.3.6.1.6.3.1.1.5.3',
        kind: 'link',
        version: '2c',
        inform: false,
        user: null,
        uptime_sec: 51_234.5,
        has_errors: false,
        has_modules: true,
        modules: { link_info: 'confirmed' },
        parsed: { 'ifIndex.3': 3, 'ifOperStatus.3': 2 },
        raw: [
          { oid: '1.3.6.1.2.1.2.2.1.1.3', type: 'Integer', value: 3 },
          { oid: '1.3.6.1.2.1.2.2.1.8.3', type: 'Integer', value: 2 },
        ],
        errors: [],
      },
    ],
  },
)
export type TrapView = Static<typeof TrapView>
