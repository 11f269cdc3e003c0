import { Type as T } from 'typebox'
import { Deleted, IdParams, ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import type { Identity } from '../identity.ts'
import { UserView } from '../schemas.ts'
import { ProfileBody, UserBody, UserChange, UserQuery } from './bodies.ts'
import { listUsers, userById } from './find.ts'
import { createUser, deleteUser, updateSelf, updateUser } from './store.ts'
import { userView, userViews } from './views.ts'

const tag = 'user'

export function userReads(routes: Routes, { ctx }: Identity): void {
  routes.get(
    '/user',
    {
      operationId: 'identity.users.list',
      tag,
      summary: 'Users',
      permission: 'user_display',
      query: UserQuery,
      response: T.Array(UserView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const { users, meta } = await listUsers(ctx.em(), query)
      return new Reply(await userViews(ctx, users), meta)
    },
  )

  routes.get(
    '/user/self',
    {
      operationId: 'identity.self.get',
      tag,
      summary: 'My own user',
      permission: 'signed-in',
      response: UserView,
    },
    async ({ caller }) => userView(ctx, await userById(ctx.em(), caller.userId)),
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
    async ({ params }) => userView(ctx, await userById(ctx.em(), params.id)),
  )
}

export function userChanges(routes: Routes, identity: Identity): void {
  const { ctx } = identity

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
    async ({ caller, ip, body }) => userView(ctx, await updateSelf(identity, { caller, ip }, body)),
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
    async ({ caller, ip, body }) => userView(ctx, await createUser(identity, { caller, ip }, body)),
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
      userView(ctx, await updateUser(identity, { caller, ip }, params.id, body)),
  )

  routes.delete(
    '/user/:id',
    {
      operationId: 'identity.user.delete',
      tag,
      summary: 'Deletes a user with all sessions and keys',
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
