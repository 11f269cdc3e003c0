import { Type as T } from 'typebox'
import { closedObject, Reply, type Routes } from '@linecard/plugin-kit'
import type { Parts } from '../parts.ts'
import {
  DeliveriesQuery,
  DeliveryParams,
  DeliveryView,
  MessageBody,
  MessageView,
  OwnDeliveriesQuery,
} from './bodies.ts'
import { messagesDue } from './engine.ts'
import { listDeliveries, sendAgain } from './log.ts'
import { tellEverybody } from './message.ts'

const [tag, permission] = ['notifications', 'notifications_full_access']

const Meta = closedObject({
  total: T.Integer({ description: 'How many fit, counted up to 10,000' }),
  total_exact: T.Boolean({ description: 'False: there are more' }),
  limit: T.Integer(),
  offset: T.Integer(),
})

export function deliveryRoutes(declare: Routes, { ctx }: Parts): void {
  declare.get(
    '/component/notifications/deliveries',
    {
      operationId: 'notifications.deliveries.list',
      scope: 'group',
      tag,
      summary: 'What was sent, waits or failed',
      description: 'The newest first; about devices of the caller’s groups.',
      permission,
      query: DeliveriesQuery,
      response: T.Array(DeliveryView),
      meta: Meta,
    },
    async ({ caller, query }) => {
      const { deliveries, meta } = await listDeliveries(ctx, caller, query)
      return new Reply(deliveries, meta)
    },
  )
  declare.get(
    '/component/notifications/self/deliveries',
    {
      operationId: 'notifications.own-deliveries.list',
      scope: 'user',
      tag,
      summary: 'What was sent to you, waits or failed',
      description: 'To your own contacts, the newest first; also what is held until quiet hours end.',
      permission: 'notifications_configure_self_contacts',
      query: OwnDeliveriesQuery,
      response: T.Array(DeliveryView),
      meta: Meta,
    },
    async ({ caller, query }) => {
      const { deliveries, meta } = await listDeliveries(ctx, caller, { ...query, user_id: caller.userId })
      return new Reply(deliveries, meta)
    },
  )
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
