import type { CliArea } from '@linecard/driver-kit/cli'

type Fields = Readonly<Record<string, readonly string[]>>

/** Names that ntc-templates have for our cells; the first that a row has counts. */
const usual: Readonly<Record<CliArea, Fields>> = {
  fdb: {
    mac: ['mac_address', 'destination_address', 'mac'],
    vlan: ['vlan_id', 'vlan'],
    port: ['destination_port', 'port', 'interface', 'ports'],
    type: ['type', 'state'],
  },
  arp: {
    ip: ['ip_address', 'address', 'destination'],
    mac: ['mac_address', 'hardware_address'],
    port: ['interface', 'port'],
    vlan: ['vlan_id'],
  },
  vlans: { vlan: ['vlan_id'], name: ['vlan_name', 'name'], ports: ['interfaces', 'ports'] },
  lldp: {
    port: ['local_interface'],
    chassis: ['chassis_id'],
    id: ['neighbor_port_id', 'neighbor_interface'],
    name: ['neighbor_name'],
    about: ['neighbor_description'],
    address: ['mgmt_address'],
  },
  ports: {
    port: ['port', 'interface'],
    descr: ['name', 'description', 'alias', 'interface_desc', 'interface_description'],
    admin: ['admin_status', 'admin_state', 'link_admin', 'admin', 'enabled'],
    oper: ['linkstate', 'link_state', 'link', 'phy', 'physical'],
    state: ['status', 'link_status'],
    speed: ['speed'],
    duplex: ['duplex'],
    mac: ['mac_address', 'hw_address'],
  },
  system: {
    name: ['hostname', 'name'],
    model: ['hardware', 'platform', 'model', 'product'],
    version: [
      'version',
      'os',
      'sw_version',
      'software_version',
      'vrp_version',
      'junos_version',
      'image',
      'operation_code_version',
    ],
    serial: ['serial', 'serial_number'],
    mac: ['mac_address', 'base_mac', 'sys_mac'],
  },
  cable: {},
}

/** Templates whose names mean something else. */
const own: Readonly<Record<string, Fields>> = {
  'edgeos show interfaces': { state: [], admin: [], oper: [] },
  'cisco-nxos show interface brief': { state: [], oper: ['status'] },
  'procurve show interfaces status': { state: [], oper: ['status'] },
  'procurve show lldp info remote-device': { about: [], descr: ['neighbor_description'] },
  'comware display interface': { state: ['line_status'] },
  'comware display interface brief': { state: ['link'], oper: [] },
  'huawei display interface brief': { state: ['phy'], oper: [] },
  'alcatel-aos show vlan port': { ports: ['port'] },
  'alcatel-aos show interfaces ethernet': { state: [], admin: [], oper: ['status', 'link_status'] },
}

export const fieldsOf = (area: CliArea, platform: string, command: string): Fields => ({
  ...usual[area],
  ...own[`${platform} ${command}`],
})
