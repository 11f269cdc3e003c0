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
    device_page: page('a device', '/devices/{id}'),
    interface_page: page('an interface or ONU', '/interfaces/{id}'),
    show_data: T.Enum(['both', 'name', 'ip'], {
      default: 'both',
      title: 'Device on labels',
      description: 'What a label shows of the device: name and address, or one of them',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
