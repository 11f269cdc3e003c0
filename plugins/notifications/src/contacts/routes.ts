import { Type as T, type TObject } from 'typebox'
import { IdParams, type Routes } from '@linecard/plugin-kit'
import { resource } from '@linecard/plugin-kit/resource'
import { sql } from '@linecard/plugin-kit/sql'
import { DeliveryView } from '../delivery/bodies.ts'
import { testContact } from '../delivery/test-message.ts'
import { fail } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { ChannelView, ContactChange, ContactView, filters, NewContact, NewOwnContact } from './bodies.ts'
import { Contact } from './entity.ts'
import { assertManaged, columnsOf, ofManaged, viewsOf } from './store.ts'

const tag = 'notifications'

/** The operations on contacts: on those of the caller, or on those of all users whom they may manage. */
interface Kind {
  base: string
  name: string
  permission: string
  body: TObject
  own: boolean
  /** Texts: what one is, and what is known of it beside. */
  what: string
  more: string
  list: { summary: string; description: string }
  create: { summary: string; description: string }
}

const kinds: readonly Kind[] = [
  {
    base: '/component/notifications/contacts',
    name: 'notifications.contact',
    permission: 'notifications_configure_contacts',
    body: NewContact,
    own: false,
    what: 'a contact of any user',
    more: ' Of a user with a permission or a device group that you lack: 404.',
    list: {
      summary: 'Contacts of users',
      description:
        'Those of users with no permission and no device group that you lack. Signing keys are never shown.',
    },
    create: {
      summary: 'Adds a contact of a user',
      description:
        'Without severities it gets warnings and critical events. 409 if the user has it already; 403 if ' +
        'the user has a permission or a device group that you lack.',
    },
  },
  {
    base: '/component/notifications/self/contacts',
    name: 'notifications.own-contact',
    permission: 'notifications_configure_self_contacts',
    body: NewOwnContact,
    own: true,
    what: 'a contact of your own',
    more: '',
    list: { summary: 'Your contacts', description: 'Where you are told. Signing keys are never shown.' },
    create: {
      summary: 'Adds a contact of your own',
      description: 'Without severities it gets warnings and critical events. 409 if you have it already.',
    },
  },
]

const contactsOf = ({ ctx }: Parts, { base, name, permission, body, own, what, more, list, create }: Kind) =>
  resource(ctx, {
    entity: Contact,
    path: base as `/${string}`,
    name,
    tag,
    scope: 'user',
    permission: { read: permission, write: permission },
    view: ContactView,
    body: body as typeof NewContact,
    change: ContactChange,
    list: { filters: own ? { type: filters.type } : filters, sort: [], cap: 1000 },
    visible: caller => (own ? sql<boolean>`r.user_id = ${caller.userId}` : ofManaged(ctx, caller)),
    unknown: id => fail('NOTIFICATIONS_CONTACT_UNKNOWN', { id }),
    taken: () => fail('NOTIFICATIONS_CONTACT_EXISTS'),
    async check({ user_id: id }, { caller, before }) {
      if (!own && !before) await assertManaged(ctx, id!, caller)
    },
    async write(given, changing) {
      const { user_id: id = changing.caller.userId, type = '' } = given
      const columns = await columnsOf(ctx, { ...given, user_id: id, type }, changing)
      return changing.before ? columns : { ...columns, user_id: id }
    },
    shown: rows => viewsOf(ctx, rows),
    told: {
      list,
      one: { summary: `Shows ${what}`, description: `Its signing key is never shown.${more}` },
      create: { ...create, errors: [409] },
      update: {
        summary: `Changes ${what}`,
        description:
          'Absent members keep their value. A new value of a Telegram contact is proven again.' + more,
        errors: [409],
      },
      delete: {
        summary: `Removes ${what}`,
        description: `With its deliveries, also those that are not sent yet.${more}`,
      },
    },
  })

export function contactRoutes(declare: Routes, notifications: Parts): void {
  const { ctx } = notifications
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
  for (const kind of kinds) {
    const contacts = contactsOf(notifications, kind)
    contacts.declare(declare)
    declare.post(
      `${kind.base}/:id/test`,
      {
        tag,
        permission: kind.permission,
        params: IdParams,
        operationId: `${kind.name}.test`,
        scope: 'user',
        summary: `Sends a test message to ${kind.what}`,
        description:
          'At once, also in quiet hours; the answer says what came of it. It is not tried again.' + kind.more,
        response: DeliveryView,
        errors: [409],
      },
      async ({ caller, params: { id } }) =>
        testContact(notifications, await contacts.row(caller, id), caller),
    )
  }
}
