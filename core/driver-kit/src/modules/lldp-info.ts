import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { loadOnlyArg } from './arguments.ts'
import { InterfaceRef, closed, integerOrNull, orNull, textOrNull, wordOrNull, examplePort } from './shapes.ts'

/** Protocols by which devices tell who they are. EDP is of Extreme, FDP of Foundry, MNDP of MikroTik. */
export const neighbourProtocols = ['LLDP', 'CDP', 'EDP', 'FDP', 'MNDP', 'NDP'] as const
/** One of `neighbourProtocols`: how a neighbour was heard. */
export type NeighbourProtocol = (typeof neighbourProtocols)[number]

/**
 * Own chassis and neighbours by LLDP (IEEE 802.1AB LLDP-MIB), CDP and other vendors' protocols. A neighbour
 * that speaks two of them has a row for each. `load_only` takes loc_chassis, loc_ports,
 * rem_chassis, rem_port.
 */
export const lldpInfo = defineModule({
  name: 'lldp_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'Neighbours by LLDP, CDP and other protocols',
  args: closed({ load_only: T.Optional(loadOnlyArg) }),
  result: closed({
    local: closed({
      chassis_id: textOrNull(
        'Own chassis id: a MAC as AA:BB:CC:DD:EE:FF, an address or text, by its subtype',
      ),
      sys_name: textOrNull('Own name'),
      ports: T.Array(
        closed({
          port_id: T.Integer({ description: 'lldpLocPortNum' }),
          name: textOrNull('lldpLocPortId as text'),
          interface: orNull(InterfaceRef, 'Interface of the port; null: not known'),
        }),
      ),
    }),
    remotes: T.Array(
      closed({
        loc_interface: orNull(InterfaceRef, 'Own interface; null: not known'),
        protocol: wordOrNull(
          neighbourProtocols,
          'How the neighbour was heard; null: the device does not say',
        ),
        loc_port_id: T.Integer({ description: 'lldpRemLocalPortNum; of other protocols the ifIndex' }),
        rem_chassis_id: textOrNull("Neighbour's chassis id, by its subtype"),
        rem_interface: textOrNull("Neighbour's port id, by its subtype"),
        rem_port_descr: textOrNull("Neighbour's port description"),
        rem_name: textOrNull("Neighbour's system name"),
        rem_descr: textOrNull("Neighbour's system description"),
        rem_mgmt_address: textOrNull("Neighbour's management address"),
        _rem_port_id: integerOrNull("Neighbour's port number if its port id is a number"),
      }),
    ),
  }),
  example: {
    local: {
      chassis_id: '02:00:00:00:01:00',
      sys_name: 'sw-17',
      ports: [{ port_id: 3, name: 'Gi0/3', interface: examplePort }],
    },
    remotes: [
      {
        loc_interface: examplePort,
        protocol: 'LLDP',
        loc_port_id: 3,
        rem_chassis_id: '02:00:00:00:02:00',
        rem_interface: 'Gi0/24',
        rem_port_descr: 'uplink',
        rem_name: 'sw-18',
        rem_descr: 'Acme A24',
        rem_mgmt_address: '192.0.2.18',
        _rem_port_id: null,
      },
    ],
  },
})
