import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    pinging: T.Boolean({
      default: true,
      title: 'Watch the devices',
      description: 'If false, nothing is sent, and the status of devices follows from what they are asked',
    }),
    period_sec: T.Number({
      default: 10,
      minimum: 0.2,
      maximum: 300,
      title: 'Time between two echoes to one device, in seconds',
    }),
    timeout_ms: T.Integer({
      default: 3000,
      minimum: 50,
      maximum: 9000,
      title: 'Longest wait for the answer to an echo, in ms',
      description: 'At most the time between two echoes.',
    }),
    suspect_after: T.Integer({
      default: 2,
      minimum: 1,
      maximum: 20,
      title: 'Echoes lost in a row after which a device is asked more often',
    }),
    confirm_echoes: T.Integer({
      default: 10,
      minimum: 1,
      maximum: 50,
      title: 'Further echoes that must all be lost before a device is down',
      description:
        'At 20 % packet loss a device with the default is taken for down once in about 70,000 hours. ' +
        'Before that TCP and SNMP are tried.',
    }),
    confirm_every_ms: T.Integer({
      default: 500,
      minimum: 20,
      maximum: 5000,
      title: 'Time between these echoes, in ms',
    }),
    up_answers: T.Integer({
      default: 2,
      minimum: 1,
      maximum: 3,
      title: 'Answers among the last three echoes after which a device that was down is up',
    }),
    tcp_ports: T.Array(T.Integer({ minimum: 1, maximum: 65_535 }), {
      default: [22, 23, 80],
      maxItems: 10,
      uniqueItems: true,
      title: 'TCP ports that are tried when a device does not answer echoes',
      description:
        'A refused connection is an answer too. The port that answered is asked alone from then on; one ' +
        'that refuses is preferred, because the device then logs no session. Empty: no TCP.',
    }),
    snmp: T.Boolean({ default: true, title: 'Try SNMP when a device answers neither echoes nor TCP' }),
    try_sec: T.Number({
      default: 60,
      minimum: 0.5,
      maximum: 3600,
      title: 'Time between two tries over TCP and SNMP, in seconds',
      description: 'For devices that do not answer echoes, and for those that are down.',
    }),
    try_timeout_ms: T.Integer({
      default: 2000,
      minimum: 50,
      maximum: 10_000,
      title: 'Longest wait of such a try, in ms, for TCP and SNMP each',
    }),
    silent_tries: T.Integer({
      default: 3,
      minimum: 1,
      maximum: 20,
      title: 'Silent tries in a row after which a device that answers only TCP or SNMP is down',
    }),
    loss_percent: T.Number({
      default: 5,
      minimum: 0,
      maximum: 100,
      title: 'Packet loss from which a device is marked, in percent of the last five minutes',
    }),
    process_targets: T.Integer({
      default: 500,
      minimum: 1,
      maximum: 5000,
      title: 'Devices of one fping process at most',
      description: 'A device that is added, changed or removed restarts one of them.',
    }),
    store_sec: T.Number({
      default: 60,
      minimum: 0.5,
      maximum: 300,
      title: 'Time between two writings of loss and round trip, in seconds',
    }),
    outage_days: T.Integer({ default: 365, minimum: 30, maximum: 3650, title: 'Days that outages are kept' }),
    outage_rows: T.Integer({
      default: 2000,
      minimum: 10,
      maximum: 100_000,
      title: 'Outages of one device that are kept, at most',
    }),
    chart_fine_days: T.Integer({
      default: 2,
      minimum: 1,
      maximum: 30,
      title: 'Days that loss and round trip are kept for every 5 minutes',
    }),
    chart_days: T.Integer({
      default: 31,
      minimum: 1,
      maximum: 400,
      title: 'Days that loss and round trip are kept for every hour',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
