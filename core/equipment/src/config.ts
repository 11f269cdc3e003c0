import { Type as T, type Static } from 'typebox'
import { Create } from 'typebox/value'

export const config = T.Object(
  {
    networks: T.Array(T.String({ format: 'cidr' }), {
      default: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
      title: 'Networks of the equipment',
      description: 'Devices outside of these networks (CIDR, or single addresses) are never asked.',
      requiresRestart: true,
    }),
    allow_loopback: T.Boolean({
      default: false,
      title: 'Allow 127.0.0.0/8 and ::1',
      description: 'For the demo and for tests.',
      requiresRestart: true,
    }),
    answer_ttl_sec: T.Integer({
      default: 300,
      minimum: 0,
      title: 'Age up to which from=cache gives a stored answer, in seconds',
    }),
    module_ttl_sec: T.Record(T.String(), T.Integer({ minimum: 0 }), {
      default: {},
      title: 'The same for single modules',
      description: 'Module name → seconds.',
    }),
    call_deadline_sec: T.Integer({
      default: 120,
      minimum: 1,
      maximum: 3600,
      title: 'Longest time of one call, waiting for its turn included, in seconds',
    }),
    session_idle_sec: T.Integer({
      default: 30,
      minimum: 0,
      title: 'How long an unused session stays open, in seconds',
    }),
    max_sessions: T.Integer({
      default: 500,
      minimum: 1,
      maximum: 10_000,
      title: 'Devices asked at once',
      description: 'Each open session may hold a socket.',
    }),
    max_waiting: T.Integer({ default: 20_000, minimum: 1, title: 'Calls waiting for a session, at most' }),
    device_queue: T.Integer({ default: 64, minimum: 1, title: 'Calls waiting for one device, at most' }),
    busy_wait_ms: T.Integer({
      default: 2000,
      minimum: 0,
      title: 'How long a call waits for a change in progress before it is answered 409, in ms',
    }),
    sweep_rate: T.Integer({
      default: 2000,
      minimum: 10,
      maximum: 50_000,
      title: 'Datagrams that sweeps of networks send, a second',
      description: 'Of each process. Loss makes it less for a while.',
    }),
    sweep_window: T.Integer({
      default: 8192,
      minimum: 16,
      maximum: 65_536,
      title: 'Addresses that a sweep asks at once',
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
      title: 'How often a sweep asks a silent address again',
    }),
    call_log_days: T.Integer({ default: 30, minimum: 1, title: 'Days that the call log is kept' }),
    call_log_max_rows: T.Integer({
      default: 1_000_000,
      minimum: 1000,
      title: 'Rows of the call log, at most',
    }),
    answer_keep_days: T.Integer({ default: 30, minimum: 1, title: 'Days that a stored answer is kept' }),
  },
  { additionalProperties: false },
)

export type Config = Static<typeof config>

export const defaultSettings: Config = Create(config)

/** The default settings with some changed. */
export const settingsWith = (changed: Partial<Config>): Config => ({ ...defaultSettings, ...changed })
