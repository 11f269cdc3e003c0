import { defineEntity, p } from '@linecard/plugin-kit/resource'
import type { QuietHours } from '../quiet.ts'

/** Where a person is told. */
export const Contact = defineEntity({
  name: 'NotificationsContact',
  tableName: 'notifications_contact',
  properties: {
    id: p.integer().primary(),
    user_id: p.integer(),
    type: p.text(),
    /** Without secrets. */
    value: p.text(),
    /** Text of the vault: the whole value; null: `value` is the whole. */
    sealed_value: p.text().nullable().hidden(),
    /** What the channel learnt: the id of a Telegram chat. */
    address: p.text().nullable().hidden(),
    /** Text of the vault. */
    secret: p.text().nullable().hidden(),
    /** False: a Telegram contact whose owner has not written to the bot yet. */
    ready: p
      .formula<boolean>(of => `(${of}.type <> 'telegram' or ${of}.address is not null)`)
      .type('boolean'),
    has_secret: p.formula<boolean>(of => `(${of}.secret is not null)`).type('boolean'),
    description: p.text().onCreate(() => ''),
    enabled: p.boolean().onCreate(() => true),
    severities: p.array<string>().onCreate(() => ['warning', 'critical']),
    ignored_events: p.array<string>().onCreate(() => []),
    ignored_actions: p.array<string>().onCreate(() => []),
    quiet: p.json<QuietHours>().nullable(),
    /** Why the last message was refused for good; null: it was not. */
    problem: p.text().nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    updated_at: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
