// Answers as the document shows them. Addresses are of RFC 5737, MACs locally administered.
const times = { created_at: '2026-03-01T08:00:00.000Z', updated_at: '2026-03-02T09:30:00.000Z' }

export const group = {
  id: 4,
  name: 'North',
  description: 'Everything beyond the river',
  networks: ['10.1.0.0/16'],
  ...times,
}

export const model = {
  id: 12,
  name: 'Acme OLT2',
  key: 'acme_olt2',
  vendor: 'Acme',
  model: 'OLT2',
  type: 'OLT',
  params: {},
  controller: null,
  pollers: { system: 300 },
  icon: '/api/v1/device-model/12/icon?v=9f86d081884c',
  ports: 2,
  driver: 'acme',
  available: true,
  ...times,
}

const access = {
  id: 3,
  name: 'Backbone',
  params: { sw_core_connection: { snmp_version: '2c', snmp_timeout_sec: 2 } },
}
export const profile = { ...access, group_ids: [4], ...times }

export const device = {
  id: 17,
  ip: '192.0.2.17',
  name: 'olt-north',
  location: 'Shelf 3',
  description: '',
  model,
  access,
  group,
  params: { default_vlan: 100 },
  mac: '02:00:00:00:00:17',
  serial: 'AC-000017',
  pollers: null,
  coordinates: { lat: 50.4501, lon: 30.5234 },
  enabled: true,
  status: 'Up',
  status_changed: '2026-03-02T09:30:00.000Z',
  refreshed_at: '2026-03-02T10:00:00.000Z',
  refresh_error: null,
  exceeds: null,
  ...times,
}

const onu = {
  id: 96_252,
  device_id: 17,
  bind_key: '10101',
  parent_bind_key: '101',
  name: 'pon0/1:1',
  type: 'ONU',
  status: 'Online',
  admin_state: 'Enabled',
  status_changed: '2026-03-02T09:31:00.000Z',
  description: 'Miller',
  serial: 'ACME00000001',
  mac_address: null,
  comment: 'behind the garage',
  agreement: '11619',
  billing_link: '',
  ip: '',
  params: {},
  poll_enabled: true,
  fdb_enabled: true,
  manual: false,
  coordinates: null,
  ...times,
}
export const stored = { ...onu, device }
export const onuFacts = {
  ident: 'ACME00000001',
  ident_type: 'SERIAL' as const,
  serial_ascii: 'ACME00000001',
  serial_hex: '41434D4500000001',
  mac_address: null,
  vendor: 'Acme',
  model: 'G1',
  bad_signal: true,
  bad_since: '2026-03-02T08:00:00.000Z',
  optical: {
    rx: -28.86,
    tx: 1.74,
    olt_rx: -29.4,
    temp: 28.46,
    voltage: 3.3,
    distance: 431,
    time: '2026-03-02T09:30:00.000Z',
    rx_bad: true,
    rx_bad_since: '2026-03-02T08:00:00.000Z',
    olt_rx_bad: false,
    olt_rx_bad_since: null,
  },
  last_down_reason: 'PowerOff',
  last_reg: '2026-03-02 09:31:02',
  last_dereg: '2026-03-02 09:12:40',
}
export const listedOnu = {
  id: 96_252,
  device,
  interface: {
    id: 96_252,
    name: 'pon0/1:1',
    bind_key: '10101',
    parent_bind_key: '101',
    parent: { id: 96_200, name: 'pon0/1' },
  },
  description: 'Miller',
  agreement: '11619',
  comment: 'behind the garage',
  status: 'Online',
  status_changed: '2026-03-02T09:31:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
  duplicates: [],
  ...onuFacts,
}
export const card = { ...onu, device, closed_at: null, onu: onuFacts }

export const detection = {
  model,
  name: 'olt-north',
  location: 'Shelf 3',
  mac: '02:00:00:00:00:17',
  serial: 'AC-000017',
  descr: 'Acme OLT2',
  object_id: '1.3.6.1.4.1.99999.7.2',
  tier: 'object_id',
  rejected: [{ model_key: 'acme_olt4', reason: 'sysObjectID is another' }],
}
