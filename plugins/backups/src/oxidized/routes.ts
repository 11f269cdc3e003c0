import {
  closedObject,
  DeviceParams,
  RawReply,
  Reply,
  text,
  type Caller,
  type Routes,
  type PollableDevice,
  type Target,
} from '@linecard/plugin-kit'
import { deviceIdNamed, visibleDevices } from '@linecard/inventory/read'
import { Type as T } from 'typebox'
import type { Base } from '../base.ts'
import { compare } from '../compare/compare.ts'
import { groupsOf } from '../current.ts'
import { oxidizedAt } from './client.ts'
import { fail } from '../errors.ts'
import { nodeOf, nodeName } from '../names/node.ts'
import { Configuration, Diff, FeedRow, Version } from './schemas.ts'
import { isOn, removesSecrets } from '../devices/switched.ts'
import { oxidizedModel } from './models.ts'
import { modelOverride } from './params.ts'

/** A device as Oxidized reads it from its HTTP source. */
interface OxidizedRow {
  ip: string
  /** Names the node, so it is unique and fit for paths. */
  name: string
  full_name: string
  /** Model of Oxidized. */
  model: string
  login: string
  password: string
  input: 'ssh' | 'telnet'
  enable: string
  telnet_port: number
  ssh_port: number
  remove_secret: boolean
}

/** The port that Oxidized uses for the other protocol, which it does not try. */
const standard = { ssh: 22, telnet: 23 } as const

/** Null: no console is configured. */
function rowOf(
  device: Pick<PollableDevice, 'id' | 'name' | 'ip'>,
  { console: access }: Pick<Target, 'console'>,
  { model, removeSecrets }: { model: string; removeSecrets: boolean },
): OxidizedRow | null {
  if (!access) return null
  const { protocol, port, login, password, enable } = access
  return {
    ip: device.ip,
    name: nodeName(device),
    full_name: device.name || device.ip,
    model,
    login,
    password,
    input: protocol,
    enable,
    telnet_port: protocol === 'telnet' ? port : standard.telnet,
    ssh_port: protocol === 'ssh' ? port : standard.ssh,
    remove_secret: removeSecrets,
  }
}

/** Devices of one answer: Oxidized reads the whole list at once. */
const mostRows = 50_000
/** Devices whose logins are opened at once. */
const atOnce = 500

/** The kinds of devices: key of a model → model of Oxidized. */
const kindsOf = ({ ctx }: Base): ReadonlyMap<string, string | null> =>
  new Map(
    ctx.drivers.flatMap(({ id, models }) =>
      models.map(({ key, family }) => [key, oxidizedModel(id, family.id)] as const),
    ),
  )

/**
 * The devices for Oxidized, with their logins: those whose configuration is read, that have a console, and of
 * a kind that Oxidized knows. `node` null: all.
 */
async function feedOf(base: Base, node: string | null): Promise<OxidizedRow[]> {
  const { ctx } = base
  const kinds = kindsOf(base)
  const devices = ctx.use('devices')
  const modelFor = (device: PollableDevice) =>
    modelOverride(device.params) ?? (device.model_key === null ? null : (kinds.get(device.model_key) ?? null))
  const wanted = (await devices.pollable()).filter(
    device =>
      (node === null || nodeName(device) === node) &&
      isOn(device.params, ctx.config) &&
      modelFor(device) !== null,
  )
  const rows: OxidizedRow[] = []
  for (let at = 0; at < wanted.length && rows.length < mostRows; at += atOnce) {
    const some = wanted.slice(at, at + atOnce)
    const targetOf = await devices.targets(some.map(({ id }) => id))
    for (const device of some) {
      try {
        const options = { model: modelFor(device)!, removeSecrets: removesSecrets(device.params) }
        const row = rowOf(device, targetOf(device.id), options)
        if (row) rows.push(row)
      } catch {
        // It is switched off, or has no access profile: nobody logs in there.
      }
    }
  }
  return rows.slice(0, mostRows)
}

const tag = 'backup-tool'
const permission = 'backups_view'
const noStore = { 'cache-control': 'no-store' }

/**
 * Addresses of trusted networks are callers without a session. Keys are refused: with one, the passwords of
 * all devices could be read from everywhere.
 */
function assertMayFeed({ ctx }: Base, { sessionId, groupIds }: Caller): void {
  if (!ctx.config.oxidized_feed) throw fail('BACKUPS_FEED_OFF')
  if (sessionId !== null || groupIds !== null) throw fail('BACKUPS_FEED_REFUSED')
}

function feedRoutes(routes: Routes, base: Base): void {
  const common = {
    tag,
    permission: 'backups_secrets',
    action: 'backups:oxidized_feed',
    errors: [404],
    response: T.Array(FeedRow, { raw: true, contentMediaType: 'application/json' }),
  } as const
  const answer = async (caller: Caller, node: string | null, note: (more: { message: string }) => void) => {
    assertMayFeed(base, caller)
    const rows = await feedOf(base, node)
    note({ message: `logins of ${rows.length} devices for Oxidized` })
    return new RawReply(JSON.stringify(rows), 'application/json; charset=utf-8', noStore)
  }
  routes.get(
    '/component/oxidized/internal/devices-list',
    {
      ...common,
      operationId: 'backups.oxidized.list',
      scope: 'group',
      summary: 'Devices with their logins, for the HTTP source of Oxidized',
      description:
        'A plain array without envelope: ip, name, full_name, model (of Oxidized), login, password, input, ' +
        'enable, telnet_port, ssh_port, remove_secret. Only for addresses of identity.trusted_networks, ' +
        'without a key; off until backups.oxidized_feed is on. Each use is in the action log.',
    },
    ({ caller, note }) => answer(caller, null, note),
  )
  routes.get(
    '/component/oxidized/internal/devices-list/:node',
    {
      ...common,
      operationId: 'backups.oxidized.node',
      scope: 'group',
      summary: 'One device of that list, as Oxidized asks for it by its name',
      description: 'An array of one row, or an empty one.',
      params: closedObject({
        node: text(200, { minLength: 1, description: 'Name of the device in Oxidized' }),
      }),
    },
    ({ caller, params, note }) => answer(caller, params.node, note),
  )
}

const oid = text(100, { minLength: 4, description: 'Id of a version in Oxidized' })
const example = {
  oid: '8d3f0c21b7',
  date: '2026-03-02 01:10:00 +0000',
  author: 'Oxidized',
  message: 'update sw-north',
}

/** A device that the caller sees, as Oxidized names it, and how to ask for it. */
async function asked(base: Base, word: string, caller: Caller, signal: AbortSignal) {
  const { ctx } = base
  const id = await deviceIdNamed(ctx, word, caller)
  const device = await visibleDevices(ctx.em(), caller).where('d.id', '=', id).executeTakeFirstOrThrow()
  const {
    oxidized_url: url,
    oxidized_private_networks: allowPrivate,
    oxidized_timeout_sec: seconds,
  } = ctx.config
  const group = (await groupsOf(base, [device])).get(device.group_id) ?? null
  const node = nodeOf(ctx.config, device, group)
  const oxidized = oxidizedAt({ url, timeoutMs: seconds * 1000, allowPrivate }, signal)
  const masked = (given: string) => ctx.use('configurations').masked(device.model_key, given)
  return { node, oxidized, masked }
}

export function oxidizedRoutes(routes: Routes, base: Base): void {
  feedRoutes(routes, base)
  const common = { tag, permission, params: DeviceParams, errors: [409] } as const
  const path = '/component/backups/:deviceId/oxidized'
  routes.get(
    `${path}/config`,
    {
      ...common,
      operationId: 'backups.oxidized.config',
      scope: 'group',
      summary: 'The configuration of a device as an Oxidized has it',
      description: 'Asked of the Oxidized of backups.oxidized_url. Secrets are `***`.',
      query: closedObject({ oid: T.Optional(oid) }),
      response: Configuration,
      example: { node: 'sw-north-17', text: 'hostname sw-north\n' },
    },
    async ({ caller, params, query, signal }) => {
      const { node, oxidized, masked } = await asked(base, params.deviceId, caller, signal)
      const found =
        query.oid === undefined ? await oxidized.config(node) : await oxidized.version(node, query.oid)
      return new Reply({ node: node.name, text: await masked(found) }, null, noStore)
    },
  )
  routes.get(
    `${path}/versions`,
    {
      ...common,
      operationId: 'backups.oxidized.versions',
      scope: 'group',
      summary: 'Versions of the configuration of a device that an Oxidized has, the newest first',
      description:
        'Asked of the Oxidized of backups.oxidized_url. Ids are those of commits in its git repository.',
      response: T.Array(Version),
      example: [example],
    },
    async ({ caller, params, signal }) => {
      const { node, oxidized } = await asked(base, params.deviceId, caller, signal)
      return oxidized.versions(node)
    },
  )
  routes.get(
    `${path}/diff`,
    {
      ...common,
      operationId: 'backups.oxidized.diff',
      scope: 'group',
      summary: 'What changed between two versions that an Oxidized has',
      description: 'Both are read from Oxidized and compared here, without their secrets.',
      query: closedObject({ from: oid, to: oid }),
      response: Diff,
      errors: [409, 413],
      example: { node: 'sw-north-17', unified: '@@ -1 +1 @@\n-hostname sw\n+hostname sw-north\n' },
    },
    async ({ caller, params, query, signal }) => {
      const { node, oxidized, masked } = await asked(base, params.deviceId, caller, signal)
      const side = async (name: string) => ({ name, text: await masked(await oxidized.version(node, name)) })
      const sides = { from: await side(query.from), to: await side(query.to), context: 3 }
      const { unified } = await compare(sides, signal)
      return new Reply({ node: node.name, unified }, null, noStore)
    },
  )
}
