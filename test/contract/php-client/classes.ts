/**
 * The classes into which the client reads answers: member → type, `?` nullable, `[]` a list. `typed`: a getter
 * of a member that did not arrive throws. Members that are not named here are not read.
 */
interface PhpClass {
  members: Readonly<Record<string, string>>
  typed?: true
}
const all = (type: string, ...names: string[]) => Object.fromEntries(names.map(name => [name, type]))
const times = all('string', 'created_at', 'updated_at')

const table = {
  DeviceModel: {
    members: {
      id: 'int',
      ...all('string', 'name', 'key', 'vendor', 'model', 'type', 'icon'),
      params: '?array',
      controller: '?string',
      collectors: '?array',
    },
  },
  DeviceGroup: { members: { id: 'int', ...all('string', 'name', 'description', 'created_at') } },
  DeviceAccess: {
    members: {
      id: 'int',
      name: 'string',
      params: '?array',
      ...all('string', 'community', 'login', 'password'),
    },
  },
  Device: {
    members: {
      id: 'int',
      ...all('string', 'ip', 'name', 'location', 'description', 'mac', 'serial'),
      model: '?DeviceModel',
      access: '?DeviceAccess',
      group: '?DeviceGroup',
      params: '?array',
      ...times,
    },
  },
  StoredInterface: {
    members: {
      ...all('int', 'id', 'device_id', 'bind_key'),
      ...all('string', 'name', 'type', 'description', 'comment', 'agreement', 'billing_link', 'ip'),
      status: '?string',
      params: 'array',
      device: '?Device',
      ...times,
    },
  },
  LiveInterface: {
    members: {
      id: 'int',
      ...all('string', 'name', 'type', '_key', 'iface_name'),
      ...all('?int', 'xid', 'onu_num', 'uni', 'parent'),
      ...all('?int', '_frame', '_slot', '_port', '_ont', '_pon_max_ont_size'),
      ...all('?string', 'pontype', '_technology'),
    },
  },
  UnregisteredOnt: {
    members: {
      device: 'Device',
      interface: 'LiveInterface',
      ...all('?string', 'type', 'serial', 'mac_address', 'model', 'version', 'fw_version', 'equipment_id'),
      ...all('?string', 'loid', 'password', 'check_code', 'custom_info', 'reg_time'),
    },
  },
  UserRole: {
    members: {
      id: 'int',
      ...all('string', 'name', 'description'),
      display: 'bool',
      permissions: 'string[]',
      params: '?array',
    },
  },
  User: {
    members: {
      id: 'int',
      ...all('string', 'name', 'login', 'password', 'status', 'language', 'last_activity'),
      role: 'UserRole',
      settings: 'array',
      device_groups: 'DeviceGroup[]',
      ...times,
    },
  },
  CrossAuth: { members: { user: 'User', expired_at: 'string', auth_key: 'string' } },
  ActionLog: {
    members: {
      id: 'int',
      ...all('string', 'created_at', 'action', 'message', 'status'),
      user: '?array',
      meta: '?array',
      device: '?array',
    },
  },
  ArpPing: {
    members: {
      ...all('int', 'seq', 'sent', 'received'),
      packet_loss: 'float',
      ...all('string', 'host', 'time', 'min_rtt', 'avg_rtt', 'max_rtt'),
    },
  },
  ArpRecord: {
    members: {
      ...all('string', 'ip', 'mac', 'dinamic', 'comment', 'status'),
      vlan_id: 'int',
      extra: 'array',
    },
  },
  FoundMac: {
    members: {
      ...all('string', 'mac', 'status', 'source'),
      vlan_id: 'int',
      interface: '?LiveInterface',
      device: '?Device',
    },
  },
  ArpWithFdb: { members: { arp: '?ArpRecord', fdb: '?FoundMac' } },
  Fdb: {
    members: { mac_address: 'string', ...all('?int', 'vlan_id', 'uni', '_virtual_port'), status: '?string' },
    typed: true,
  },
  LinkInfo: {
    members: {
      ...all('?string', 'medium_type', 'type', 'last_change', 'oper_status', 'description', 'admin_state'),
      ...all('?string', 'nway_status', 'address_learning'),
      connector_present: '?bool',
    },
    typed: true,
  },
  Errors: { members: all('?string', 'in_errors', 'out_errors', 'in_discards', 'out_discards'), typed: true },
  Counters: {
    members: {
      ...all('?int', 'in_octets', 'out_octets', 'in_multicast_pkts', 'out_multicast_pkts'),
      ...all('?int', 'in_broadcast_pkts', 'out_broadcast_pkts'),
    },
    typed: true,
  },
  Vlan: { members: { id: 'int', name: '?string', type: '?string' }, typed: true },
  Vendor: {
    members: {
      ...all('?string', 'vendor', 'model', 'model_id', 'omcc_version', 'ver_software', 'ver_hardware'),
      versions: '?array',
    },
    typed: true,
  },
  OnuStatus: {
    members: all('?string', 'online', 'bind', 'admin', '_onu_disabled', '_conf_status'),
    typed: true,
  },
  Uni: { members: { num: '?int', status: '?string', admin_state: '?string' }, typed: true },
  Ident: { members: all('?string', 'value', 'type'), typed: true },
  Reasons: {
    members: {
      ...all('?string', 'last_reg', 'last_reg_since', 'last_dereg', 'last_dereg_since', 'last_change'),
      ...all('?string', 'last_change_since', 'last_down_reason'),
      history_table: '?array',
    },
    typed: true,
  },
  Optical: {
    members: all('?float', 'rx', 'tx', 'olt_rx', 'olt_tx', 'voltage', 'temp', 'distance'),
    typed: true,
  },
  DiagnosedInterface: {
    members: {
      id: 'int',
      ...all('string', 'name', 'type', '_key', 'iface_name'),
      ...all('?int', 'xid', 'onu_num', 'uni', 'parent'),
      ...all('?int', '_frame', '_slot', '_port', '_ont', '_pon_max_ont_size'),
      ...all('?string', 'pontype', '_technology'),
    },
    typed: true,
  },
  DiagnosticData: {
    members: {
      interface: 'DiagnosedInterface',
      fdb: '?Fdb[]',
      link_info: '?LinkInfo[]',
      errors: '?Errors',
      counters: '?Counters',
      description: '?any',
      vendor: '?Vendor',
      status: '?OnuStatus',
      uni: '?Uni[]',
      name: '?string',
      ident: '?Ident',
      reasons: '?Reasons',
      optical: '?Optical',
      cable_diag: '?array',
      vlans: '?Vlan[]',
    },
    typed: true,
  },
  Diagnostic: { members: { data: 'DiagnosticData', meta: 'array' }, typed: true },
  SystemMeta: {
    members: {
      key: '?string',
      name: '?string',
      detect: '?array',
      ports: '?int',
      extra: '?array',
      modules: '?string[]',
    },
    typed: true,
  },
  System: {
    members: {
      ...all('?string', 'descr', 'uptime', 'uptime_sec', 'contact', 'name', 'location', 'serial_num'),
      ...all('?string', 'mac_addr', 'board_software_ver', 'board_hardware_ver'),
      meta: '?SystemMeta',
    },
    typed: true,
  },
  DeviceStatus: { members: { data: '?System', error: '?string' }, typed: true },
  Diagnosis: {
    members: { iface: 'StoredInterface', diagnostic: 'Diagnostic', device_status: 'DeviceStatus' },
    typed: true,
  },
} as const satisfies Record<string, PhpClass>

export type ClassName = keyof typeof table
export const classes: Readonly<Record<ClassName, PhpClass>> = table
