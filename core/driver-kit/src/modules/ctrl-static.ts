import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { ChangeResult, lineArg, oneVlanArg } from './change.ts'
import { closed } from './shapes.ts'

const action = T.Enum(['add', 'remove'])
const ip = T.String({ format: 'ipv4', description: 'IPv4 address' })
const mac = T.Optional(
  T.String({
    minLength: 12,
    maxLength: 17,
    description: 'MAC address in any notation; required to add an entry',
  }),
)
const vlanName = T.Optional(lineArg('Name of the VLAN interface, instead of its id', 64))
const comment = T.Optional(lineArg('One line', 255))

/** A static entry of the ARP table of a router. */
export const ctrlStaticArp = defineModule({
  name: 'ctrl_static_arp',
  kind: 'change',
  permission: 'router_os_static_arp',
  summary: 'Adds or removes a static ARP entry',
  args: closed({ action, ip, vlan_id: T.Optional(oneVlanArg), vlan_name: vlanName, mac, comment }),
  result: ChangeResult,
  example: { accepted: true, evidence: '/ip/arp/add gave *1A', verified: true },
})

/** A static lease of a DHCP server. */
export const ctrlStaticLease = defineModule({
  name: 'ctrl_static_lease',
  kind: 'change',
  permission: 'router_os_static_lease',
  summary: 'Adds or removes a static DHCP lease',
  args: closed({
    action,
    ip,
    vlan_id: T.Optional(oneVlanArg),
    vlan_name: vlanName,
    mac,
    dhcp_server: T.Optional(lineArg('Name of the DHCP server, instead of its VLAN', 64)),
    comment,
  }),
  result: ChangeResult,
  example: { accepted: true, evidence: '/ip/dhcp-server/lease/add gave *1A', verified: true },
})
