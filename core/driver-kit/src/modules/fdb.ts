import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, macArg, vlanArg } from './arguments.ts'
import {
  InterfaceRef,
  Mac,
  booleanOrNull,
  closed,
  examplePort,
  integerOrNull,
  orNull,
  textOrNull,
  wordOrNull,
} from './shapes.ts'

export const fdbStatuses = ['LEARNED', 'SELF', 'MGMT', 'STATIC', 'OTHER', 'INVALID'] as const

/** Forwarding database: the port or ONU behind which each MAC address is. */
export const fdb = defineModule({
  name: 'fdb',
  kind: 'read',
  permission: 'device_show',
  summary: 'MAC addresses behind ports or ONUs',
  args: interfaceAnd({ mac: T.Optional(macArg), vlan_id: T.Optional(vlanArg) }),
  result: T.Array(
    closed({
      interface: orNull(
        InterfaceRef,
        'Port or ONU; null: no port given (an address of the device itself) or unknown port',
      ),
      mac_address: Mac,
      vlan_id: integerOrNull('VLAN id; null: the device keeps one table for all VLANs'),
      status: wordOrNull(fdbStatuses, 'Origin of the entry (dot1dTpFdbStatus); null: not given'),
      is_dynamic: booleanOrNull('True for a learned entry'),
      uni: T.Optional(integerOrNull('Ethernet port of the ONU')),
      gem_port: T.Optional(integerOrNull('GEM port')),
      _virtual_port: T.Optional(integerOrNull('Virtual port of the ONU')),
      time: T.Optional(textOrNull('Age as the device writes it')),
    }),
  ),
  example: [
    {
      interface: examplePort,
      mac_address: '02:00:00:00:0A:01',
      vlan_id: 301,
      status: 'LEARNED',
      is_dynamic: true,
    },
  ],
})
