import type { Module } from '@linecard/driver-kit'

/** Modules by subject, in the order of the page. Modules that are not listed here come last. */
export const areas: readonly (readonly [title: string, modules: readonly string[]])[] = [
  ['System', ['system', 'sys_resources', 'sys_temp', 'card_list', 'card_status', 'power_status']],
  [
    'Interfaces',
    [
      'interfaces_list',
      'link_info',
      'interface_descriptions',
      'interface_counters',
      'errors',
      'rmon',
      'interface_info',
      'interface_rate_limits',
    ],
  ],
  ['VLANs and MAC addresses', ['vlans', 'vlans_by_port', 'pvid', 'interface_vlan_info', 'fdb']],
  ['Neighbours and IP', ['lldp_info', 'arps', 'arp_info', 'net_settings', 'direct_routes', 'snooping_info']],
  ['BGP', ['bgp_info', 'bgp_peers', 'bgp_sessions']],
  ['Optics, cables, power', ['sfp_optical', 'sfp_media', 'sfp_diag', 'cable_diag', 'poe_info']],
  [
    'PON',
    [
      'pon_ports_list',
      'pon_ports_optical',
      'pon_count_registered_onts',
      'pon_onts_status',
      'pon_onts_optical',
      'pon_onts_reasons',
      'pon_onts_down_history',
      'pon_onts_serial',
      'pon_onts_mac_addr',
      'pon_onts_vendor',
      'pon_onts_configuration',
      'pon_onts_service_profile',
      'unregistered_onts',
      'uni_interfaces_status',
      'uni_interfaces_vlans',
      'onu_ip_host',
      'pon_profiles',
      'gpon_profiles',
    ],
  ],
  ['Subscribers', ['lease_info', 'dhcp_server_info', 'address_list_info', 'simple_queue_info']],
  [
    'Sensors',
    [
      'power_sensor_state',
      'power_control_output_list',
      'knock_sensor_state',
      'digital_lines_list',
      'analog_lines_list',
    ],
  ],
]

/** Modules by area, each once; then the other changes and readings. Areas without any are left out. */
export function byArea(modules: Iterable<Module>): [title: string, modules: Module[]][] {
  const all = new Map([...modules].map(module => [module.name, module]))
  const listed = new Set(areas.flatMap(([, names]) => names))
  const rest = [...all.values()]
    .filter(({ name }) => !listed.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [
    ...areas.map(([title, names]): [string, Module[]] => [title, names.flatMap(name => all.get(name) ?? [])]),
    ['Changes', rest.filter(({ kind }) => kind === 'change')] as [string, Module[]],
    ['Own modules', rest.filter(({ kind }) => kind === 'read')] as [string, Module[]],
  ].filter((group): group is [string, Module[]] => group[1]!.length > 0)
}
