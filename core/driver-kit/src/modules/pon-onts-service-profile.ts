import { Type as T } from 'typebox'
import { defineModule } from '../define.ts'
import { interfaceArgs } from './arguments.ts'
import { InterfaceRef, closed, exampleOnu, examplePon, integerOrNull, orNull, textOrNull, wordOrNull } from './shapes.ts'

/** Service ports: which VLAN of which ONU goes where, and how fast. */
export const ponOntsServiceProfile = defineModule({
  name: 'pon_onts_service_profile',
  kind: 'read',
  permission: 'device_show',
  summary: 'Service ports of ONUs',
  args: interfaceArgs,
  result: T.Array(closed({
    interface: orNull(InterfaceRef, 'ONU; null: the service port belongs to none'),
    service_port_id: T.Integer({ description: 'Number of the service port' }),
    pon_port: orNull(InterfaceRef, 'PON port; null: not given'),
    onu_id: integerOrNull('Number of the ONU on its PON port'),
    svlan: integerOrNull('Outer VLAN'),
    user_vlan: integerOrNull('VLAN towards the user; null: untagged or any'),
    user_vlan_pri: integerOrNull('802.1p priority towards the user'),
    gem_id: integerOrNull('GEM port'),
    eth_type: textOrNull('EtherType'),
    flow_type: textOrNull('What the flow is told by'),
    flow_param: textOrNull('Value it is told by'),
    tag_action: textOrNull('What happens to tags, e.g. transparent, translate, add-double'),
    inner_vid: integerOrNull('Inner VLAN'),
    inner_pri: integerOrNull('802.1p priority of the inner VLAN'),
    admin_status: wordOrNull(['Enabled', 'Disabled'], 'Wanted state'),
    online_state: wordOrNull(['Online', 'Offline'], 'State'),
    description: textOrNull('Description'),
    up_traffic_profile: textOrNull('Traffic profile from the ONU'),
    down_traffic_profile: textOrNull('Traffic profile to the ONU'),
    method: textOrNull('How it came about, e.g. manual'),
    config_status: textOrNull('State of the configuration'),
  })),
  example: [{
    interface: exampleOnu, service_port_id: 17, pon_port: examplePon, onu_id: 5, svlan: 301, user_vlan: 100, user_vlan_pri: null, gem_id: 1, eth_type: null, flow_type: null, flow_param: null,
    tag_action: 'translate', inner_vid: null, inner_pri: null, admin_status: 'Enabled', online_state: 'Online', description: null, up_traffic_profile: '6', down_traffic_profile: '6',
    method: null, config_status: null,
  }],
})
