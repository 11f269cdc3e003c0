import type { ClassName } from './classes.ts'
import { httpBuildQuery, sent } from './php.ts'

/** What the methods need to know of the installation; some methods add to it. */
export interface Known {
  sw: { id: number; ip: string }
  olt: { id: number; ip: string }
  router: { id: number; ip: string }
  /** MAC address behind the switch, and an address in the ARP table of the router. */
  mac: string
  address: string
  onu: { id: number; name: string; serial: string }
  /** Serial number of an ONU that waits to be registered. */
  waiting: string
  port: { id: number; name: string }
  accessId: number
  modelId: number
  made: Record<string, { id: number }>
}

export interface Method {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string | ((known: Known) => string)
  /** Written by `json_encode`; a function gets what is known by then. */
  body?: unknown
  /** The class of `data`, or of each of its rows. Undefined: the client hands `data` on as it is. */
  reads?: ClassName | `${ClassName}[]`
  /** Keeps the id of what was made under this name. */
  makes?: string
  /** The answer is right, but the client itself fails or asks for something else. */
  clientFails?: string
  /** Code of the error that the answer has to be. */
  refused?: string
}

/** A resource with the five methods that the client has for it. */
function resource(
  name: string,
  path: string,
  reads: ClassName,
  body: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Method[] {
  const own = ({ made }: Known) => `${path}/${made[name]!.id}`
  const changed = ({ made }: Known) => sent({ ...body, ...change, id: made[name]!.id })
  return [
    { name: `${name}.list`, method: 'GET', path, reads: `${reads}[]` },
    { name: `${name}.create`, method: 'POST', path, body: sent({ id: null, ...body }), reads, makes: name },
    { name: `${name}.getById`, method: 'GET', path: own, reads },
    { name: `${name}.update`, method: 'PUT', path: own, body: changed, reads },
    { name: `${name}.delete`, method: 'DELETE', path: own },
  ]
}

const users: Method[] = [
  { name: 'users.list', method: 'GET', path: 'user', reads: 'User[]' },
  { name: 'users.getById', method: 'GET', path: 'user/1', reads: 'User' },
  {
    name: 'users.crossAuth',
    method: 'POST',
    path: 'system/cross-auth',
    body: { login: 'admin', expire_sec: 86_400, user_ip: '127.0.0.1' },
    reads: 'CrossAuth',
  },
]

const noTimes = { created_at: null, updated_at: null }
const devices: Method[] = [
  { name: 'devices.list', method: 'GET', path: 'device?limit=999999', reads: 'Device[]' },
  { name: 'devices.getByIp', method: 'GET', path: ({ sw }) => `device?ip=${sw.ip}`, reads: 'Device' },
  { name: 'devices.getById', method: 'GET', path: ({ sw }) => `device/${sw.id}`, reads: 'Device' },
  {
    name: 'devices.create',
    method: 'POST',
    path: 'device',
    body: ({ modelId, accessId }: Known) =>
      sent({
        id: null,
        ...noTimes,
        ip: '192.0.2.77',
        name: 'з/д',
        location: 'Київ',
        description: '',
        model: sent({ id: modelId, name: 'x', key: 'x', params: [], collectors: null }),
        access: sent({ id: accessId, name: 'x', params: [] }),
        group: sent({ id: -1, name: 'Default', description: '' }),
        params: [],
        mac: '',
        serial: '',
      }),
    reads: 'Device',
  },
]

const models = resource(
  'models',
  'device-model',
  'DeviceModel',
  {
    name: 'Acme R/1',
    key: 'acme_r1',
    params: [],
    vendor: 'Acme',
    model: 'R/1',
    type: 'SWITCH',
    controller: null,
    collectors: [],
    icon: '',
  },
  { name: 'Acme R/2' },
)
const groups = resource(
  'groups',
  'device-group',
  'DeviceGroup',
  { name: 'Південь', description: '', created_at: null },
  { description: 'beyond the river' },
)
const accesses = resource(
  'accesses',
  'device-access',
  'DeviceAccess',
  { name: 'of the client', params: [], community: 'public', login: 'noc', password: 'first' },
  { community: null, login: null, password: null },
)

const stored = {
  ...noTimes,
  status: 'Up',
  device_id: null,
  bind_key: 990_001,
  name: '9/1',
  type: 'ETH',
  params: [],
  billing_link: '',
  ip: '',
  agreement: '',
  description: '',
  comment: '',
}
const interfaces: Method[] = [
  {
    name: 'interfaces.ofDevice',
    method: 'GET',
    path: ({ olt }) => `device-interface/by-device/${olt.id}`,
    reads: 'StoredInterface[]',
  },
  {
    name: 'interfaces.searchByParameters',
    method: 'GET',
    path: ({ onu }) =>
      `device-interface/search?${httpBuildQuery({ device_id: null, ont_ident: onu.serial, only_active_mac: true })}`,
    reads: 'StoredInterface[]',
  },
  {
    name: 'interfaces.create',
    method: 'POST',
    path: 'device-interface',
    body: ({ sw }: Known) => sent({ id: null, ...stored, device: sent({ ...sw, ...noTimes, params: [] }) }),
    reads: 'StoredInterface',
    makes: 'interfaces',
  },
  {
    name: 'interfaces.update',
    method: 'PUT',
    path: ({ made }) => `device-interface/${made['interfaces']!.id}`,
    body: ({ sw, made }: Known) =>
      sent({ ...stored, id: made['interfaces']!.id, device_id: sw.id, device: null, comment: 'нотатка' }),
    reads: 'StoredInterface',
  },
  {
    name: 'interfaces.delete',
    method: 'DELETE',
    path: ({ made }) => `device-access/${900_000 + made['interfaces']!.id}`,
    clientFails: 'asks for device-access in place of device-interface',
  },
]

const live: Method[] = [
  { name: 'switcherCore.modules', method: 'GET', path: ({ sw }) => `switcher-core/${sw.id}/modules` },
  {
    name: 'switcherCore.call',
    method: 'POST',
    path: ({ sw }) => `switcher-core/device/system/${sw.id}`,
    body: [],
  },
  {
    name: 'device.parseInterface',
    method: 'POST',
    path: ({ sw }) => `switcher-core/cache/parse_interface/${sw.id}`,
    body: ({ port }: Known) => ({ interface: port.name }),
    reads: 'LiveInterface',
  },
  {
    name: 'diagnostic.interface',
    method: 'GET',
    path: ({ onu }) => `component/diagnostic/interface/${onu.id}/diag?from=cache`,
    reads: 'Diagnosis',
  },
  {
    name: 'diagnostic.arpPing',
    method: 'POST',
    path: 'component/diagnostic/arp-ping',
    body: ({ router, address }: Known) => ({ router: router.ip, ip: address }),
    reads: 'ArpPing[]',
  },
]

const wrapper = 'its list swaps the arguments of its constructor'
const searches: Method[] = [
  {
    name: 'search.mac',
    method: 'POST',
    path: 'component/search_device/search-mac',
    body: ({ sw, mac }: Known) => ({ devices: [sw.ip], mac }),
    reads: 'FoundMac[]',
    clientFails: wrapper,
  },
  {
    name: 'search.arp',
    method: 'POST',
    path: 'component/search_device/search-ip',
    body: ({ router, address }: Known) => ({ devices: [router.ip], ip: address }),
    reads: 'ArpRecord[]',
    clientFails: wrapper,
  },
  {
    name: 'search.arpAndFdb',
    method: 'POST',
    path: 'component/search_device/search-ip-with-fdb',
    body: ({ sw, router, address }: Known) => ({ devices: [sw.ip], routers: [router.ip], ip: address }),
    reads: 'ArpWithFdb',
  },
]

const logs: Method[] = [
  {
    name: 'logs.actions',
    method: 'POST',
    path: 'logs/actions',
    body: sent({
      start: '2020-11-22 00:00:00',
      stop: '2099-11-22 23:59:59',
      actions: ['device:added'],
      users: [sent({ id: 1, login: 'admin' })],
      status: 'SUCCESS',
      query: '',
    }),
    reads: 'ActionLog[]',
  },
  {
    name: 'logs.action',
    method: 'POST',
    path: 'logs/action',
    body: ({ sw, port }: Known) =>
      sent({
        id: null,
        action: 'auto:port_reseted',
        device: sent({ id: sw.id }),
        user: sent({ id: 1 }),
        status: 'SUCCESS',
        message: 'reset',
        meta: { interface: { id: port.id, name: port.name } },
      }),
    reads: 'ActionLog',
  },
  { name: 'logs.actionsList', method: 'GET', path: 'logs/actions-list' },
]

/** The three methods of each vendor's registration. The test has no template: nothing is sent to the OLT. */
const registration = (name: string, component: string): Method[] => [
  {
    name: `${name}.unregistered`,
    method: 'GET',
    path: ({ olt }) => `component/${component}/unregistered/${olt.id}?from=cache`,
    reads: 'UnregisteredOnt[]',
  },
  {
    name: `${name}.variables`,
    method: 'POST',
    path: ({ olt, waiting }) => `component/${component}/unregistered/${olt.id}/${waiting}`,
    body: [],
  },
  {
    name: `${name}.register`,
    method: 'POST',
    path: ({ olt, waiting }) => `component/${component}/register/${olt.id}/${waiting}`,
    body: [],
    refused: 'ONTS_REGISTRATION_NO_TEMPLATE',
  },
]

/** The 44 calls of the client, in an order in which each finds what it needs. */
export const methods: readonly Method[] = [
  ...users,
  ...devices,
  ...models,
  ...groups,
  ...accesses,
  ...interfaces,
  ...live,
  ...searches,
  ...logs,
  ...registration('huaweiOnts', 'huawei_onts_registration'),
  ...registration('zteOnts', 'zte_unregistered_onts'),
]
