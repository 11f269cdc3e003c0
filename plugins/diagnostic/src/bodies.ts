import { Type as T } from 'typebox'
import { Id, InterfaceWord, closedObject, idOf, sources, text } from '@linecard/plugin-kit'

const Source = T.Optional(sources)
export const IfaceParams = closedObject({ ifaceId: idOf('the stored interface') })
export const DiagQuery = closedObject({
  from: Source,
  cable_diag: T.Optional(
    T.Boolean({
      description:
        'Also test the cable. The test always asks the device and may drop the link for some seconds',
    }),
  ),
})
export const InterfaceDiagBody = closedObject(
  {
    device: T.Union([Id, text(60)], { description: 'IP address of a device, or its number' }),
    interface: T.Union([T.Integer(), InterfaceWord], { description: 'Id, bind key or name of an interface' }),
    from: Source,
    cable_diag: T.Optional(T.Boolean()),
  },
  { examples: [{ device: '192.0.2.17', interface: '1/3' }] },
)

export const LinksQuery = closedObject({ from: Source })

const arpPing = {
  router: T.Union([Id, text(60)], { description: 'Number of a router or L3 switch, or its IP address' }),
  ip: text(60, { minLength: 1, description: 'Address to look for in its networks' }),
  from: Source,
}
export const ArpPingBody = closedObject(arpPing, { examples: [{ router: 17, ip: '192.0.2.55' }] })
export const ArpPingQuery = closedObject({
  ...arpPing,
  router: text(60, { minLength: 1, description: 'Number of a router or L3 switch, or its IP address' }),
})

const target = {
  device_id: T.Optional(Id),
  ip: T.Optional(
    text(60, {
      description:
        'An address in the networks of the equipment, instead of device_id. ' +
        'Users that are limited to device groups: the address of a device that they see',
    }),
  ),
}
export const PingBody = closedObject(
  {
    ...target,
    count: T.Optional(T.Integer({ minimum: 1, maximum: 20, description: 'Probes' })),
    timeout_ms: T.Optional(
      T.Integer({ minimum: 50, maximum: 10_000, description: 'Longest wait for each answer' }),
    ),
  },
  { examples: [{ device_id: 17, count: 4 }] },
)
export const TraceBody = closedObject(
  { ...target, max_hops: T.Optional(T.Integer({ minimum: 1, maximum: 64 })) },
  { examples: [{ device_id: 17 }] },
)
