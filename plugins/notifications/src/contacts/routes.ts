import { Type as T } from 'typebox'
import { Deleted, IdParams, ListMeta, Reply, type Caller, type Routes } from '@linecard/plugin-kit'
import { testContact } from '../delivery/test-message.ts'
import { DeliveryView } from '../delivery/bodies.ts'
import type { Parts } from '../parts.ts'
import {
  ChannelView,
  ContactChange,
  ContactsQuery,
  ContactView,
  NewContact,
  NewOwnContact,
  OwnContactsQuery,
} from './bodies.ts'
import { addContact, changeContact, contactRow, contactView, listContacts, removeContact } from './store.ts'

const tag = 'notifications'
const [own, others] = ['notifications_configure_self_contacts', 'notifications_configure_contacts']

export function contactRoutes(declare: Routes, notifications: Parts): void {
  channelRoute(declare, notifications)
  listRoutes(declare, notifications)
  singleRoutes(declare, notifications, {
    base: '/component/notifications/contacts',
    prefix: 'notifications.contact',
    whose: 'a contact of any user',
    permission: others,
    ownerOf: () => null,
  })
  singleRoutes(declare, notifications, {
    base: '/component/notifications/self/contacts',
    prefix: 'notifications.own-contact',
    whose: 'a contact of your own',
    permission: own,
    ownerOf: ({ userId }) => userId,
  })
}

function channelRoute(declare: Routes, { ctx }: Parts): void {
  declare.get(
    '/component/notifications/channels',
    {
      operationId: 'notifications.channels.list',
      tag,
      summary: 'Ways in which messages reach people',
      description: 'Those of this component and of other ones.',
      permission: 'signed-in',
      response: T.Array(ChannelView),
    },
    () =>
      ctx
        .use('installation')
        .channels()
        .map(({ type, component, label, hint, missing }) => ({
          type,
          component,
          label,
          hint,
          missing: missing(),
        })),
  )
}

function listRoutes(declare: Routes, { ctx }: Parts): void {
  declare.get(
    '/component/notifications/contacts',
    {
      operationId: 'notifications.contacts.list',
      tag,
      summary: 'Contacts of all users',
      description: 'Signing keys are never shown.',
      permission: others,
      query: ContactsQuery,
      response: T.Array(ContactView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const { contacts, meta } = await listContacts(ctx, query)
      return new Reply(contacts, meta)
    },
  )
  declare.get(
    '/component/notifications/self/contacts',
    {
      operationId: 'notifications.own-contacts.list',
      tag,
      summary: 'Your contacts',
      description: 'Where you are told. Signing keys are never shown.',
      permission: own,
      query: OwnContactsQuery,
      response: T.Array(ContactView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { contacts, meta } = await listContacts(ctx, { ...query, user_id: caller.userId })
      return new Reply(contacts, meta)
    },
  )
  declare.post(
    '/component/notifications/contacts',
    {
      operationId: 'notifications.contact.create',
      tag,
      summary: 'Adds a contact of a user',
      description: 'Without severities it gets warnings and critical events. 409 if the user has it already.',
      permission: others,
      status: 201,
      body: NewContact,
      response: ContactView,
      errors: [409],
    },
    async ({ body: { user_id: userId, ...fields } }) =>
      contactView(ctx, await addContact(ctx, userId, fields), null),
  )
  declare.post(
    '/component/notifications/self/contacts',
    {
      operationId: 'notifications.own-contact.create',
      tag,
      summary: 'Adds a contact of your own',
      description: 'Without severities it gets warnings and critical events. 409 if you have it already.',
      permission: own,
      status: 201,
      body: NewOwnContact,
      response: ContactView,
      errors: [409],
    },
    async ({ caller, body }) => contactView(ctx, await addContact(ctx, caller.userId, body), null),
  )
}

interface Whose {
  base: string
  prefix: string
  whose: string
  permission: string
  /** The user whose contacts alone are known; null: all. */
  ownerOf(caller: Caller): number | null
}

function singleRoutes(
  declare: Routes,
  notifications: Parts,
  { base, prefix, whose, permission, ownerOf }: Whose,
): void {
  const { ctx } = notifications
  const common = { tag, permission, params: IdParams }
  declare.get(
    `${base}/:id`,
    {
      ...common,
      operationId: `${prefix}.get`,
      summary: `Shows ${whose}`,
      description: 'Its signing key is never shown.',
      response: ContactView,
    },
    ({ caller, params: { id } }) => contactView(ctx, id, ownerOf(caller)),
  )
  declare.put(
    `${base}/:id`,
    {
      ...common,
      operationId: `${prefix}.update`,
      summary: `Changes ${whose}`,
      description: 'Absent members keep their value. A new value of a Telegram contact is proven anew.',
      body: ContactChange,
      response: ContactView,
      errors: [409],
    },
    async ({ caller, params: { id }, body }) => {
      await changeContact(ctx, await contactRow(ctx, id, ownerOf(caller)), body)
      return contactView(ctx, id, ownerOf(caller))
    },
  )
  declare.delete(
    `${base}/:id`,
    {
      ...common,
      operationId: `${prefix}.delete`,
      summary: `Removes ${whose}`,
      description: 'With its deliveries, also those that are not sent yet.',
      response: Deleted,
    },
    async ({ caller, params: { id } }) => {
      await contactRow(ctx, id, ownerOf(caller))
      await removeContact(ctx.em(), id)
      return { id }
    },
  )
  declare.post(
    `${base}/:id/test`,
    {
      ...common,
      operationId: `${prefix}.test`,
      summary: `Sends a test message to ${whose}`,
      description: 'At once, also in quiet hours; the answer says what came of it. It is not tried again.',
      response: DeliveryView,
      errors: [409],
    },
    async ({ caller, params: { id } }) =>
      testContact(notifications, await contactRow(ctx, id, ownerOf(caller)), caller),
  )
}
