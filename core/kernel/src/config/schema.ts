import { Type as T, type Static } from 'typebox'

const strict = { additionalProperties: false } as const

/** The config file, after placeholders and environment were applied. */
export const ConfigSchema = T.Object(
  {
    data_dir: T.String({
      minLength: 1,
      default: '.linecard',
      description: 'Folder for all files that the service writes; relative to the config file',
    }),
    http: T.Object(
      {
        host: T.String({ minLength: 1, default: '127.0.0.1', description: 'Address to listen on' }),
        port: T.Integer({
          minimum: 0,
          maximum: 65535,
          default: 8088,
          description: 'Port to listen on; 0 takes any free port',
        }),
        trusted_hosts: T.Array(T.String({ minLength: 1 }), {
          default: [],
          description:
            'Host names under which browsers may reach the service; empty: all. ' +
            'Addresses and `localhost` are always allowed',
        }),
        trusted_proxies: T.Array(T.String({ minLength: 1 }), {
          default: [],
          description: 'Proxies (addresses or CIDR) whose `X-Forwarded-For` is believed',
        }),
        cors_origins: T.Array(
          T.String({ pattern: '^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?$', maxLength: 200 }),
          {
            default: [],
            description:
              'Origins whose pages may use the API in browsers (CORS), such as ' +
              '`https://panel.example.net`; empty: none',
          },
        ),
        rate_limit: T.Object(
          {
            max: T.Integer({
              minimum: 1,
              default: 30_000,
              description: 'Requests of one address within the window',
            }),
            window_sec: T.Integer({
              minimum: 1,
              maximum: 3600,
              default: 60,
              description: 'Length of the window',
            }),
          },
          { ...strict, default: {} },
        ),
        metrics_public: T.Boolean({
          default: true,
          description: '`/metrics` needs no key; if false, it needs the permission `system_status`',
        }),
      },
      { ...strict, default: {} },
    ),
    database: T.Object(
      {
        url: T.Union([T.String({ pattern: '^postgres(ql)?://' }), T.Null()], {
          default: null,
          description:
            '`postgres://user:password@host:port/database`, over TLS with ' +
            '`?sslmode=verify-full&sslrootcert=/path/of/ca.crt`; ' +
            'null starts the embedded server in `data_dir`',
        }),
      },
      { ...strict, default: {} },
    ),
    workers: T.Object(
      {
        processes: T.Integer({
          minimum: 0,
          maximum: 64,
          default: 1,
          description:
            'Worker processes that `linecard start` runs beside the API; 0: the process of the API does ' +
            'their work',
        }),
        group: T.String({
          pattern: '^[a-z0-9_-]{0,40}$',
          default: '',
          description: 'Group of the workers of this config; empty: the default group',
        }),
      },
      { ...strict, default: {} },
    ),
    log: T.Object(
      {
        level: T.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
          default: 'info',
          description: 'Lowest level of lines in the log',
        }),
      },
      { ...strict, default: {} },
    ),
    drivers: T.Array(T.String({ minLength: 1 }), {
      default: [],
      uniqueItems: true,
      description: 'Packages of drivers; only these are loaded',
    }),
    plugins: T.Array(T.String({ minLength: 1 }), {
      default: [],
      uniqueItems: true,
      description: 'Packages of plugins in addition to the core',
    }),
    settings: T.Record(T.String(), T.Record(T.String(), T.Unknown()), {
      default: {},
      description: 'Settings by plugin, see below',
    }),
  },
  strict,
)

export type Config = Static<typeof ConfigSchema>
