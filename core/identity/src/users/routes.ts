import { Type as T } from 'typebox'
import {
  Deleted,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  containing,
  listQuery,
  orderOf,
  pageOf,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import { User } from '../entities/index.ts'
import type { Identity } from '../identity.ts'
import { UserView } from '../schemas.ts'
import { ProfileBody, UserBody, UserChange } from './bodies.ts'
import { createUser, deleteUser, updateSelf, updateUser, userById } from './service.ts'
import { userView, userViews } from './view.ts'

const tag = 'user'
const sortable = {
  id: 'id',
  login: 'login',
  name: 'name',
  status: 'status',
  last_activity: 'lastActivity',
  created_at: 'createdAt',
}

export function userRoutes(routes: Routes, identity: Identity): void {
  const { ctx } = identity
  const answer = (user: User) => userView(ctx, user)

  routes.get(
    '/user',
    {
      operationId: 'identity.users.list',
      tag,
      summary: 'Users',
      permission: 'user_display',
      query: closedObject({
        ...listQuery,
        query: T.Optional(text(200)),
        status: T.Optional(T.Enum(['ENABLED', 'DISABLED'])),
      }),
      response: T.Array(UserView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const page = pageOf(query, { cap: 10_000, standard: 10_000 })
      const like = query.query === undefined ? null : { $ilike: containing(query.query) }
      const where = {
        ...(query.status ? { status: query.status } : {}),
        ...(like ? { $or: [{ login: like }, { name: like }, { email: like }] } : {}),
      }
      const [users, total] = await ctx
        .em()
        .findAndCount(User, where, { ...page, orderBy: orderOf(query.sort, sortable), populate: ['role'] })
      return new Reply(await userViews(ctx, users), { total, ...page })
    },
  )

  routes.get(
    '/user/self',
    {
      operationId: 'identity.self.get',
      tag,
      summary: 'Who I am',
      permission: 'signed-in',
      response: UserView,
    },
    async ({ caller }) => answer(await userById(ctx.em(), caller.userId)),
  )

  routes.put(
    '/user/self',
    {
      operationId: 'identity.self.update',
      tag,
      summary: 'Changes my own profile',
      permission: 'user_self_control',
      body: ProfileBody,
      response: UserView,
    },
    async ({ caller, ip, body }) => answer(await updateSelf(identity, { caller, ip }, body)),
  )

  routes.get(
    '/user/:id',
    {
      operationId: 'identity.user.get',
      tag,
      summary: 'One user',
      permission: 'user_display',
      params: IdParams,
      response: UserView,
    },
    async ({ params }) => answer(await userById(ctx.em(), params.id)),
  )

  routes.post(
    '/user',
    {
      operationId: 'identity.user.create',
      tag,
      summary: 'Creates a user',
      permission: 'user_management',
      body: UserBody,
      response: UserView,
      status: 201,
    },
    async ({ caller, ip, body }) => answer(await createUser(identity, { caller, ip }, body)),
  )

  routes.put(
    '/user/:id',
    {
      operationId: 'identity.user.update',
      tag,
      summary: 'Changes a user; a new password ends all sessions and keys',
      permission: 'user_management',
      params: IdParams,
      body: UserChange,
      response: UserView,
    },
    async ({ caller, ip, params, body }) =>
      answer(await updateUser(identity, { caller, ip }, params.id, body)),
  )

  routes.delete(
    '/user/:id',
    {
      operationId: 'identity.user.delete',
      tag,
      summary: 'Deletes a user with sessions and keys',
      permission: 'user_management',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteUser(identity, caller, params.id)
      return { id: params.id }
    },
  )
}
