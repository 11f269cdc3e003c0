import { Type as T, type Static } from 'typebox'

const port = (standard: number, title: string, description: string) =>
  T.Integer({ default: standard, minimum: 0, maximum: 65_535, title, description, requiresRestart: true })
const onOff = (standard: boolean, title: string, description: string) =>
  T.Boolean({ default: standard, title, description, requiresRestart: true })
const bound = (standard: number, minimum: number, maximum: number, title: string) =>
  T.Integer({ default: standard, minimum, maximum, title })
const limit = (standard: number, minimum: number, maximum: number, title: string) =>
  T.Integer({ default: standard, minimum, maximum, title, requiresRestart: true })

export const Config = T.Object(
  {
    snmp: onOff(false, 'Receive SNMP traps and informs', 'Versions 1, 2c and 3'),
    syslog: onOff(false, 'Receive syslog', 'RFC 3164 and RFC 5424, over UDP and TCP'),
    process: T.Enum(['service', 'workers', 'all'], {
      default: 'service',
      title: 'Which processes listen',
      description:
        'The service (`linecard start`), the workers (`linecard worker`, for example at a site), or both. ' +
        'Of several processes on one host the first one listens, and another takes over when it ends.',
      requiresRestart: true,
    }),
    address: T.String({
      default: '0.0.0.0',
      minLength: 2,
      maxLength: 45,
      title: 'Address on which to listen',
      description: '`::` is IPv6 and IPv4.',
      requiresRestart: true,
      grave: true,
    }),
    snmp_port: port(1162, 'UDP port for SNMP', 'Port 162 needs privileges, or is forwarded: see the README'),
    syslog_port: port(5514, 'UDP and TCP port for syslog', 'Port 514 needs privileges, or is forwarded'),
    communities: T.Array(T.String({ minLength: 1, maxLength: 64, writeOnly: true }), {
      default: [],
      maxItems: 50,
      title: 'Communities that are accepted in SNMP 1 and 2c',
      description: 'Empty: any. It is no protection: the address of a sender can be forged.',
      requiresRestart: true,
      grave: false,
    }),
    keep_unknown: onOff(
      false,
      'Keep what senders that are no devices of the inventory send',
      'At most 20 a second of all of them together. Else they are only counted.',
    ),
    mib_folder: T.String({
      default: '',
      maxLength: 500,
      title: 'Folder with MIB files',
      description: 'They give names to the objects of unknown notifications. Empty: only the standard MIBs.',
      requiresRestart: true,
      grave: true,
    }),
    rate: limit(50, 1, 10_000, 'Messages of one device that are taken, a second; more are dropped'),
    burst: limit(500, 1, 100_000, 'Messages of one device that are taken at once'),
    queue_rows: limit(10_000, 100, 200_000, 'Messages that wait to be stored, at most'),
    connections: limit(200, 1, 5000, 'TCP connections for syslog, at most'),
    look: T.Boolean({
      default: true,
      title: 'Ask a device about what it told',
      description:
        'The stored state of a port or an ONU changes when the device confirms it, never by a trap alone.',
    }),
    told_min: bound(
      60,
      1,
      10_080,
      'Minutes for which a trap about fans, power or a refused sign-in is an event',
    ),
    trap_days: bound(30, 1, 3650, 'Days for which traps are kept'),
    trap_rows: bound(1_000_000, 1000, 100_000_000, 'Traps that are kept, at most'),
    syslog_days: bound(30, 1, 3650, 'Days for which syslog is kept'),
    syslog_rows: bound(5_000_000, 1000, 500_000_000, 'Lines of syslog that are kept, at most'),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
