import { Type as T, type Static } from 'typebox'

/** Connection defaults carry the names that clients use in `params.sw_core_connection`. */
export const Config = T.Object(
  {
    snmp_version: T.Enum(['1', '2c', '3'], { default: '2c', description: 'Default SNMP version' }),
    snmp_port: T.Integer({ default: 161, minimum: 1, maximum: 65_535, description: 'Port of SNMP' }),
    snmp_timeout_sec: T.Number({
      default: 4,
      exclusiveMinimum: 0,
      maximum: 60,
      description: 'Longest wait for one answer, seconds',
    }),
    snmp_repeats: T.Integer({
      default: 3,
      minimum: 0,
      maximum: 10,
      description: 'Repetitions of a request that was not answered',
    }),
    console_connection_type: T.Enum(['telnet', 'ssh'], {
      default: 'telnet',
      grave: true,
      description: 'Default protocol of the console',
    }),
    console_port: T.Integer({ default: 23, minimum: 1, maximum: 65_535, description: 'Port of the console' }),
    console_timeout_sec: T.Number({
      default: 300,
      exclusiveMinimum: 0,
      maximum: 3600,
      description: 'Longest time of one console command, seconds',
    }),
    console_wait_byte_sec: T.Number({
      default: 10,
      exclusiveMinimum: 0,
      maximum: 600,
      description: 'Longest silence of a console, seconds',
    }),
    console_legacy_ssh: T.Boolean({
      default: false,
      grave: true,
      description:
        'Allow SSH algorithms of old firmware (SHA-1, CBC, short keys) for devices that have no others',
    }),
    mikrotik_api_port: T.Integer({
      default: 8728,
      minimum: 1,
      maximum: 65_535,
      description: 'Port of the RouterOS API',
    }),
    mikrotik_api_tls: T.Boolean({
      default: false,
      grave: true,
      description:
        'Use TLS for the RouterOS API, by default on port 8729. ' +
        'The key of the certificate is pinned on first use',
    }),
    mikrotik_api_legacy_tls: T.Boolean({
      default: false,
      grave: true,
      description:
        'Allow old TLS and TLS without a certificate for the RouterOS API of devices that have no other',
    }),
    refresh_concurrency: T.Integer({
      default: 50,
      minimum: 1,
      maximum: 1000,
      description:
        'Most devices whose interfaces are read at the same time after they were added, or for people',
      requiresRestart: true,
    }),
    stored_interfaces: T.Integer({
      default: 50_000,
      minimum: 100,
      maximum: 10_000_000,
      description:
        'Most interfaces that are stored for one device. For a switch two fifths of it; if its model ' +
        'has a fixed number of ports: 50 for each port, but at least 5,000',
    }),
    list_interval_sec: T.Integer({
      default: 900,
      minimum: 10,
      maximum: 43_200,
      description: 'Interval of reading the list of interfaces, seconds',
    }),
    vanished_grace_sec: T.Integer({
      default: 86_400,
      minimum: -1,
      maximum: 31_536_000,
      description:
        'How long an interface is kept that its device does not list any more, seconds. 0: not at all; ' +
        '-1: for ever',
    }),
    unwanted_types: T.Array(T.String({ pattern: '^[A-Za-z0-9-]{1,40}$' }), {
      default: [],
      maxItems: 100,
      uniqueItems: true,
      description:
        'Interfaces that nobody wants, by their type: names or numbers of ifType (softwareLoopback, 24), ' +
        'or types as interfaces have them (LOOPBACK). They are not stored, counted or polled. PON ports ' +
        'and ONUs always are. `params.unwanted_interfaces.types` of a model or a device replaces the list',
    }),
    unwanted_names: T.Array(T.String({ minLength: 1, maxLength: 100 }), {
      default: [],
      maxItems: 50,
      uniqueItems: true,
      description:
        'The same by their names, in upper or lower case; `*` stands for any text (Null*). ' +
        '`params.unwanted_interfaces.names` of a model or a device replaces the list',
    }),
    fdb_interval_sec: T.Integer({
      default: 900,
      minimum: 0,
      maximum: 43_200,
      description: 'Interval of reading MAC addresses behind ports, seconds. 0: never',
    }),
    sighting_days: T.Integer({
      default: 30,
      minimum: 1,
      description: 'How long a MAC address is kept after it was last seen, days',
    }),
    sighting_port_rows: T.Integer({
      default: 1000,
      minimum: 10,
      maximum: 100_000,
      description: 'Most MAC addresses that are kept for one port',
    }),
    sighting_device_rows: T.Integer({
      default: 50_000,
      minimum: 100,
      maximum: 1_000_000,
      description:
        'Most MAC addresses that are kept for one device. Ports with the most addresses lose theirs first',
    }),
    status_history_days: T.Integer({
      default: 90,
      minimum: 1,
      description: 'How long status changes of interfaces are kept, days',
    }),
    status_history_rows: T.Integer({
      default: 1000,
      minimum: 10,
      description: 'Most status changes that are kept for one interface. The oldest are removed first',
    }),
    closed_onu_days: T.Integer({
      default: 365,
      minimum: 1,
      description: 'How long an ONU that its OLT does not list any more is kept with its history, days',
    }),
    onu_optical_interval_sec: T.Integer({
      default: 1800,
      minimum: 60,
      maximum: 86_400,
      description: 'Interval of reading optical values and down reasons of ONUs, seconds',
    }),
    onu_identity_interval_sec: T.Integer({
      default: 21_600,
      minimum: 60,
      maximum: 604_800,
      description: 'Interval of reading vendors and models of ONUs, seconds',
    }),
    onu_rx_min_dbm: T.Number({
      default: -28,
      minimum: -60,
      maximum: 20,
      description: 'Lowest normal optical power that an ONU receives, dBm',
    }),
    onu_rx_max_dbm: T.Number({
      default: -10,
      minimum: -60,
      maximum: 20,
      description: 'Highest normal optical power that an ONU receives, dBm',
    }),
    onu_olt_rx_min_dbm: T.Number({
      default: -31,
      minimum: -60,
      maximum: 20,
      description: 'Lowest normal optical power that the OLT receives from an ONU, dBm',
    }),
    onu_olt_rx_max_dbm: T.Number({
      default: -8,
      minimum: -60,
      maximum: 20,
      description: 'Highest normal optical power that the OLT receives from an ONU, dBm',
    }),
    import_rows: T.Integer({
      default: 100_000,
      minimum: 1,
      maximum: 5_000_000,
      description: 'Most lines of an imported file',
    }),
    import_bytes: T.Integer({
      default: 52_428_800,
      minimum: 1024,
      maximum: 1_073_741_824,
      description: 'Largest size of an imported file, bytes',
    }),
    import_at_once: T.Integer({
      default: 3,
      minimum: 1,
      maximum: 20,
      description: 'Most imports that run at the same time',
    }),
    import_concurrency: T.Integer({
      default: 50,
      minimum: 1,
      maximum: 1000,
      description: 'Most devices that one import asks at the same time',
    }),
    import_days: T.Integer({
      default: 7,
      minimum: 1,
      maximum: 365,
      description: 'How long reports of imports are kept, days',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
