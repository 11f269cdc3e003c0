import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'

const Neighbour = closedObject({
  source: T.Enum(['lldp'], { description: 'Protocol that names the neighbour' }),
  chassis_id: nullable(T.String()),
  port_id: nullable(T.String()),
  port_descr: nullable(T.String()),
  name: nullable(T.String()),
  descr: nullable(T.String()),
  mgmt_address: nullable(T.String()),
  device: T.Union([EmbeddedDevice, T.Null()], {
    description: 'The device with its management address, if you see it',
  }),
})
export const InterfaceLinks = closedObject(
  {
    pages: T.Array(
      closedObject({
        rel: T.Enum(['interface', 'device', 'card']),
        path: T.String({
          description: 'Below the address of the web panel; for `card` below that of the API',
        }),
        url: nullable(T.String({ description: 'Null if the address of the panel is not configured' })),
      }),
      { description: 'Pages of the interface' },
    ),
    neighbours: nullable(
      T.Array(Neighbour, { description: 'Devices at the other end that the device names' }),
    ),
  },
  {
    $id: 'diagnostic.InterfaceLinks',
    examples: [
      {
        pages: [
          { rel: 'interface', path: '/interfaces/96252', url: 'https://panel.example.net/interfaces/96252' },
        ],
        neighbours: [
          {
            source: 'lldp',
            chassis_id: '02:00:00:00:02:00',
            port_id: 'Gi0/24',
            port_descr: 'uplink',
            name: 'sw-18',
            descr: 'Acme A24',
            mgmt_address: '192.0.2.18',
            device: { ...exampleDevice, id: 18, ip: '192.0.2.18', name: 'sw-18' },
          },
        ],
      },
    ],
  },
)
export type InterfaceLinks = Static<typeof InterfaceLinks>
