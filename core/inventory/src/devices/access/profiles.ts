import type { Caller, Routes } from '@linecard/plugin-kit'
import { IdParams, notStored, notStoredHeaders } from '@linecard/plugin-kit'
import { resource } from '@linecard/plugin-kit/resource'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Access, Group } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { tables } from '../../tables.ts'
import { ownsProfile, sees } from '../../visibility.ts'
import { assertConnection } from '../connection/params.ts'
import { assertSnmpUser, mergeSecrets, openSecrets, sealSecrets } from '../connection/secrets.ts'
import { connectionDefaults } from '../connection/target.ts'
import { usedByDevices } from '../used.ts'
import { AccessBody, AccessSecrets, AccessView, ConnectionDefaults } from './schemas.ts'
import { ownAccess, shared } from './use.ts'

const tag = 'device-access'
const permission = 'device_access_management'

/**
 * Sets the groups of a profile as far as a body names them. Nobody gives a profile to groups that they do not
 * see, or takes it from a group whose devices use it.
 */
async function assignGroups(
  em: SqlEntityManager,
  caller: Caller,
  id: number,
  wanted: readonly number[],
): Promise<void> {
  const known = new Set((await em.find(Group, { id: { $in: [...wanted] } })).map(group => group.id))
  const unknown = wanted.find(group => !known.has(group) || !sees(caller, group))
  if (unknown !== undefined)
    throw fail('INVENTORY_REFERENCE_INVALID', { what: 'group', id: unknown }, [
      { path: 'group_ids', message: 'there is no such one' },
    ])
  if (caller.groupIds !== null && wanted.length === 0)
    throw fail('INVENTORY_GROUP_NEEDED', {}, [{ path: 'group_ids', message: 'is empty' }])
  const db = tables(em)
  const used = await db
    .selectFrom('inventory_device')
    .select('group_id')
    .distinct()
    .where('access_id', '=', id)
    .execute()
  const lacking = used.find(({ group_id: group }) => !known.has(group))
  if (lacking)
    throw fail('INVENTORY_ACCESS_GROUPS', { id: lacking.group_id }, [
      { path: 'group_ids', message: `must contain ${lacking.group_id}` },
    ])
  await db.deleteFrom('inventory_access_group').where('access_id', '=', id).execute()
  if (wanted.length > 0)
    await db
      .insertInto('inventory_access_group')
      .values(wanted.map(group => ({ access_id: id, group_id: group })))
      .execute()
}

/** The sealed secrets of a profile with what was sent laid over them; undefined: nothing was sent. */
async function secretsOf(
  { ctx }: Inventory,
  em: SqlEntityManager,
  id: number | null,
  { login, password, enable_password, private_community, snmp_v3, ...body }: Partial<AccessBody>,
): Promise<string | null | undefined> {
  if (snmp_v3) assertSnmpUser(snmp_v3)
  const public_community = body.public_community ?? body.community
  const sent = { login, password, enable_password, public_community, private_community, snmp_v3 }
  if (Object.values(sent).every(value => value == null)) return undefined
  const stored = await tables(em)
    .selectFrom('inventory_access')
    .select('secrets')
    .where('id', '=', id)
    .executeTakeFirst()
  return sealSecrets(ctx, mergeSecrets(openSecrets(ctx, stored?.secrets), sent))
}

/** Access profiles: the credentials and connection settings with which devices are asked. */
const profiles = (inventory: Inventory) =>
  resource(inventory.ctx, {
    entity: Access,
    path: '/device-access',
    name: 'inventory.access',
    tag,
    scope: 'group',
    permission: { read: permission, write: permission },
    view: AccessView,
    body: AccessBody,
    list: {
      search: { in: ['name'], description: 'Part of the name' },
      sort: ['id', 'name', 'created_at'],
      cap: 100_000,
      standard: 100_000,
    },
    visible: ({ groupIds }) => groupIds && sql<boolean>`r.group_ids && ${[...groupIds]}::int[]`,
    owned: ({ name, group_ids: groupIds }, caller) =>
      ownsProfile(caller, { groupIds }) ? null : shared(name),
    unknown: id => fail('INVENTORY_ACCESS_UNKNOWN', { id }),
    taken: ({ name }) => fail('INVENTORY_ACCESS_EXISTS', { name }, [{ path: 'name', message: 'is taken' }]),
    used: usedByDevices(inventory.ctx, 'access', 'INVENTORY_ACCESS_IN_USE'),
    async write(body, { em, before }) {
      if (body.params) assertConnection(body.params)
      return {
        params: body.params ?? undefined,
        secrets: await secretsOf(inventory, em, before?.id ?? null, body),
      }
    },
    async wrote(id, { group_ids: wanted }, { em, caller, before }) {
      const groups = wanted ?? (before ? null : (caller.groupIds ?? []))
      if (groups) await assignGroups(em, caller, id, groups)
    },
    shown: async (rows, { caller }) =>
      rows.map(row => ({ ...row, group_ids: row.group_ids.filter(id => sees(caller, id)) })),
    told: {
      list: {
        operationId: 'inventory.accesses.list',
        summary: 'Access profiles, without their secrets',
        description:
          'Profiles are the credentials and connection settings with which devices are asked. Secrets are ' +
          'never in this answer, only which of them are set.',
      },
      one: {
        summary: 'One access profile, without its secrets',
        description: 'Connection settings in full, of the secrets only which are set.',
      },
      create: {
        summary: 'Adds an access profile',
        description:
          'Secrets are stored encrypted and are not in the answer. A name that is in use is 409, a ' +
          'connection setting that does not exist 400.',
      },
      update: {
        summary: 'Changes an access profile',
        description:
          'Members that are left out, and secrets that are null, keep their values; an empty text removes ' +
          'a secret. Devices of the profile are asked with the new values at once.',
        action: 'device-access:edited',
      },
      delete: {
        summary: 'Deletes an access profile that no device uses',
        description: 'A profile that devices use is 409, with their number.',
      },
    },
  })

export function accessRoutes(routes: Routes, inventory: Inventory): void {
  const { ctx } = inventory
  profiles(inventory).declare(routes)
  routes.get(
    '/device-access-defaults',
    {
      operationId: 'inventory.access.defaults',
      scope: 'all',
      tag,
      summary: 'Default connection settings',
      description:
        'The connection settings that a device has when neither its model, its access profile nor the ' +
        'device itself says otherwise: ports, versions, time limits.',
      permission,
      response: ConnectionDefaults,
    },
    () => connectionDefaults(ctx),
  )

  routes.get(
    '/device-access/:id/secrets',
    {
      operationId: 'inventory.access.secrets',
      scope: 'group',
      tag,
      summary: 'Secrets of an access profile; every look is logged',
      description:
        'The secrets as they were entered, for people who have to reach a device by hand. Each call is ' +
        'in the action log, under the name of the caller.',
      permission,
      action: 'device-access:secrets_shown',
      params: IdParams,
      headers: { answer: notStoredHeaders },
      response: AccessSecrets,
    },
    async ({ caller, params, log }) => {
      const access = await ownAccess(ctx.em(), caller, params.id)
      log.info(
        { access_id: access.id, user_id: caller.userId, login: caller.login },
        'secrets of an access profile were shown',
      )
      return notStored(openSecrets(ctx, access.secrets))
    },
  )
}
