import { Type as T, type Static } from 'typebox'

const days = (standard: number, title: string, description?: string) =>
  T.Integer({
    default: standard,
    minimum: 1,
    maximum: 36_500,
    title,
    ...(description ? { description } : {}),
  })
const url = (title: string, description: string) =>
  T.String({
    default: '',
    maxLength: 500,
    pattern: '^(https?://[^\\s?#]+)?$',
    grave: true,
    title,
    description,
  })

export const Config = T.Object(
  {
    store: T.Enum(['embedded', 'prometheus'], {
      default: 'embedded',
      grave: true,
      title: 'Where series are kept',
      description: 'embedded: in PostgreSQL; prometheus: in VictoriaMetrics or Prometheus',
    }),
    write_url: url(
      'Address to write to',
      'Base of VictoriaMetrics, e.g. http://10.0.0.5:8428. Empty: nothing is sent, Prometheus scrapes',
    ),
    read_url: url('Address to read from', 'Base of VictoriaMetrics or Prometheus'),
    private_networks: T.Boolean({
      default: false,
      grave: true,
      title: 'The store is in a private network',
      description:
        'Also connect to private networks and this machine. Off: only to addresses of the Internet',
    }),
    bearer: T.String({
      default: '',
      maxLength: 2000,
      writeOnly: true,
      grave: true,
      title: 'Bearer token of the store',
      description: 'Empty: none is sent',
    }),
    timeout_sec: T.Integer({
      default: 20,
      minimum: 1,
      maximum: 120,
      title: 'Longest time for one answer of the store',
    }),
    sample_days: days(7, 'Days to keep values as read'),
    five_minutes_days: days(
      62,
      'Days to keep averages of 5 minutes',
      'The 95th percentile needs them: two months cover the last whole month',
    ),
    hours_days: days(400, 'Days to keep averages of an hour'),
    days_days: days(3650, 'Days to keep averages of a day'),
    max_size_gb: T.Number({
      default: 50,
      minimum: 0.1,
      maximum: 100_000,
      title: 'Room for series in PostgreSQL',
      description:
        'GB. Above it the oldest go first: values as read, then averages of 5 minutes, an hour, a day',
    }),
    buffer_rows: T.Integer({
      default: 200_000,
      minimum: 1_000,
      maximum: 10_000_000,
      title: 'Rows that wait while the store is away',
      description: 'Each process holds as many, about 300 bytes each. Then the oldest are lost and counted',
    }),
    scrape_series: T.Integer({
      default: 200_000,
      minimum: 100,
      maximum: 5_000_000,
      title: 'Rows in one scrape at most',
    }),
    alias_names: T.Boolean({
      default: false,
      title: 'Names of the reference system in a scrape',
      description: 'Also iface_stat_in_octets, device_interface_status and the like, for rules that use them',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
