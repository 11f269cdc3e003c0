import type { DocumentOperation } from '../support/contract.ts'
import { rootOf } from '../support/requests.ts'

/** What belongs to a device group, and what a request may therefore not reach from another group. */
export type Kind =
  | 'device'
  | 'address'
  | 'network'
  | 'interface'
  | 'access'
  | 'group'
  | 'rule'
  | 'run'
  | 'import'
  | 'file'
  | 'call'
  | 'macro'
  | 'macroRun'
  | 'action'
  | 'registration'
  | 'registrationTemplate'
  | 'batch'
  | 'event'
  | 'trap'
  | 'delivery'
  | 'outage'
  | 'window'
  | 'link'

/** Where a request names such an object. */
export interface Place {
  at: 'path' | 'query' | 'body'
  name: string
  kind: Kind
  /** It is one of a list. */
  list?: true
  /** Names of fields that say the same and must then be absent. */
  instead?: readonly string[]
}

/** Ids of paths whose name does not say the kind, by the beginning of the path. Null: it belongs to no group. */
const paths: readonly (readonly [prefix: string, kind: Kind | null])[] = [
  ['/device/import/', 'import'],
  ['/device/', 'device'],
  ['/device-interface/', 'interface'],
  ['/device-access/', 'access'],
  ['/device-group/', 'group'],
  ['/device-model/', null],
  ['/user/', null],
  ['/user-role/', null],
  ['/component/attachments/', 'file'],
  ['/component/qr-generator/', 'device'],
  ['/component/onts_registration/registrations/', 'registration'],
  ['/component/onts_registration/batches/', 'batch'],
  ['/component/onts-registration-control/', 'registrationTemplate'],
  ['/component/autodiscovery/rules/', 'rule'],
  ['/component/autodiscovery/runs/', 'run'],
  ['/component/macros/runs/', 'macroRun'],
  ['/component/macros', 'macro'],
  ['/component/events/windows/', 'window'],
  ['/component/events/', 'event'],
  ['/component/traps/', 'trap'],
  ['/component/links/', 'link'],
  ['/component/notifications/deliveries/', 'delivery'],
  ['/component/notifications/', null],
  ['/component/backups/runs/', null],
  ['/component/oxidized/', null],
  ['/component/correlation/outages/', 'outage'],
  ['/system-switcher-core/calls/', 'call'],
  ['/logs/', 'action'],
]
const names: Readonly<Record<string, Kind | null>> = {
  deviceId: 'device',
  interfaceId: 'interface',
  ifaceId: 'interface',
  // Words, not objects.
  ...Object.fromEntries(
    [
      'key',
      'name',
      'module',
      'from',
      'tag',
      'lang',
      'object_type',
      'sessionId',
      'interface',
      'version',
      'ident',
      'channel',
      'kind',
    ].map(name => [name, null]),
  ),
}

type Field = Omit<Place, 'at' | 'name'> | null
const device: Field = { kind: 'device', instead: ['device', 'ip'] }
const group: Field = { kind: 'group', instead: ['group'] }
/** Fields of queries and bodies that may name an object. */
const fields: Readonly<Record<string, Field>> = {
  device_id: device,
  src_device_id: { kind: 'device' },
  dest_device_id: { kind: 'device' },
  src_interface_id: { kind: 'interface' },
  dest_interface_id: { kind: 'interface' },
  device: { kind: 'device', instead: ['device_id'] },
  devices: { kind: 'device', list: true },
  router: { kind: 'device' },
  routers: { kind: 'device', list: true },
  device_ip: { kind: 'address' },
  group_id: group,
  group: { kind: 'group', instead: ['group_id'] },
  group_ids: { kind: 'group', list: true },
  device_groups: { kind: 'group', list: true },
  access_id: { kind: 'access', instead: ['access'] },
  access: { kind: 'access', instead: ['access_id'] },
  access_ids: { kind: 'access', list: true },
  rule_ids: { kind: 'rule', list: true },
  cidr: { kind: 'network' },
  object_id: { kind: 'device' },
  objects: { kind: 'device', list: true },
  macros: { kind: 'macro' },
  macros_id: { kind: 'macro' },
  // Of the device that the request names.
  event_id: { kind: 'event' },
  interface: null,
  interface_id: null,
  interface_type: null,
  object_type: null,
  interface_name: null,
  interface_bind_key: null,
  // Of no group: the inventory's models, users, roles, subscribers' addresses, and ids of the device itself.
  ...Object.fromEntries(
    [
      '_id',
      'id',
      'contact_id',
      'ip',
      'model_id',
      'role_id',
      'user_id',
      'user_ip',
      'vlan_id',
      'addresses',
    ].map(name => [name, null]),
  ),
}
const address: Field = { kind: 'address', instead: ['device_id'] }
const template: Field = { kind: 'registrationTemplate' }
/** Charts name a device or an interface. */
const chartNames =
  'traffic packets errors cpu memory disk temperature optical voltage ping series percentile'.split(' ')
const charts = chartNames.flatMap(name => [`metrics.${name}.get`, `metrics.prometheus-wrapper.${name}.get`])
/** By operation, where a name means something else than usual. */
const special: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  'inventory.devices.list': { ip: address },
  'inventory.device.create': { ip: address },
  'inventory.device.update': { ip: address },
  'inventory.device.update-by-body': { id: { kind: 'device' }, ip: address },
  'inventory.device.delete-by-body': { id: { kind: 'device' } },
  'inventory.device.detect': { ip: address },
  'diagnostic.icmp-ping.run': { ip: address },
  'diagnostic.traceroute.run': { ip: address },
  'autodiscovery.rule.create': { access: null },
  'autodiscovery.rule.update': { access: null },
  'correlation.outages.list': { interface_id: { kind: 'interface' } },
  'correlation.verdict.get': { interface_id: { kind: 'interface' } },
  'backups.run': { device_ids: { kind: 'device', list: true } },
  'events.events.list': { parent_id: { kind: 'event' } },
  'links.graph': { groups: { kind: 'group' } },
  // Rules are of the installation: their filters name what need not be there.
  'events.rules.save': { rules: null },
  'events.rules.validate': { rule: null },
  // The id of a rule in a file.
  'backups.compliance.findings': { rule: null },
  ...Object.fromEntries(
    ['events.list', 'events.resolve', 'statistics.names', 'statistics.severities'].map(name => [
      `events.${name}`,
      { parent_id: { kind: 'event' }, interface_id: { kind: 'interface' } } as const,
    ]),
  ),
  ...Object.fromEntries(
    ['create', 'update'].map(name => [
      `events.window.${name}`,
      {
        device_ids: { kind: 'device', list: true },
        group_ids: { kind: 'group', list: true },
        interface_ids: { kind: 'interface', list: true },
      } as const,
    ]),
  ),
  // Alertmanager's own groups of alerts.
  'events.alertmanager.webhook': { groupKey: null, groupLabels: null },
  // Settings: the equipment's own section.
  'system.configuration.update': {},
  'onts-registration.registrations.list': { batch_id: null },
  'onts-registration.register': { plan_id: null, template },
  ...Object.fromEntries(
    ['form', 'plan', 'replace', 'batches.plan'].map(name => [`onts-registration.${name}`, { template }]),
  ),
  'rehearsal.registration.rehearse': { template },
  ...Object.fromEntries(
    ['lint', 'preview'].flatMap(name => [
      [`macros.template.${name}`, { id: { kind: 'macro' } } as const],
      [`onts-registration.template.${name}`, { id: template }],
    ]),
  ),
  ...Object.fromEntries(
    charts.map(id => [id, { interface_id: { kind: 'interface', instead: ['device_id'] } as const }]),
  ),
}
const suspicious = /(^|_)ids?$|^(ip|cidr)$|^(device|group|access|interface|rule|router|object)/

type Schema = { $ref?: string; properties?: object; anyOf?: Schema[]; allOf?: Schema[] }
function properties(schema: Schema | undefined, named: Readonly<Record<string, unknown>>): string[] {
  if (!schema) return []
  if (schema.$ref)
    return properties(named[decodeURIComponent(schema.$ref.split('/').at(-1)!)] as Schema, named)
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(part => properties(part, named))]
}

/** The shared parts of a document. */
export interface Components {
  schemas?: Readonly<Record<string, unknown>>
  parameters?: Readonly<Record<string, unknown>>
}
interface Parameter {
  in: string
  name: string
}
/** The parameters of an operation, also those that the document shares. */
export const parametersOf = (
  { spec }: DocumentOperation,
  { parameters = {} }: Components,
): readonly Parameter[] =>
  ((spec['parameters'] ?? []) as (Parameter & { $ref?: string })[]).map(one =>
    one.$ref ? (parameters[one.$ref.split('/').at(-1)!] as Parameter) : one,
  )

/**
 * All places of an operation that may name an object of a group. @throws Error with the name of a place that
 * is not known: say above what it is
 */
export function placesOf(operation: DocumentOperation, components: Components): readonly Place[] {
  const { operationId, path, spec } = operation
  const below = path.replace('/api/v1', '')
  const inPath = [...below.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]): Place[] => {
    const known =
      names[name!] === undefined ? paths.find(([prefix]) => below.startsWith(prefix))?.[1] : names[name!]
    if (known === undefined)
      throw new Error(
        `say in test/matrix/references.ts what {${name}} of ${operationId} (${rootOf(operation)}) is`,
      )
    return known === null ? [] : [{ at: 'path', name: name!, kind: known }]
  })
  const fieldsAt = (at: 'query' | 'body', all: readonly string[]): Place[] =>
    [...new Set(all)].flatMap(name => {
      if (operationId === 'system.configuration.update') return []
      const own = special[operationId]
      const field = own && name in own ? own[name] : fields[name]
      if (field === undefined && suspicious.test(name))
        throw new Error(`say in test/matrix/references.ts what the field ${name} of ${operationId} is`)
      return field ? [{ at, name, ...field }] : []
    })
  const parameters = parametersOf(operation, components)
  const content = (spec['requestBody'] as { content?: Record<string, { schema?: Schema }> } | undefined)
    ?.content
  return [
    ...inPath,
    ...fieldsAt(
      'query',
      parameters.filter(one => one.in === 'query').map(({ name }) => name),
    ),
    ...fieldsAt(
      'body',
      Object.values(content ?? {}).flatMap(({ schema }) => properties(schema, components.schemas ?? {})),
    ),
  ]
}
