import { Type as T, type Static } from 'typebox'
import { Create } from 'typebox/value'

export const config = T.Object(
  {
    networks: T.Array(T.String({ format: 'cidr' }), {
      default: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
      grave: true,
      title: 'Networks of the equipment',
      description:
        'Networks (CIDR) or single addresses. Devices outside them are never asked. ' +
        'An address at which a cloud keeps credentials is asked only if it is named itself.',
      requiresRestart: true,
    }),
    allow_loopback: T.Boolean({
      default: false,
      grave: true,
      title: 'Allow 127.0.0.0/8 and ::1',
      description: 'For the demo and for tests.',
      requiresRestart: true,
    }),
    answer_ttl_sec: T.Integer({
      default: 300,
      minimum: 0,
      title: 'Largest age of a stored answer for from=cache, in seconds',
    }),
    module_ttl_sec: T.Record(T.String(), T.Integer({ minimum: 0 }), {
      default: {},
      title: 'Largest age for single modules, in seconds',
      description: 'Module name → seconds.',
    }),
    call_deadline_sec: T.Integer({
      default: 120,
      minimum: 1,
      maximum: 3600,
      title: 'Longest time of one call with its wait, in seconds',
      description:
        'Of several console commands, each has this time for itself, and what stream_timeout adds. ' +
        'Together they have an hour.',
    }),
    call_values: T.Integer({
      default: 200_000,
      minimum: 1000,
      maximum: 50_000_000,
      title: 'Most values that one call takes from a device',
      description:
        'Over all columns and tables. The answer has what came until then, and says so in `missing`.',
    }),
    call_octets: T.Integer({
      default: 12_582_912,
      minimum: 65_536,
      maximum: 4_294_967_296,
      title: 'Most data that one call takes from a device, in octets',
    }),
    column_rows: T.Integer({
      default: 100_000,
      minimum: 100,
      maximum: 10_000_000,
      title: 'Most rows of one column',
      description: 'A longer column counts as endless.',
    }),
    interface_rows: T.Integer({
      default: 50_000,
      minimum: 100,
      maximum: 10_000_000,
      title: 'Most interfaces of one device',
      description:
        'A switch has two fifths of it; if its model has a fixed number of ports, 50 for each, ' +
        'but at least 5,000.',
    }),
    stored_answer_octets: T.Integer({
      default: 4_194_304,
      minimum: 65_536,
      maximum: 268_435_456,
      title: 'Largest answer that is stored, in octets of JSON',
      description: 'A larger answer is given to its caller and not stored.',
    }),
    down_after_sec: T.Integer({
      default: 5,
      minimum: 1,
      maximum: 600,
      title: 'Silence after which a device counts as down, in seconds',
      description: 'Requests were sent all that time, and nothing at all was answered.',
    }),
    down_retry_sec: T.Integer({
      default: 30,
      minimum: 0,
      maximum: 3600,
      title: 'How often one call tries a device that is down, in seconds',
      description: 'Other calls get 504 at once, except with the header X-Insist. 0: every call tries it.',
    }),
    olt_requests_per_sec: T.Integer({
      default: 250,
      minimum: 0,
      maximum: 10_000,
      title: 'Most SNMP requests a second to one OLT',
      description:
        'OLTs have crashed under fast reading of their ONUs. An OLT whose answers become slower than usual ' +
        'is asked more slowly than this by itself. 0: as fast as it answers.',
    }),
    olt_cpu_percent: T.Integer({
      default: 85,
      minimum: 1,
      maximum: 100,
      title: 'Load of the processor of an OLT from which it is spared, in percent',
      description: 'As its own modules told it within the last ten minutes.',
    }),
    session_idle_sec: T.Integer({
      default: 30,
      minimum: 0,
      title: 'How long an unused connection stays open, in seconds',
    }),
    console_answer_bytes: T.Integer({
      default: 8_000_000,
      minimum: 65_536,
      maximum: 64_000_000,
      title: 'Largest output of one console command, in octets',
      description: 'A console that prints more is disconnected.',
    }),
    configuration_octets: T.Integer({
      default: 16_777_216,
      minimum: 65_536,
      maximum: 268_435_456,
      title: 'Longest configuration of a device that is read, in octets',
      description:
        'A device that prints more is disconnected, and nothing is kept. ' +
        'Each reading holds up to four times as much in memory.',
    }),
    configuration_deadline_sec: T.Integer({
      default: 900,
      minimum: 5,
      maximum: 7200,
      title: 'Longest time of reading a configuration with its wait, in seconds',
      description: 'A chassis prints for minutes. Other calls of the device wait meanwhile.',
    }),
    max_sessions: T.Integer({
      default: 500,
      minimum: 1,
      maximum: 10_000,
      title: 'Devices asked at the same time',
      description: 'Each open connection may hold a socket.',
    }),
    poll_devices: T.Integer({
      default: 2000,
      minimum: 1,
      maximum: 20_000,
      title: 'Devices that are polled at the same time',
      description: 'In each process. Calls of users do not wait for them.',
    }),
    poll_datagrams: T.Integer({
      default: 2000,
      minimum: 1,
      maximum: 20_000,
      title: 'SNMP requests of polls under way at the same time',
      description: 'In each process. A request that counts as lost is not under way.',
    }),
    poll_datagrams_subnet: T.Integer({
      default: 128,
      minimum: 1,
      maximum: 20_000,
      title: 'SNMP requests of polls under way at the same time in one subnet',
      description:
        'A /24 of IPv4 or a /64 of IPv6: its devices share an uplink. One device has one at a time.',
    }),
    max_waiting: T.Integer({ default: 20_000, minimum: 1, title: 'Most calls that wait for a connection' }),
    device_queue: T.Integer({ default: 64, minimum: 1, title: 'Most calls that wait for one device' }),
    busy_wait_ms: T.Integer({
      default: 2000,
      minimum: 0,
      title: 'How long a call waits for a running change before it gets 409, in ms',
    }),
    sweep_rate: T.Integer({
      default: 2000,
      minimum: 10,
      maximum: 50_000,
      title: 'Datagrams a second of network sweeps',
      description: 'For each process. Packet loss reduces it for a while.',
    }),
    sweep_window: T.Integer({
      default: 8192,
      minimum: 16,
      maximum: 65_536,
      title: 'Addresses that a sweep asks at the same time',
    }),
    sweep_timeout_ms: T.Integer({
      default: 1000,
      minimum: 50,
      maximum: 10_000,
      title: 'How long a sweep waits for an answer, in ms',
    }),
    sweep_retries: T.Integer({
      default: 1,
      minimum: 0,
      maximum: 5,
      title: 'Repetitions of a sweep to a silent address',
    }),
    call_log_days: T.Integer({ default: 30, minimum: 1, title: 'How many days the call log is kept' }),
    call_log_max_rows: T.Integer({ default: 1_000_000, minimum: 1000, title: 'Most rows of the call log' }),
    answer_keep_days: T.Integer({ default: 30, minimum: 1, title: 'How many days a stored answer is kept' }),
  },
  { additionalProperties: false },
)

export type Config = Static<typeof config>

export const defaultSettings: Config = Create(config)

/** The default settings with some changed. */
export const settingsWith = (changed: Partial<Config>): Config => ({ ...defaultSettings, ...changed })
