import { Type as T, type Static } from 'typebox'
import {
  Deleted,
  Id,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  containing,
  freeObject,
  ignored,
  listQuery,
  nullable,
  orderOf,
  pageOf,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import { connectionDefaults } from '../connection.ts'
import { Access } from '../entities/index.ts'
import type { Inventory } from '../inventory.ts'
import { AccessSecrets, AccessView, ConnectionDefaults } from '../schemas.ts'
import { SnmpUser, openSecrets } from '../secrets.ts'
import { accessView } from '../views.ts'
import { accessById, createAccess, deleteAccess, updateAccess } from './service.ts'

const secretOrNull = nullable(T.String({ maxLength: 256, writeOnly: true }))

export const AccessBody = closedObject(
  {
    id: T.Optional(Id),
    name: text(200, { minLength: 1 }),
    params: T.Optional(nullable(freeObject('Connection settings, see sw_core_connection'))),
    login: T.Optional(secretOrNull),
    password: T.Optional(secretOrNull),
    enable_password: T.Optional(
      T.Unsafe<string | null>({
        ...secretOrNull,
        description: 'For the way into a privileged mode of the console; the password unless set',
      }),
    ),
    public_community: T.Optional(secretOrNull),
    private_community: T.Optional(secretOrNull),
    community: T.Optional(
      T.Unsafe<string | null>({ ...secretOrNull, description: 'Older name of public_community' }),
    ),
    snmp_v3: T.Optional(T.Union([SnmpUser, T.Literal(''), T.Null()])),
    ...ignored,
  },
  {
    description: 'A secret that is absent or null stays as it is; an empty text removes it',
    examples: [{ name: 'Backbone', public_community: 'public' }],
  },
)
export type AccessBody = Static<typeof AccessBody>

const tag = 'device-access'
const permission = 'device_access_management'

export function accessRoutes(routes: Routes, inventory: Inventory): void {
  const { ctx } = inventory

  routes.get(
    '/device-access',
    {
      operationId: 'inventory.accesses.list',
      tag,
      summary: 'Access profiles, without their secrets',
      permission,
      query: closedObject({ ...listQuery, query: T.Optional(text(200)) }),
      response: T.Array(AccessView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const page = pageOf(query, { cap: 100_000, standard: 100_000 })
      const where = query.query === undefined ? {} : { name: { $ilike: containing(query.query) } }
      const [accesses, total] = await ctx
        .em()
        .findAndCount(Access, where, {
          ...page,
          orderBy: orderOf(query.sort, { id: 'id', name: 'name', created_at: 'createdAt' }),
        })
      return new Reply(accesses.map(accessView), { total, ...page })
    },
  )

  routes.get(
    '/device-access-defaults',
    {
      operationId: 'inventory.access.defaults',
      tag,
      summary: 'Connection settings that hold where nothing else is said',
      permission,
      response: ConnectionDefaults,
    },
    () => connectionDefaults(ctx),
  )

  routes.get(
    '/device-access/:id',
    {
      operationId: 'inventory.access.get',
      tag,
      summary: 'One access profile, without its secrets',
      permission,
      params: IdParams,
      response: AccessView,
    },
    async ({ params }) => accessView(await accessById(ctx.em(), params.id)),
  )

  routes.get(
    '/device-access/:id/secrets',
    {
      operationId: 'inventory.access.secrets',
      tag,
      summary: 'Secrets of an access profile; every look is logged',
      permission,
      action: 'device-access:secrets_shown',
      params: IdParams,
      response: AccessSecrets,
    },
    async ({ caller, params, log }) => {
      const access = await accessById(ctx.em(), params.id)
      log.info(
        { access_id: access.id, user_id: caller.userId, login: caller.login },
        'secrets of an access profile were shown',
      )
      return openSecrets(ctx, access.secrets)
    },
  )

  routes.post(
    '/device-access',
    {
      operationId: 'inventory.access.create',
      tag,
      summary: 'Adds an access profile',
      permission,
      body: AccessBody,
      response: AccessView,
      status: 201,
    },
    async ({ body }) => accessView(await createAccess(inventory, body)),
  )

  routes.put(
    '/device-access/:id',
    {
      operationId: 'inventory.access.update',
      tag,
      summary: 'Changes an access profile',
      permission,
      action: 'device-access:edited',
      params: IdParams,
      body: T.Partial(AccessBody, { additionalProperties: false }),
      response: AccessView,
    },
    async ({ params, body }) => accessView(await updateAccess(inventory, params.id, body)),
  )

  routes.delete(
    '/device-access/:id',
    {
      operationId: 'inventory.access.delete',
      tag,
      summary: 'Deletes an access profile that no device uses',
      permission,
      params: IdParams,
      response: Deleted,
    },
    async ({ params }) => {
      await deleteAccess(inventory, params.id)
      return { id: params.id }
    },
  )
}
