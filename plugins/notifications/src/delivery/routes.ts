import { idOf, type Routes } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import type { Parts } from '../parts.ts'
import { DeliveryParams, DeliveryView, MessageBody, MessageView, narrowing } from './bodies.ts'
import { messagesDue } from './engine.ts'
import { seenBy, sendAgain, viewsOf } from './log.ts'
import { tellEverybody } from './message.ts'

const [tag, permission] = ['notifications', 'notifications_full_access']

/** What both lists of deliveries have. */
const list = { tag, view: DeliveryView, sort: [], order: '-id', cap: 1000, counted: 10_000 } as const

export function deliveryRoutes(declare: Routes, { ctx }: Parts): void {
  listRoute(declare, ctx, {
    ...list,
    path: '/component/notifications/deliveries',
    operationId: 'notifications.deliveries.list',
    scope: 'group',
    summary: 'What was sent, waits or failed',
    description: 'The newest first; about devices of the caller’s groups.',
    permission,
    filters: { ...narrowing, user_id: idOf('a user') },
    rows: ({ em, caller }) => seenBy(em, caller),
    shown: (rows, { caller }) => viewsOf(ctx, rows, caller),
  })
  listRoute(declare, ctx, {
    ...list,
    path: '/component/notifications/self/deliveries',
    operationId: 'notifications.own-deliveries.list',
    scope: 'user',
    summary: 'What was sent to you, waits or failed',
    description: 'To your own contacts, the newest first; also what is held until quiet hours end.',
    permission: 'notifications_configure_self_contacts',
    filters: narrowing,
    rows: ({ em, caller }) => seenBy(em, caller).where('c.user_id', '=', caller.userId),
    shown: (rows, { caller }) => viewsOf(ctx, rows, caller),
  })
  declare.post(
    '/component/notifications/deliveries/:id/retry',
    {
      operationId: 'notifications.delivery.retry',
      scope: 'group',
      tag,
      summary: 'Sends a failed or cancelled message after all',
      description: 'It keeps its message id. 409 if it is neither failed nor cancelled.',
      permission,
      params: DeliveryParams,
      response: DeliveryView,
      errors: [404, 409],
    },
    async ({ caller, params: { id } }) => {
      const view = await sendAgain(ctx, id, caller)
      await ctx.events.broadcast(messagesDue, null)
      return view
    },
  )
  declare.post(
    '/component/notifications/message',
    {
      operationId: 'notifications.message.send',
      scope: 'all',
      tag,
      summary: 'Sends a message to everybody',
      description: 'To all contacts that take notifications (severity `notify`).',
      permission: 'notifications_send_global_notify',
      body: MessageBody,
      response: MessageView,
    },
    async ({ caller, body }) => ({ contacts: await tellEverybody(ctx, caller, body) }),
  )
}
