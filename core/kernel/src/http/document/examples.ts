import type { JsonSchema } from '../named-schemas.ts'

/**
 * Usual values of fields by their names, for the examples of the document. A schema with `examples` of its
 * own does not need one. Addresses are for documentation (RFC 5737) or local.
 */
const exampleValues: Readonly<Record<string, string | number | boolean>> = {
  // Devices
  ip: '192.0.2.10',
  device_ip: '192.0.2.10',
  host: '192.0.2.10',
  device: 'sw-market-12',
  name: 'sw-market-12',
  location: 'Market street 12, attic',
  contact: 'noc@example.net',
  sys_name: 'sw-market-12',
  model: 'DES-3200-28',
  _model: 'DES-3200-28',
  model_key: 'dlink_des_3200_28_c1',
  vendor: 'D-Link',
  vendor_name: 'D-Link',
  serial: 'R3012A4000123',
  serial_num: 'R3012A4000123',
  status: 'Up',
  version: '4.51.B005',
  board_hardware_ver: 'C1',
  board_software_ver: '4.51.B005',
  uptime: '17 days 4:05:09',
  uptime_sec: 1_483_509,
  group: 'Market district',
  // Interfaces
  interface: 'Gi0/3',
  interface_name: 'Gi0/3',
  parent_name: 'gpon0/1',
  bind_key: '3',
  parent_bind_key: '101',
  type: 'ETH',
  descr: 'GigabitEthernet0/3',
  description: 'uplink to node 4',
  comment: 'uplink to node 4',
  speed: 1000,
  admin_speed: 'auto',
  mode: 'auto',
  last_change: '2 days 1:02:03',
  if_index: 3,
  pvid: 301,
  vlan_id: 301,
  vlan_name: 'clients',
  trunk_vlans: '301-304',
  agreement: '100234',
  billing_link: 'https://billing.example.net/100234',
  ident: 'Gi0/3',
  // Addresses
  mac: '02:00:00:00:0A:01',
  mac_addr: '02:00:00:00:0A:01',
  mac_address: '02:00:00:00:0A:01',
  cidr: '192.0.2.0/24',
  networks: '192.0.2.0/24',
  network: '192.0.2.0/24',
  gateway: '192.0.2.1',
  address: '192.0.2.10',
  mgmt_address: '192.0.2.11',
  rem_mgmt_address: '192.0.2.11',
  remote_address: '192.0.2.2',
  local_address: '192.0.2.1',
  host_name: 'client-7',
  chassis_id: '02:00:00:00:0B:01',
  rem_chassis_id: '02:00:00:00:0B:01',
  // ONUs
  serial_ascii: 'ABCD12345678',
  serial_hex: '4142434412345678',
  last_down_reason: 'PowerOff',
  last_reg: '2026-01-30 08:15:00',
  last_dereg: '2026-01-30 08:10:00',
  reason: 'not given by the device',
  // People and keys
  login: 'noc',
  user: 'noc',
  email: 'noc@example.net',
  password: 'a long password 7',
  current_password: 'the present password 6',
  enable_password: 'a long password 8',
  private_community: 'a-community-to-write',
  public_community: 'a-community-to-read',
  community: 'a-community-to-read',
  key: 'a1b2c3',
  key_prefix: 'a1b2c3',
  auth_key: 'a-long-key-for-authentication',
  priv_key: 'a-long-key-for-privacy',
  pin: '123456',
  permission: 'device_show',
  permissions: 'device_show',
  language: 'en',
  fingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDAYtHcTDfBhtaOP1o',
  // Work of the service
  module: 'fdb',
  modules: 'fdb',
  code: 'DEVICE_TIMEOUT',
  error_code: 'DEVICE_TIMEOUT',
  message: 'The device does not answer',
  error: 'The device does not answer',
  what: '1.3.6.1.2.1.17.4.3.1.2',
  component: 'inventory',
  operation_id: 'inventory.device.update',
  action: 'device:updated',
  cron: '*/5 * * * *',
  default_cron: '*/5 * * * *',
  command: 'inventory:refresh',
  title: 'sw-market-12',
  label: 'sw-market-12',
  summary: 'MAC addresses behind ports or ONUs',
  tag: 'vip',
  tags: 'vip',
  sort: '-id',
  query: 'market',
  object_id: '7',
  url: 'https://noc.example.net/device/7',
  time: '2026-01-31T12:00:00.000Z',
  answered_by: 'IF-MIB',
  // Numbers
  id: 7,
  total: 1,
  limit: 100,
  offset: 0,
  lat: 50.4501,
  lon: 30.5234,
  statusCode: 200,
  age_sec: 12,
  spent_ms: 84,
  duration_ms: 84,
  from_cache: false,
  missing: false,
  latitude: 50.4501,
  longitude: 30.5234,
}

/** Schemas by name, for references. */
export type Named = Readonly<Record<string, JsonSchema>>

const isNull = (schema: JsonSchema) => schema['type'] === 'null'
const members = (schema: JsonSchema) => (schema['properties'] ?? {}) as Record<string, JsonSchema>
const wanted = (schema: JsonSchema) => new Set((schema['required'] ?? []) as string[])

/** A member about which the schema says nothing: clients send it back from an answer, and it is not read. */
const isOpen = (schema: JsonSchema) =>
  Object.keys(schema).every(key => ['description', 'title', 'writeOnly', 'x-unread'].includes(key))

const targetOf = (reference: unknown, named: Named) => named[String(reference).split('/').at(-1)!] ?? {}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  uuid: '0f8e5b1c-2d5a-4d0e-9f0b-6a4d2b7c1e11',
  ip: '192.0.2.10',
  ipv4: '192.0.2.10',
  ipv6: '2001:db8::10',
  uri: 'https://noc.example.net',
  email: 'noc@example.net',
  byte: 'SGVsbG8=',
}

function fitsText(schema: JsonSchema, text: string): boolean {
  const { pattern, minLength = 0, maxLength = Infinity } = schema as Record<string, never>
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  )
}

/** The usual value of a field of this name, or else one by format and pattern. */
function textOf(schema: JsonSchema, name: string): string {
  const usual = exampleValues[name]
  const candidates = [formats[String(schema['format'])], usual, 'text', '1', '02:00:00:00:0A:01', 'a:b']
  return (
    candidates.find((value): value is string => typeof value === 'string' && fitsText(schema, value)) ?? ''
  )
}

function numberOf(schema: JsonSchema, name: string): number {
  const usual = exampleValues[name]
  const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -Infinity)
  const high = Number(schema['maximum'] ?? Infinity)
  const whole = schema['type'] === 'integer'
  const fits = (value: unknown): value is number =>
    typeof value === 'number' && value >= low && value <= high && (!whole || Number.isInteger(value))
  return [usual, 1, low].find(fits) ?? 0
}

/** Which members of an object an example has. */
export type Extent = 'all' | 'needed'

/** A body of an update needs nothing: then its example has every simple member. */
function membersOf(schema: JsonSchema, extent: Extent): [string, JsonSchema][] {
  const needed = wanted(schema)
  const known = Object.entries(members(schema)).filter(
    ([name, member]) => needed.has(name) || !isOpen(member),
  )
  return extent === 'all' || needed.size === 0 ? known : known.filter(([name]) => needed.has(name))
}

interface Making {
  named: Named
  extent: Extent
  /** References that lead here: a schema may contain itself. */
  open: readonly unknown[]
  /** Name of the field. */
  name: string
}

/** Undefined: there is none, because the schema contains itself. */
function make(schema: JsonSchema, at: Making): unknown {
  const { $ref: reference, const: only, enum: words, examples, default: standard, type } = schema
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  const given = [(examples as unknown[])?.[0], standard, only, (words as unknown[])?.[0]]
  const known = given.find(value => value !== undefined)
  if (known !== undefined) return known
  if (reference !== undefined) {
    if (at.open.includes(reference)) return undefined
    return make(targetOf(reference, at.named), { ...at, open: [...at.open, reference] })
  }
  if (choices) {
    for (const choice of [...choices.filter(one => !isNull(one)), ...choices.filter(isNull)]) {
      const made = make(choice, at)
      if (made !== undefined) return made
    }
    return undefined
  }
  const kind = Array.isArray(type) ? (type as string[]).find(one => one !== 'null') : type
  const whole = kind === type ? schema : { ...schema, type: kind }
  if (kind === 'object') return objectOf(schema, at)
  if (kind === 'array') return listOf(schema, at)
  if (kind === 'string') return textOf(whole, at.name)
  if (kind === 'integer' || kind === 'number') return numberOf(whole, at.name)
  return kind === 'boolean' ? (exampleValues[at.name] ?? true) : null
}

function objectOf(schema: JsonSchema, at: Making): unknown {
  const entries: [string, unknown][] = []
  for (const [name, member] of membersOf(schema, at.extent)) {
    const made = make(member, { ...at, name })
    if (made !== undefined) entries.push([name, made])
    else if (wanted(schema).has(name)) return undefined
  }
  return Object.fromEntries(entries)
}

function listOf(schema: JsonSchema, at: Making): unknown {
  const items = schema['items'] as JsonSchema | undefined
  const made = items && make(items, at)
  return made === undefined ? [] : [made]
}

/**
 * A value that fits a schema: its `examples`, or else one composed of its members. Members are known by
 * their names, because one word means one thing everywhere.
 */
export const exampleOf = (schema: JsonSchema, named: Named, extent: Extent = 'all'): unknown =>
  make(schema, { named, extent, open: [], name: '' }) ?? null
