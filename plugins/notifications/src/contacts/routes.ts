import { Type as T } from 'typebox'
import { Deleted, IdParams, ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
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
const [ofOwn, ofOthers] = ['notifications_configure_self_contacts', 'notifications_configure_contacts']

export function contactRoutes(declare: Routes, notifications: Parts): void {
  channelRoute(declare, notifications)
  listRoutes(declare, notifications)
  singleRoutes(declare, notifications, {
    base: '/component/notifications/contacts',
    prefix: 'notifications.contact',
    what: 'a contact of any user',
    more: ' Of a user with a permission or a device group that you lack: 404.',
    permission: ofOthers,
    own: false,
  })
  singleRoutes(declare, notifications, {
    base: '/component/notifications/self/contacts',
    prefix: 'notifications.own-contact',
    what: 'a contact of your own',
    more: '',
    permission: ofOwn,
    own: true,
  })
}

function channelRoute(declare: Routes, { ctx }: Parts): void {
  declare.get(
    '/component/notifications/channels',
    {
      operationId: 'notifications.channels.list',
      scope: 'all',
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
      scope: 'user',
      tag,
      summary: 'Contacts of users',
      description:
        'Those of users with no permission and no device group that you lack. Signing keys are never shown.',
      permission: ofOthers,
      query: ContactsQuery,
      response: T.Array(ContactView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { contacts, meta } = await listContacts(ctx, { caller, own: false }, query)
      return new Reply(contacts, meta)
    },
  )
  declare.get(
    '/component/notifications/self/contacts',
    {
      operationId: 'notifications.own-contacts.list',
      scope: 'user',
      tag,
      summary: 'Your contacts',
      description: 'Where you are told. Signing keys are never shown.',
      permission: ofOwn,
      query: OwnContactsQuery,
      response: T.Array(ContactView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { contacts, meta } = await listContacts(ctx, { caller, own: true }, query)
      return new Reply(contacts, meta)
    },
  )
  declare.post(
    '/component/notifications/contacts',
    {
      operationId: 'notifications.contact.create',
      scope: 'user',
      tag,
      summary: 'Adds a contact of a user',
      description:
        'Without severities it gets warnings and critical events. 409 if the user has it already; 403 if ' +
        'the user has a permission or a device group that you lack.',
      permission: ofOthers,
      status: 201,
      body: NewContact,
      response: ContactView,
      errors: [409],
    },
    async ({ caller, body: { user_id: userId, ...fields } }) => {
      const whose = { caller, own: false }
      return contactView(ctx, await addContact(ctx, whose, userId, fields), whose)
    },
  )
  declare.post(
    '/component/notifications/self/contacts',
    {
      operationId: 'notifications.own-contact.create',
      scope: 'user',
      tag,
      summary: 'Adds a contact of your own',
      description: 'Without severities it gets warnings and critical events. 409 if you have it already.',
      permission: ofOwn,
      status: 201,
      body: NewOwnContact,
      response: ContactView,
      errors: [409],
    },
    async ({ caller, body }) => {
      const whose = { caller, own: true }
      return contactView(ctx, await addContact(ctx, whose, caller.userId, body), whose)
    },
  )
}

interface Single {
  base: string
  prefix: string
  what: string
  /** Goes on with descriptions. */
  more: string
  permission: string
  /** Contacts of the caller alone. */
  own: boolean
}

function singleRoutes(
  declare: Routes,
  notifications: Parts,
  { base, prefix, what, more, permission, own }: Single,
): void {
  const { ctx } = notifications
  const common = { tag, permission, params: IdParams }
  declare.get(
    `${base}/:id`,
    {
      ...common,
      operationId: `${prefix}.get`,
      scope: 'user',
      summary: `Shows ${what}`,
      description: `Its signing key is never shown.${more}`,
      response: ContactView,
    },
    ({ caller, params: { id } }) => contactView(ctx, id, { caller, own }),
  )
  declare.put(
    `${base}/:id`,
    {
      ...common,
      operationId: `${prefix}.update`,
      scope: 'user',
      summary: `Changes ${what}`,
      description:
        'Absent members keep their value. A new value of a Telegram contact is proven again.' + more,
      body: ContactChange,
      response: ContactView,
      errors: [409],
    },
    async ({ caller, params: { id }, body }) => {
      await changeContact(ctx, await contactRow(ctx, id, { caller, own }), body)
      return contactView(ctx, id, { caller, own })
    },
  )
  declare.delete(
    `${base}/:id`,
    {
      ...common,
      operationId: `${prefix}.delete`,
      scope: 'user',
      summary: `Removes ${what}`,
      description: `With its deliveries, also those that are not sent yet.${more}`,
      response: Deleted,
    },
    async ({ caller, params: { id } }) => {
      await contactRow(ctx, id, { caller, own })
      await removeContact(ctx.em(), id)
      return { id }
    },
  )
  declare.post(
    `${base}/:id/test`,
    {
      ...common,
      operationId: `${prefix}.test`,
      scope: 'user',
      summary: `Sends a test message to ${what}`,
      description:
        'At once, also in quiet hours; the answer says what came of it. It is not tried again.' + more,
      response: DeliveryView,
      errors: [409],
    },
    async ({ caller, params: { id } }) =>
      testContact(notifications, await contactRow(ctx, id, { caller, own }), caller),
  )
}
