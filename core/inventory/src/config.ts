import { Type as T, type Static } from 'typebox'

/** Connection defaults carry the names that clients use in `params.sw_core_connection`. */
export const Config = T.Object(
  {
    snmp_version: T.Enum(['1', '2c', '3'], {
      default: '2c',
      description: 'SNMP version where nothing else is said',
    }),
    snmp_port: T.Integer({ default: 161, minimum: 1, maximum: 65_535, description: 'Port of SNMP' }),
    snmp_timeout_sec: T.Number({
      default: 4,
      exclusiveMinimum: 0,
      maximum: 60,
      description: 'Wait for one answer, seconds',
    }),
    snmp_repeats: T.Integer({
      default: 3,
      minimum: 0,
      maximum: 10,
      description: 'Questions repeated after the first one stayed unanswered',
    }),
    console_connection_type: T.Enum(['telnet', 'ssh'], {
      default: 'telnet',
      description: 'How a console is reached where nothing else is said',
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
      description:
        'SSH algorithms of old firmwares (SHA-1, CBC, short keys) may be used where a device speaks no others',
    }),
    mikrotik_api_port: T.Integer({
      default: 8728,
      minimum: 1,
      maximum: 65_535,
      description: 'Port of the RouterOS API',
    }),
    mikrotik_api_tls: T.Boolean({
      default: false,
      description:
        'The RouterOS API is asked over TLS; port 8729 unless another is said. The key of the certificate is kept when it is first seen',
    }),
    mikrotik_api_legacy_tls: T.Boolean({
      default: false,
      description:
        'Old TLS, and TLS without a certificate, may be used for the RouterOS API where a device has no other',
    }),
    refresh_concurrency: T.Integer({
      default: 50,
      minimum: 1,
      maximum: 1000,
      description: 'Devices whose interfaces are read at once',
      requiresRestart: true,
    }),
    fdb_interval_sec: T.Integer({
      default: 900,
      minimum: 0,
      maximum: 43_200,
      description: 'How often the MAC addresses behind ports are read, seconds; 0: never',
    }),
    sighting_days: T.Integer({
      default: 30,
      minimum: 1,
      description: 'How long a MAC address that is gone is remembered, days',
    }),
    sighting_port_rows: T.Integer({
      default: 1000,
      minimum: 10,
      maximum: 100_000,
      description: 'MAC addresses remembered of one port',
    }),
    sighting_device_rows: T.Integer({
      default: 50_000,
      minimum: 100,
      maximum: 1_000_000,
      description: 'MAC addresses remembered of one device; those of ports that carry the most go first',
    }),
    status_history_days: T.Integer({
      default: 90,
      minimum: 1,
      description: 'How long status changes of interfaces are kept, days',
    }),
    status_history_rows: T.Integer({
      default: 1000,
      minimum: 10,
      description: 'Status changes kept of one interface; the oldest go first',
    }),
    onu_optical_interval_sec: T.Integer({
      default: 1800,
      minimum: 60,
      maximum: 86_400,
      description: 'How often the optics of ONUs and the reasons of their losses are read, seconds',
    }),
    onu_identity_interval_sec: T.Integer({
      default: 21_600,
      minimum: 60,
      maximum: 604_800,
      description: 'How often makers and models of ONUs are read, seconds',
    }),
    onu_rx_min_dbm: T.Number({
      default: -28,
      minimum: -60,
      maximum: 20,
      description: 'Least light that an ONU should receive, dBm',
    }),
    onu_rx_max_dbm: T.Number({
      default: -10,
      minimum: -60,
      maximum: 20,
      description: 'Most light that an ONU should receive, dBm',
    }),
    onu_olt_rx_min_dbm: T.Number({
      default: -31,
      minimum: -60,
      maximum: 20,
      description: 'Least light that the OLT should receive from an ONU, dBm',
    }),
    onu_olt_rx_max_dbm: T.Number({
      default: -8,
      minimum: -60,
      maximum: 20,
      description: 'Most light that the OLT should receive from an ONU, dBm',
    }),
    import_rows: T.Integer({
      default: 100_000,
      minimum: 1,
      maximum: 5_000_000,
      description: 'Lines that an imported file may have',
    }),
    import_bytes: T.Integer({
      default: 52_428_800,
      minimum: 1024,
      maximum: 1_073_741_824,
      description: 'Size that an imported file may have, bytes',
    }),
    import_at_once: T.Integer({
      default: 3,
      minimum: 1,
      maximum: 20,
      description: 'Imports that may go on at once',
    }),
    import_concurrency: T.Integer({
      default: 50,
      minimum: 1,
      maximum: 1000,
      description: 'Devices that one import asks at once',
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
