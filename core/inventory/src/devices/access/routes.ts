import { Type as T } from 'typebox'
import {
  Deleted,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  containing,
  listQuery,
  notStored,
  notStoredHeaders,
  orderOf,
  pageOf,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import { connectionDefaults } from '../connection/target.ts'
import { Access } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { profileScope } from '../../visibility.ts'
import { AccessBody } from './bodies.ts'
import { AccessSecrets, AccessView, ConnectionDefaults } from './schemas.ts'
import { openSecrets } from '../connection/secrets.ts'
import { accessView } from './view.ts'
import { createAccess, deleteAccess, updateAccess } from './store.ts'
import { accessById, ownAccess } from './use.ts'

const tag = 'device-access'
const permission = 'device_access_management'

function accessReads(routes: Routes, { ctx }: Inventory): void {
  routes.get(
    '/device-access',
    {
      operationId: 'inventory.accesses.list',
      scope: 'group',
      tag,
      summary: 'Access profiles, without their secrets',
      description:
        'Profiles are the credentials and connection settings with which devices are asked. Secrets are ' +
        'never in this answer, only which of them are set.',
      permission,
      query: closedObject({
        ...listQuery,
        query: T.Optional(text(200, { description: 'Part of the name' })),
      }),
      response: T.Array(AccessView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const page = pageOf(query, { cap: 100_000, standard: 100_000 })
      const where = {
        ...(await profileScope(ctx.em(), caller)),
        ...(query.query === undefined ? {} : { name: { $ilike: containing(query.query) } }),
      }
      const [accesses, total] = await ctx
        .em()
        .findAndCount(Access, where, {
          ...page,
          orderBy: orderOf(query.sort, { id: 'id', name: 'name', created_at: 'createdAt' }),
        })
      return new Reply(
        accesses.map(access => accessView(caller, access)),
        { total, ...page },
      )
    },
  )

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
    '/device-access/:id',
    {
      operationId: 'inventory.access.get',
      scope: 'group',
      tag,
      summary: 'One access profile, without its secrets',
      description: 'Connection settings in full, of the secrets only which are set.',
      permission,
      params: IdParams,
      response: AccessView,
    },
    async ({ caller, params }) => accessView(caller, await accessById(ctx.em(), caller, params.id)),
  )
}

function accessSecrets(routes: Routes, { ctx }: Inventory): void {
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

function accessChanges(routes: Routes, inventory: Inventory): void {
  routes.post(
    '/device-access',
    {
      operationId: 'inventory.access.create',
      scope: 'group',
      tag,
      summary: 'Adds an access profile',
      description:
        'Secrets are stored encrypted and are not in the answer. A name that is in use is 409, a ' +
        'connection setting that does not exist 400.',
      permission,
      body: AccessBody,
      response: AccessView,
      status: 201,
    },
    async ({ caller, body }) => accessView(caller, await createAccess(inventory, caller, body)),
  )

  routes.put(
    '/device-access/:id',
    {
      operationId: 'inventory.access.update',
      scope: 'group',
      tag,
      summary: 'Changes an access profile',
      description:
        'Members that are left out, and secrets that are null, keep their values; an empty text removes ' +
        'a secret. Devices of the profile are asked with the new values at once.',
      permission,
      action: 'device-access:edited',
      params: IdParams,
      body: T.Partial(AccessBody, { additionalProperties: false }),
      response: AccessView,
    },
    async ({ caller, params, body }) =>
      accessView(caller, await updateAccess(inventory, caller, params.id, body)),
  )

  routes.delete(
    '/device-access/:id',
    {
      operationId: 'inventory.access.delete',
      scope: 'group',
      tag,
      summary: 'Deletes an access profile that no device uses',
      description: 'A profile that devices use is 409, with their number.',
      permission,
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteAccess(inventory, caller, params.id)
      return { id: params.id }
    },
  )
}

export function accessRoutes(routes: Routes, inventory: Inventory): void {
  accessReads(routes, inventory)
  accessSecrets(routes, inventory)
  accessChanges(routes, inventory)
}
