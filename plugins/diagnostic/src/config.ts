import { Type as T, type Static } from 'typebox'

const page = (kind: string, standard: string) =>
  T.String({
    default: standard,
    maxLength: 200,
    pattern: '^/(?![/\\\\])[^\\s<>"{}]*(\\{(id|device_id)\\}[^\\s<>"{}]*)+$',
    // Only a path: it cannot lead to another site.
    grave: false,
    title: `Page of ${kind}`,
    description:
      'Path below the address of the web panel (system.external_http_address). ' +
      '{id} becomes the number of the object, {device_id} that of its device',
  })

export const Config = T.Object(
  {
    deadline_sec: T.Integer({
      default: 60,
      minimum: 1,
      maximum: 600,
      title: 'Longest time of one diagnosis, in seconds',
      description: 'Modules that were not asked by then are marked in `meta`.',
    }),
    fdb_rows: T.Integer({
      default: 500,
      minimum: 1,
      maximum: 100_000,
      title: 'MAC addresses in one diagnosis at most',
      description: 'An uplink has thousands. The answer also has the total number.',
    }),
    ping_count: T.Integer({ default: 4, minimum: 1, maximum: 20, title: 'Probes of a ping by default' }),
    trace_total_sec: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 120,
      title: 'Longest time of a traceroute, in seconds',
      description: 'The answer has the hops that were found by then.',
    }),
    device_page: page('a device', '/devices/{id}'),
    interface_page: page('an interface or ONU', '/interfaces/{id}'),
    embed_from: T.Array(T.String({ pattern: '^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?$', maxLength: 200 }), {
      default: [],
      maxItems: 20,
      grave: true,
      title: 'Pages that may show the HTML card in a frame',
      description: 'Origins such as https://billing.example.net. Empty: no page.',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
