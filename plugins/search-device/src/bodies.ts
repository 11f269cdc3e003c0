import { Type as T } from 'typebox'
import { Id, closedObject, sources, text } from '@linecard/plugin-kit'

const from = T.Optional(
  T.Enum(['device', 'cache', 'store'], {
    ...sources,
    description: `${(sources as { description?: string }).description}. Default: device`,
  }),
)
const byDefault = 'Empty or absent: all devices that have such a table'
const inBody = (description: string) =>
  T.Optional(
    T.Array(T.Union([Id, text(60)]), {
      maxItems: 10_000,
      description: `${description}: IP addresses or numbers. ${byDefault}`,
    }),
  )
const inQuery = (description: string) =>
  T.Optional(
    T.Array(text(60), {
      maxItems: 1000,
      description: `${description}: IP addresses or numbers, repeated. ${byDefault}`,
    }),
  )
const mac = text(100, { minLength: 1, description: 'MAC address in any notation' })
const ip = text(60, { minLength: 1, description: 'IP address' })
const group_id = T.Optional(T.Integer({ ...Id, description: 'Ask only devices of this group' }))
const all = T.Optional(T.Boolean({ description: 'Ask all devices although the port was found' }))

const examples = {
  mac: [{ devices: [], mac: '02:00:00:00:0A:01' }],
  ip: [{ devices: [], ip: '192.0.2.55' }],
  both: [{ devices: [], routers: [], ip: '192.0.2.55' }],
}
export const MacBody = closedObject(
  { mac, devices: inBody('Devices to ask'), group_id, from, all },
  { examples: examples.mac },
)
export const MacQuery = closedObject({ mac, devices: inQuery('Devices to ask'), group_id, from, all })
export const IpBody = closedObject(
  { ip, devices: inBody('Routers to ask'), group_id, from },
  { examples: examples.ip },
)
export const IpQuery = closedObject({ ip, devices: inQuery('Routers to ask'), group_id, from })
export const IpWithFdbBody = closedObject(
  { ip, routers: inBody('Routers to ask'), devices: inBody('Switches and OLTs to ask'), group_id, from, all },
  { examples: examples.both },
)
export const IpWithFdbQuery = closedObject({
  ip,
  routers: inQuery('Routers to ask'),
  devices: inQuery('Switches and OLTs to ask'),
  group_id,
  from,
  all,
})
