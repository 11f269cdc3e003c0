import type { DocumentOperation } from '../support/contract.ts'
import { bodyOf, pathFor, queryOf, rootOf } from '../support/requests.ts'
import { Payload, attach, formOf } from '../support/upload.ts'
import { password, type Asked, type Person, type World } from './world.ts'

/** A request of an operation and its caller. */
interface Asking {
  world: World
  who: Pick<Person, 'id' | 'login'>
}
type Values = Readonly<Record<string, string | number>>

/** How to call an operation and its result, as far as the document does not say it. */
interface Row {
  /** Values for the path. */
  path?(asking: Asking): Promise<Values> | Values
  body?(asking: Asking): Promise<unknown> | unknown
  query?:
    | Readonly<Record<string, string>>
    | ((asking: Asking) => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>)
  /** Runs before the operation, so that it can succeed. */
  before?(asking: Asking, path: string): Promise<unknown>
  /** Statuses of success. Default: all below 300. */
  good?: readonly number[]
  /** Status for `sys`, if it differs: it has no password and no session. */
  sys?: readonly number[]
  /**
   * For operations of any signed-in user: the status for a user without permissions. 403 if the path has an
   * id, else success.
   */
  powerless?: readonly number[]
  /** It names a device: users of other groups get 404. Not needed if the path or the body has a device. */
  device?: true
  /** It ends the session of the caller. */
  ownKey?: true
}

const id = async (made: Promise<{ id: number }>) => ({ id: (await made).id })
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489' +
    '0000000a49444154789c6360000002000100ffff03000006000557bfabd40000000049454e44ae426082',
  'hex',
).toString('base64')

/** An unused address outside of the networks that may be asked (RFC 2544). */
const addressOf = (world: World) => {
  const n = world.next()
  return `198.18.${(n >> 8) & 255}.${n & 255}`
}

/** A new object of the kind at the start of a path, for operations that change or remove it. */
const makers: Readonly<Record<string, (world: World) => Promise<Values>>> = {
  device: world =>
    id(
      world.house.admin.post('/device', {
        ip: addressOf(world),
        name: `made ${world.next()}`,
        group_id: world.groups.theirs,
        access_id: world.device.accessId,
        enabled: false,
      }),
    ),
  'device-access': world =>
    id(
      world.house.admin.post('/device-access', { name: `made ${world.next()}`, public_community: 'public' }),
    ),
  'device-group': world => id(world.house.admin.post('/device-group', { name: `made ${world.next()}` })),
  'device-model': world =>
    id(
      world.house.admin.post('/device-model', {
        key: `made_${world.next()}`,
        name: `Made ${world.next()}`,
        type: 'SWITCH',
      }),
    ),
  'device-interface': world =>
    id(
      world.house.admin.post('/device-interface', {
        device_id: world.device.id,
        name: 'made',
        bind_key: String(9_000_000 + world.next()),
        type: 'ETH',
      }),
    ),
  'interface-marks': async world => ({ interfaceId: world.device.interfaceId, tag: 'SwitchUplink' }),
  user: world =>
    id(world.house.admin.post('/user', { login: `made${world.next()}`, password, role_id: world.emptyRole })),
  'user-role': world =>
    id(world.house.admin.post('/user-role', { name: `made ${world.next()}`, permissions: [] })),
  switches: async world => ({ deviceId: world.device.id }),
  routers: async world => ({ deviceId: world.device.id }),
  router_os: async world => ({ deviceId: world.device.id }),
  olts: async world => ({ deviceId: world.device.id, interface: '1/3' }),
  olts_control: async world => ({ deviceId: world.device.id }),
  huawei_onts_registration: async world => ({ deviceId: world.device.id, ident: 'ZTEGC1086C71' }),
  zte_unregistered_onts: async world => ({ deviceId: world.device.id, ident: 'ZTEGC1086C71' }),
  'onts-registration-control': async world => ({ ...(await newTemplate(world)), version: 1 }),
  'switcher-core': async world => ({ deviceId: world.device.id, from: 'device', module: 'system' }),
  fdb_history: async world => ({ deviceId: world.device.id, interfaceId: world.device.interfaceId }),
  backups: async world => ({ deviceId: world.device.id }),
  pinger: async world => ({ deviceId: world.device.id }),
  onu_history: async world => ({ deviceId: world.device.id, interfaceId: world.device.interfaceId }),
  events: newEvent,
  traps: newTrap,
  links: async world => ({ ...(await newLink(world)), deviceId: world.device.id }),
  notifications: async world => ({ ...(await newContact(world)), channel: 'email', kind: 'alert' }),
  attachments: world =>
    id(attach(world.house.admin, { object_type: 'interface', object_id: world.device.interfaceId })),
  'macros-control': async world => ({ id: await newMacro(world), version: 1 }),
  'system-components': async () => ({ key: 'driver-generic' }),
  'system-schedule': async () => ({ key: 'identity.purge_sessions' }),
}

const loginOf = async ({ world }: Asking) => {
  const { id: user } = await makers['user']!(world)
  return (await world.house.admin.get<{ login: string }>(`/user/${user}`)).login
}
const ruleOf = (world: World) => ({
  name: `rule ${world.next()}`,
  cidr: '127.255.255.254/32',
  access_ids: [world.device.accessId],
  group_id: world.groups.theirs,
  enabled: false,
})
const newRule = (world: World) => id(world.house.admin.post('/component/autodiscovery/rules', ruleOf(world)))
const newSearch = async (world: World) =>
  id(
    world
      .sql<{ id: number }>(
        `insert into autodiscovery_run (status, rule_ids, group_ids) values ('ok', '[]', '[` +
          `${world.groups.theirs}]') returning id`,
      )
      .then(([row]) => row!),
  )
async function newContact(world: World, user = -1) {
  const [contact] = await world.sql<{ id: number }>(
    `insert into notifications_contact (user_id, type, value, severities)
     values (${user}, 'webhook', 'http://127.0.0.1:9/${world.next()}', '{}') returning id`,
  )
  return contact!
}
async function newDelivery(world: World) {
  const contact = await newContact(world)
  const [delivery] = await world.sql<{ id: number }>(
    `insert into notifications_delivery (contact_id, channel, source, source_id, kind, severity, name, title,
       device_id, data, state, due_at)
     values (${contact.id}, 'webhook', 'event', ${world.next()}, 'alert', 'critical', 'device_down', 'made',
       ${world.device.id}, '{"event": null, "action": null}', 'failed', now()) returning id::integer as id`,
  )
  return delivery!
}
const ownContact = { path: ({ world, who }: Asking) => newContact(world, who.id) }
const contactOf = ({ world }: Asking) => ({ type: 'email', value: `made${world.next()}@example.org` })
async function newEvent(world: World) {
  const [event] = await world.sql<{ id: number }>(
    `insert into events_event (key, severity, name, title, device_id, since, created_at, created_by)
     values ('made${world.next()}', 'critical', 'device_down', 'made', ${world.device.id}, now(), now(), 'pinger')
     returning id::integer as id`,
  )
  return event!
}
/** Another device of the group, without an access profile. */
async function newNeighbour(world: World): Promise<number> {
  const [made] = await world.sql<{ id: number }>(
    `insert into inventory_device (ip, name, group_id, enabled)
     values ('${addressOf(world)}', 'made ${world.next()}', ${world.groups.theirs}, false) returning id`,
  )
  return made!.id
}
async function newLink(world: World) {
  const [link] = await world.sql<{ id: number }>(
    `insert into links_link (src_device_id, dest_device_id, source, state, created_at)
     values (${world.device.id}, ${await newNeighbour(world)}, 'automatic', 'suggested', now()) returning id`,
  )
  return link!
}
async function newTrap(world: World) {
  const [trap] = await world.sql<{ id: number }>(
    `insert into traps_trap (time, address, device_id, version, inform, oid, name, has_errors, modules, objects,
       errors, said)
     values (now(), '192.0.2.1', ${world.device.id}, '2c', false, '1.3.6.1', 'made', false, '{}', '[]', '[]', '')
     returning id::integer as id`,
  )
  return trap!
}
const newBackupRun = async ({ world }: Asking) => {
  const [run] = await world.sql<{ run: string }>(
    `with run as (insert into backups_run (asked_by) values ('x') returning id)
     insert into backups_run_device (run_id, device_id) select id, ${world.device.id} from run returning run_id as run`,
  )
  return run!
}
const newWindow = async ({ world }: Asking) => {
  const [window] = await world.sql<{ id: number }>(
    `insert into events_window (name, starts_at, ends_at, device_ids, created_at, updated_at, updated_by)
     values ('made', now(), now(), '{${world.device.id}}', now(), now(), 'x') returning id`,
  )
  return window!
}
const windowOf = ({ world }: Asking) => ({
  name: `made ${world.next()}`,
  starts_at: '2026-03-02T10:00:00Z',
  ends_at: '2026-03-02T12:00:00Z',
  device_ids: [world.device.id],
})
const newMacro = async (world: World): Promise<number> =>
  (
    await world.house.admin.post<{ id: number }>('/component/macros-control', {
      name: `made ${world.next()}`,
      template: 'show switch',
    })
  ).id
const macroRun =
  (status: 'SUCCESS' | 'RUNNING') =>
  ({ world, who }: Asking) =>
    id(
      world
        .sql<{ id: number }>(
          `insert into macros_run (macro_id, macro_name, macro_version, display_output, device_id, user_id,
             login, status, commands, started_at, process)
           values (1, 'made', 1, 'all', ${world.device.id}, ${who.id}, '${who.login}', '${status}', 1, now(),
             gen_random_uuid()) returning id`,
        )
        .then(([row]) => row!),
    )
const importAs =
  (status: 'done' | 'interrupted') =>
  ({ world }: Asking) =>
    id(
      world
        .sql<{ id: number }>(
          `insert into inventory_import (user_id, login, group_ids, dry_run, atomic, update_known, ` +
            `status) values (0, 'somebody', '{${world.groups.theirs}}', false, false, false, '${status}') ` +
            `returning id`,
        )
        .then(([row]) => row!),
    )
const loggedCall = ({ world }: Asking) =>
  id(
    world
      .sql<{ id: number }>(
        `insert into equipment_call (time, device_id, ip, module, args, "from", ok, spent_ms, ` +
          `requests) values (now(), ${world.device.id}, '192.0.2.1', 'system', '{}', 'device', true, ` +
          `1, 1) returning id::integer as id`,
      )
      .then(([row]) => row!),
  )
const newTemplate = (world: World) =>
  id(
    world.house.admin.post('/component/onts-registration-control', {
      name: `made ${world.next()}`,
      commands: 'show version',
      undo: 'show version',
    }),
  )
/** A registration of an ONU, whose device is no OLT. */
const registering =
  (name: string) =>
  ({ world }: Asking) => {
    const device = { id: world.device.id }
    const port = { device, port: 1 }
    if (name === 'cut-over.plan') return { from: port, to: port }
    if (name === 'batches.plan') return { device, rows: [{ ident: 'ZTEGC1086C71' }] }
    const ident = { device, ident: 'ZTEGC1086C71', params: {} }
    if (name === 'replace') return { ...ident, old: 'ZTEGC1086C70' }
    return name === 'move' ? { ...ident, to: { port: 1 } } : ident
  }
const newRegistration = ({ world }: Asking) =>
  id(
    world
      .sql<{ id: number }>(
        `insert into onts_registration_run (kind, state, device_id, ident, ident_key, port_key, port_name, ` +
          `number, template_name, template_version, user_id, user_login, script, "of") values ('register', ` +
          `'unknown', ${world.device.id}, 'A', 'A', 1, '1', 1, 'T', 1, 0, 'somebody', null, 0) returning id`,
      )
      .then(([row]) => row!),
  )
const newPoll = async ({ world }: Asking) => {
  const [row] = await world.sql<{ id: string }>(
    `insert into pollers_run (device_id, pollers, state, result) ` +
      `values (${world.device.id}, '["system"]', 'done', 'ok') returning id`,
  )
  return { id: world.device.id, run: row!.id }
}
const newBatch =
  (running: boolean) =>
  ({ world }: Asking) =>
    id(
      world
        .sql<{ id: number }>(
          `insert into onts_registration_batch (kind, state, device_id, user_id, user_login) values ` +
            `('batch', '${running ? 'running' : 'planned'}', ${world.device.id}, 0, 'somebody') returning id`,
        )
        .then(([row]) => row!),
    )
const ifaceOf = {
  path: ({ world }: Asking) => ({ ifaceId: world.device.interfaceId }),
  device: true,
} as const
const portOf = async ({ world }: Asking) => ({
  device: world.device.id,
  interface: (await world.house.admin.get<{ name: string }>(`/device-interface/${world.device.interfaceId}`))
    .name,
})
const ofSwitch = { body: ({ world }: Asking) => ({ device_id: world.device.id }), device: true } as const
/** A model may not support the operation. No other error is allowed. */
const lacking = [200, 422] as const
const soughtMac = '02:00:5E:10:AB:01'
/** A search that names the switch. */
const onSwitch = (sought: object) =>
  ({ body: ({ world }: Asking) => ({ ...sought, devices: [world.device.id] }), device: true }) as const
const onSwitchByQuery = (sought: Readonly<Record<string, string>>) =>
  ({ query: ({ world }: Asking) => ({ ...sought, devices: String(world.device.id) }), device: true }) as const
const own = { path: ({ who }: Asking) => ({ id: who.id }), powerless: [200, 201] } as const

/** By operation. All others are called as the document says, with a new resource in the path. */
export const rows: Readonly<Record<string, Row>> = {
  'attachments.file.create': {
    body: ({ world }) =>
      formOf({ object_type: 'device', object_id: world.device.id }, { name: 'note.txt', text: 'a note' }),
    device: true,
  },
  'autodiscovery.rule.create': { body: ({ world }) => ({ ...ruleOf(world), group_id: undefined }) },
  'autodiscovery.rule.get': { path: ({ world }) => newRule(world), device: true },
  'autodiscovery.rule.update': {
    path: ({ world }) => newRule(world),
    body: () => ({ interval_min: 60 }),
    device: true,
  },
  'autodiscovery.rule.delete': { path: ({ world }) => newRule(world), device: true },
  'autodiscovery.run.start': {
    body: async ({ world }) => ({ rule_ids: [(await newRule(world)).id] }),
    good: [202, 409],
    device: true,
  },
  'autodiscovery.run.get': { path: ({ world }) => newSearch(world), device: true },
  'autodiscovery.run.found': { path: ({ world }) => newSearch(world), device: true },
  'diagnostic.interface.diag': ifaceOf,
  'diagnostic.interface.card': ifaceOf,
  'diagnostic.interface.links': ifaceOf,
  'diagnostic.interface.diag-flat': { body: portOf, device: true },
  'diagnostic.arp-ping.get': {
    query: ({ world }) => ({ router: String(world.device.id), ip: '10.1.2.3' }),
    device: true,
  },
  'diagnostic.arp-ping.post': {
    body: ({ world }) => ({ router: world.device.id, ip: '10.1.2.3' }),
    device: true,
  },
  'diagnostic.icmp-ping.run': ofSwitch,
  // If the program is not installed, an allowed caller gets that error.
  'diagnostic.traceroute.run': { ...ofSwitch, good: [200, 422] },
  'identity.sign-out': { ownKey: true },
  'identity.key.create': { ...own, body: () => ({ expire: '10m', password }), sys: [403] },
  'identity.cross-auth': { body: async asking => ({ login: await loginOf(asking) }) },
  'identity.session.close': {
    async path({ world }) {
      const { id: user } = await makers['user']!(world)
      const { login } = await world.house.admin.get<{ login: string }>(`/user/${user}`)
      await world.key(login)
      return {
        id: user!,
        sessionId: (await world.house.admin.get<{ id: number }[]>(`/user/${user}/sessions`))[0]!.id,
      }
    },
  },
  'identity.self.update': { body: () => ({ name: 'Me' }), sys: [409] },
  'identity.user.create': {
    body: ({ world }) => ({ login: `made${world.next()}`, password, role_id: world.emptyRole }),
  },
  'identity.role.create': { body: ({ world }) => ({ name: `made ${world.next()}`, permissions: [] }) },
  'identity.two-factor.begin': { ...own, sys: [409] },
  // Nobody has begun it, and the code is unknown: it has an error of its own.
  'identity.two-factor.enable': { ...own, good: [400, 401, 409], powerless: [400, 401, 409], sys: [403] },
  'identity.two-factor.disable': { good: [200, 409] },
  'inventory.device.get': { path: ({ world }) => ({ id: world.device.id }) },
  'inventory.device.create': {
    body: ({ world }) => ({ ip: addressOf(world), name: 'made', enabled: false }),
  },
  'inventory.device.detect': {
    body: ({ world }) => ({ ip: world.device.sim.ip, access_id: world.device.accessId }),
  },
  'inventory.device.compare-model': { path: ({ world }) => ({ id: world.device.id }) },
  'inventory.device.update': { body: () => ({ location: 'Roof' }) },
  'inventory.device.update-by-body': {
    body: async ({ world }) => ({ ...(await makers['device']!(world)), location: 'Roof' }),
    device: true,
  },
  'inventory.device.delete-by-body': { body: ({ world }) => makers['device']!(world), device: true },
  'inventory.onus.list': {
    body: ({ world }) => ({
      device_id: world.device.id,
      status: 'Offline|PowerOff',
      filters: [{ field: 'rx', operator: '<', value: -25 }],
    }),
  },
  'inventory.interfaces.by-device': { path: ({ world }) => ({ deviceId: world.device.id }) },
  'inventory.interfaces.search': { query: { interface_name: 'x' } },
  'inventory.interface.create': {
    body: ({ world }) => ({
      device_id: world.device.id,
      name: 'made',
      bind_key: String(9_000_000 + world.next()),
      type: 'ETH',
    }),
    device: true,
  },
  'inventory.interface.update': { body: () => ({ comment: 'matrix' }) },
  'inventory.import.create': { body: () => new Payload('text/csv', '192.0.2.1,,,,,,no_such_model') },
  'inventory.import.resume': { path: importAs('interrupted') },
  'inventory.import.get': { path: importAs('done') },
  'inventory.import.delete': { path: importAs('done') },
  'inventory.onus.export': { body: () => ({}) },
  // The example of the document would be one name for every caller.
  'inventory.group.update': { body: ({ world }) => ({ name: `made ${world.next()}` }) },
  'inventory.access.update': { body: ({ world }) => ({ name: `made ${world.next()}` }) },
  'inventory.model.update': { body: ({ world }) => ({ name: `Made ${world.next()}` }) },
  'inventory.group.create': { body: ({ world }) => ({ name: `made ${world.next()}` }) },
  'inventory.access.create': {
    body: ({ world }) => ({ name: `made ${world.next()}`, public_community: 'public' }),
  },
  'inventory.model.create': {
    body: ({ world }) => ({ key: `made_${world.next()}`, name: `Made ${world.next()}`, type: 'SWITCH' }),
  },
  'inventory.model.icon.get': { before: ({ world }, path) => world.house.admin.put(path, { icon: png }) },
  'inventory.model.icon.set': { body: () => ({ icon: png }) },
  'equipment.module.call': { body: () => ({}) },
  'equipment.calls.get': { path: loggedCall, device: true },
  'qr-generator.code.get': {
    path: ({ world }) => ({ object_type: 'device', id: world.device.id }),
    device: true,
  },
  'qr-generator.sheet.print': {
    body: ({ world }) => ({ objects: [{ type: 'device', id: world.device.id }] }),
    device: true,
  },
  'macros.variables.read': { query: ({ world }) => ({ device_id: String(world.device.id) }), device: true },
  'macros.form.read': {
    path: async ({ world }) => ({ id: await newMacro(world) }),
    body: ({ world }) => ({ device: { id: world.device.id } }),
    device: true,
  },
  'macros.macro.execute': {
    body: async ({ world }) => ({ device: { id: world.device.id }, macros: { id: await newMacro(world) } }),
    device: true,
  },
  'rehearsal.macro.rehearse': {
    body: ({ world }) => ({ device: { id: world.device.id }, template: 'show switch' }),
    powerless: [403],
    device: true,
  },
  'rehearsal.registration.rehearse': {
    body: registering('rehearse'),
    good: [422],
    powerless: [403],
    device: true,
  },
  'macros.run.get': { path: macroRun('SUCCESS'), device: true },
  'macros.run.cancel': { path: macroRun('RUNNING'), device: true },
  'macros.template.create': { body: ({ world }) => ({ name: `made ${world.next()}` }) },
  'macros.template.update': { body: () => ({ template: 'show vlan' }) },
  'macros.template.clone': { body: ({ world }) => ({ name: `made ${world.next()}` }) },
  'macros.template.lint': { body: () => ({ template: 'show vlan' }) },
  'macros.template.preview': { body: () => ({ template: 'show vlan' }) },
  'macros.versions.diff': { query: { from: '1' } },
  'macros.version.restore': { body: () => ({ version: 1 }) },
  'routers.bgp-sessions.read': { good: lacking },
  // The device of the matrix has no RouterOS.
  ...Object.fromEntries(
    [
      'address-list',
      'arp',
      'bgp-sessions',
      'dhcp-servers',
      'dhcp-leases',
      'simple-queues',
      'interfaces',
      'vlans',
    ].map(name => [`router-os.${name}.read`, { good: [422] }]),
  ),
  // The device of the matrix is no OLT.
  ...Object.fromEntries(
    [
      'pon-ports',
      'physical-ports',
      'cards',
      'resources',
      'profiles',
      'unregistered',
      'refused',
      'down-history',
      'macs',
      'ont',
      'onts',
      'free-ont-numbers',
      'variables',
    ].map(name => [`olts.${name}.read`, { good: [422] }]),
  ),
  'olts.onts.stream': { good: [422] },
  ...Object.fromEntries(
    [
      ...['reboot', 'reset', 'delete', 'enable', 'disable', 'clear-counters', 'description'].map(
        name => `ont.${name}`,
      ),
      ...['description', 'admin-state', 'reset'].map(name => `port.${name}`),
      'uni.admin-state',
    ].map(name => [`olts-control.${name}`, { good: [422] }]),
  ),
  'onts-registration.unregistered.of-device': {
    path: ({ world }) => ({ deviceId: world.device.id }),
    good: [422],
  },
  ...Object.fromEntries(
    ['variables', 'find'].map(name => [
      `onts-registration.${name}`,
      {
        query: ({ world }: Asking) => ({ device_id: String(world.device.id), ident: 'ZTEGC1086C71' }),
        good: [422],
        device: true,
      },
    ]),
  ),
  ...Object.fromEntries(
    ['form', 'plan', 'register', 'replace', 'batches.plan', 'move', 'cut-over.plan'].map(name => [
      `onts-registration.${name}`,
      { body: registering(name), good: [201, 422], device: true },
    ]),
  ),
  ...Object.fromEntries(
    ['get', 'verify', 'rollback'].map(name => [
      `onts-registration.registrations.${name}`,
      // Its device is no OLT, so it cannot be read.
      { path: newRegistration, good: [200, 409], device: true },
    ]),
  ),
  ...Object.fromEntries(
    ['get', 'start', 'cancel'].map(name => [
      `onts-registration.batches.${name}`,
      { path: newBatch(name === 'cancel'), good: [200, 202], device: true },
    ]),
  ),
  ...Object.fromEntries(
    ['huawei-onts-registration', 'zte-unregistered-onts'].flatMap(component =>
      ['of-device', 'variables', 'register'].map(name => [
        `onts-registration.${component}.${name}`,
        { ...(name === 'of-device' ? {} : { body: () => ({}) }), good: [422] },
      ]),
    ),
  ),
  'onts-registration.template.create': {
    body: ({ world }) => ({ name: `made ${world.next()}`, commands: 'show version', undo: 'show version' }),
  },
  'onts-registration.template.clone': { body: ({ world }) => ({ name: `made ${world.next()}` }) },
  ...Object.fromEntries(
    ['metrics', 'metrics.prometheus-wrapper'].flatMap(base => {
      const ofDevice = ({ world }: Asking) => ({ device_id: String(world.device.id) })
      const charts = ['traffic', 'packets', 'errors', 'cpu', 'memory', 'disk', 'temperature', 'optical']
      return [
        ...[...charts, 'voltage', 'ping'].map(name => [
          `${base}.${name}.get`,
          { query: ofDevice, device: true } as const,
        ]),
        [
          `${base}.series.get`,
          {
            query: (asking: Asking) => ({ ...ofDevice(asking), metric: 'interface_up' }),
            device: true,
          } as const,
        ],
        [
          `${base}.percentile.get`,
          {
            query: ({ world }: Asking) => ({ interface_id: String(world.device.interfaceId) }),
            device: true,
          } as const,
        ],
        // PostgreSQL has no expressions.
        [`${base}.query-range.get`, { good: [422] }],
      ]
    }),
  ),
  'onts-registration.template.lint': { body: () => ({ commands: 'show version' }) },
  'onts-registration.template.preview': { body: () => ({ commands: 'show version' }) },
  'onts-registration.versions.diff': { query: { from: '1' } },
  'onts-registration.version.restore': { body: () => ({ version: 1 }) },
  'onts-registration.template.update': { body: ({ world }) => ({ name: `made ${world.next()}` }) },
  'notifications.contact.create': {
    body: async (asking: Asking) => ({ ...contactOf(asking), user_id: asking.who.id }),
  },
  'notifications.own-contact.create': { body: contactOf },
  'notifications.contact.update': { ...ownContact, body: () => ({ enabled: false }) },
  'notifications.contact.get': ownContact,
  'notifications.contact.delete': ownContact,
  'notifications.contact.test': ownContact,
  'notifications.own-contact.get': ownContact,
  'notifications.own-contact.update': { ...ownContact, body: () => ({ enabled: false }) },
  'notifications.own-contact.delete': ownContact,
  'notifications.own-contact.test': ownContact,
  'notifications.delivery.retry': { path: ({ world }) => newDelivery(world), device: true },
  'notifications.template.update': { body: () => ({ text: null }) },
  'notifications.template.preview': { body: () => ({ channel: 'email', kind: 'alert' }) },
  'notifications.rules.update': { body: () => ({ events: [], actions: [] }) },
  'switches.poe.read': { good: lacking },
  // The driver refuses it, because fibre has no pairs. A test of copper never ends while the clock stands
  // still.
  'switches.cable-diag.read': { query: { interface: '1/9' }, good: [400] },
  // Needs the permissions of the fields in the body.
  'switches.port.set': { body: ({ world }) => ({ interface: '1/3', description: `matrix ${world.next()}` }) },
  'switches.vlan.set': { body: ({ world }) => ({ action: 'create', id: 1000 + world.next() }) },
  'switches.poe.set': { good: lacking },
  // No ONU of it was ever measured.
  'onu-history.reference.set': { good: [409] },
  'pollers.device.poll': { path: async ({ world }) => ({ id: world.device.id }), device: true, good: [202] },
  'pollers.device.run': { path: newPoll, device: true },
  'events.rules.save': { body: () => ({ rules: [] }) },
  'events.rules.versions.get': { path: () => ({ version: 0 }) },
  'events.rules.versions.restore': { path: () => ({ version: 0 }) },
  'events.window.get': { path: newWindow },
  'events.window.create': { body: windowOf, device: true },
  'events.window.update': { path: newWindow, body: windowOf },
  'events.window.delete': { path: newWindow },
  'events.events.resolve': { body: () => ({ name: 'nothing' }) },
  'events.condition.get': { path: () => ({ name: 'device_down' }) },
  'events.condition.update': { path: () => ({ name: 'device_down' }), body: () => ({ for_sec: 0 }) },
  'events.alertmanager.webhook': { body: () => ({ alerts: [] }) },
  'backups.run.get': { path: newBackupRun },
  'backups.run': { body: ({ world }) => ({ device_ids: [world.device.id] }), good: [202] },
  'backups.device.run': { good: [202] },
  // Nothing is stored of the device in this world, and nothing is held back.
  'backups.config.get': { good: [200, 404] },
  'backups.diff.get': { good: [200, 404] },
  'backups.held.accept': { good: [409] },
  'backups.held.refuse': { good: [409] },
  'backups.search.lines': { query: { q: 'vlan' } },
  'backups.search.devices': { query: { q: 'vlan' } },
  // The list for Oxidized is off, and there is no Oxidized.
  'backups.oxidized.list': { good: [404] },
  'backups.oxidized.node': { path: () => ({ node: 'sw-1' }), good: [404] },
  'backups.oxidized.config': { good: [409] },
  'backups.oxidized.versions': { good: [409] },
  'backups.oxidized.diff': { query: { from: 'aaaa', to: 'bbbb' }, good: [409] },
  'fdb-history.who': { query: { ip: '10.1.2.3' } },
  'links.link.create': {
    body: async ({ world }) => ({
      src_device_id: world.device.id,
      dest_device_id: await newNeighbour(world),
    }),
    device: true,
  },
  'links.link.update': { body: () => ({ note: 'matrix' }) },
  'links.places.update': { body: () => ({ places: [] }) },
  // One scan at a time.
  'links.scan.start': { good: [202, 409] },
  // There are no outages in this world.
  'correlation.outages.get': { path: async () => ({ id: 1 }), good: [404] },
  'correlation.verdict.get': { query: ({ world }) => ({ interface_id: String(world.device.interfaceId) }) },
  'search-device.mac.get': onSwitchByQuery({ mac: soughtMac }),
  'search-device.mac.post': onSwitch({ mac: soughtMac }),
  'search-device.ip.get': onSwitchByQuery({ ip: '10.1.2.3' }),
  'search-device.ip.post': onSwitch({ ip: '10.1.2.3' }),
  'search-device.ip-with-fdb.get': {
    query: ({ world }) => ({ ip: '10.1.2.3', routers: String(world.device.id) }),
    device: true,
  },
  'search-device.ip-with-fdb.post': {
    body: ({ world }) => ({ ip: '10.1.2.3', routers: [world.device.id] }),
    device: true,
  },
  'system.action.record': {
    body: ({ world }) => ({ action: 'matrix:tested', device: { id: world.device.id } }),
    device: true,
  },
  'system.action.verify': {
    // A change whose process is gone, of a device that is not at its address any more.
    async path({ world }) {
      const change = { module: 'reboot', step: null, device_id: null, ip: '192.0.2.1', args: {} }
      const end = { masked: false, expected: null, outcome: 'started', evidence: null }
      const [row] = await world.sql<{ id: string }>(
        `insert into system_action (time, action, status, device_id, message, meta, changes)
         values (now(), 'matrix:cut', 'UNKNOWN', ${world.device.id}, '', '{}',
           '${JSON.stringify([{ ...change, ...end }])}') returning id`,
      )
      return { id: Number(row!.id) }
    },
    device: true,
  },
  'system.component.set': {
    path: () => ({ key: 'equipment' }),
    body: ({ world }) => ({ configuration: { answer_ttl_sec: 300 + world.next() } }),
  },
  'system.component.export': { path: () => ({ key: 'equipment' }) },
  'system.component.import': {
    path: () => ({ key: 'equipment' }),
    body: ({ world }) => ({ component: 'equipment', configuration: { answer_ttl_sec: 300 + world.next() } }),
  },
  'system.configuration.update': {
    body: ({ world }) => ({ equipment: { answer_ttl_sec: 300 + world.next() } }),
  },
  'system.schedule.run': { good: [202, 409] },
  'system.translations': { path: () => ({ lang: 'en' }), powerless: [200] },
}

const hasId = ({ path }: DocumentOperation) => path.includes('{')

/** Whether an operation is on a device, which users of other groups must not know. */
export const aboutDevice = (operation: DocumentOperation): boolean =>
  rows[operation.operationId]?.device === true ||
  operation.path.includes('{deviceId}') ||
  operation.path.includes('{interfaceId}') ||
  (hasId(operation) && ['device', 'device-interface', 'attachments'].includes(rootOf(operation)))

/** @throws Error with the name of an operation without a row */
async function valuesOf(operation: DocumentOperation, asking: Asking): Promise<Values> {
  if (!hasId(operation)) return {}
  const make = rows[operation.operationId]?.path
  if (make) return make(asking)
  const maker = makers[rootOf(operation)]
  if (!maker)
    throw new Error(`say in test/matrix/rows.ts what stands in ${operation.path}: ${operation.operationId}`)
  return maker(asking.world)
}

const exampleOf = ({ spec }: DocumentOperation): unknown =>
  (spec['requestBody'] as { content?: Record<string, { example?: unknown }> } | undefined)?.content?.[
    'application/json'
  ]?.example

/** A call of the operation that succeeds once. */
export async function callOf(operation: DocumentOperation, asking: Asking): Promise<Asked> {
  const row = rows[operation.operationId] ?? {}
  const values = await valuesOf(operation, asking)
  const open = [...operation.path.matchAll(/\{([^}]+)\}/g)]
    .map(([, name]) => name!)
    .filter(name => !(name in values))
  if (open.length > 0)
    throw new Error(`say in test/matrix/rows.ts what ${open.join(', ')} of ${operation.operationId} is`)
  const path = pathFor(operation, values)
  await row.before?.(asking, path)
  const body = row.body
    ? await row.body(asking)
    : (exampleOf(operation) ?? bodyOf(operation, asking.world.contract.document.components.schemas))
  return {
    method: operation.method.toUpperCase(),
    path,
    query: {
      ...queryOf(operation),
      ...(typeof row.query === 'function' ? await row.query(asking) : row.query),
    },
    body,
  }
}

type Right = (status: number) => boolean
const among = (statuses: readonly number[] | undefined, otherwise: Right): Right =>
  statuses ? status => statuses.includes(status) : otherwise

/** Right statuses, by caller. */
export function expected(operation: DocumentOperation): { good: Right; sys: Right; powerless: Right } {
  const row = rows[operation.operationId] ?? {}
  const good = among(row.good, status => status < 300)
  return {
    good,
    sys: among(row.sys, good),
    powerless: among(row.powerless, hasId(operation) ? status => status === 403 : good),
  }
}
