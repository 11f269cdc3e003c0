import { Type as T } from 'typebox'
import { ListMeta, Reply, type Context, type Routes } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { SystemAction } from './entity.ts'
import { actionNames, actionView, findActions } from './find.ts'
import { ActionFilter, ActionView, OwnAction } from './schemas.ts'

const tag = 'system-logs'
const permission = 'system_logs_actions'

export function logRoutes(routes: Routes, ctx: Context<Config>): void {
  const log = () => ctx.use('action-log')

  routes.post(
    '/logs/actions',
    {
      operationId: 'system.actions.filter',
      tag,
      summary: 'Log of actions: who did what, and how it went',
      permission,
      readOnly: true,
      description:
        'Newest first unless `sort` says otherwise. Whoever is limited to device groups sees what was done to devices of these, and their own actions.',
      body: ActionFilter,
      response: T.Array(ActionView),
      meta: ListMeta,
    },
    async ({ body, caller }) => {
      await log().flush()
      const { rows, meta } = await findActions(ctx, body, caller)
      return new Reply(rows, meta)
    },
  )

  routes.post(
    '/logs/action',
    {
      operationId: 'system.action.record',
      tag,
      summary: 'Records an action of a client',
      permission,
      body: OwnAction,
      response: ActionView,
      status: 201,
    },
    async ({ body, caller, ip, id: request, note }) => {
      // Throws where the caller does not see it.
      const device = body.device ? (await ctx.use('devices').named(body.device.id, caller)).id : null
      const id = await log().record({
        action: body.action,
        status: body.status ?? 'SUCCESS',
        user: { id: caller.userId, login: caller.login },
        device_id: device,
        message: body.message ?? '',
        meta: body.meta ?? {},
        ip,
        session_id: caller.sessionId,
        request_id: request,
      })
      // It is its own record.
      note({ changed: false })
      return actionView(await ctx.em().findOneOrFail(SystemAction, { id }))
    },
  )

  routes.get(
    '/logs/actions-list',
    {
      operationId: 'system.actions.names',
      tag,
      summary: 'Names of all actions that were recorded, to filter by',
      permission,
      response: T.Array(T.String()),
      example: ['device:added', 'user:logged_in'],
    },
    () => actionNames(ctx),
  )
}
