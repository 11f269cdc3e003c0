import type { MessageKind, Severity } from '@linecard/plugin-kit'
import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { QuietHours } from './quiet.ts'

/** What contacts choose by; `notify` stands for actions and messages of people. */
export const levels = ['info', 'warning', 'critical', 'notify'] as const
export type Level = Severity | 'notify'

/** `held`: it waits for the end of quiet hours or of a flood, and goes with others in one digest. */
export const states = ['queued', 'held', 'sending', 'sent', 'failed', 'cancelled'] as const
export type State = (typeof states)[number]

/** What a delivery tells of. */
export const sources = ['event', 'action', 'message', 'test', 'digest'] as const
export type Source = (typeof sources)[number]

/** Where a person is told. */
export interface ContactTable {
  id: Generated<number>
  user_id: number
  type: string
  /** Without secrets. */
  value: string
  /** Text of the vault: the whole value; null: `value` is the whole. */
  sealed_value: string | null
  /** What the channel learnt: the id of a Telegram chat. */
  address: string | null
  /** Text of the vault. */
  secret: string | null
  description: Generated<string>
  enabled: Generated<boolean>
  severities: string[]
  ignored_events: Generated<string[]>
  ignored_actions: Generated<string[]>
  quiet: ColumnType<QuietHours | null, string | null, string | null>
  /** Why the last message was refused for good; null: it was not. */
  problem: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** `*` is for all names without a rule of their own. */
export interface EventRuleTable {
  name: string
  enabled: boolean
  send_resolved: boolean
  delay_sec: number
}
export interface ActionRuleTable {
  name: string
  enabled: boolean
  on_fail: boolean
  on_success: boolean
}

export interface TemplateTable {
  channel: string
  kind: MessageKind
  text: string
  updated_at: Generated<Date>
  updated_by: string
}

/** Up to where a source was read. */
export interface CursorTable {
  source: string
  /** Digits. */
  position: ColumnType<string, number, number>
}

/** One message to one contact. */
export interface DeliveryTable {
  /** Digits. */
  id: ColumnType<string, never, never>
  /** The same for every attempt. */
  message_id: Generated<string>
  contact_id: number
  channel: string
  source: Source
  /** Id of the event, of the record of the action, or a number of its own. Digits. */
  source_id: ColumnType<string, number, never>
  kind: MessageKind
  severity: Level
  /** Of the event or the action. */
  name: string
  title: string
  device_id: number | null
  /** What templates see. */
  data: ColumnType<Record<string, unknown>, string, string>
  state: State
  due_at: Date
  attempts: Generated<number>
  /** The process that sends it. */
  process_id: string | null
  lease_until: Date | null
  /** Why it failed, is held or was cancelled. */
  note: Generated<string>
  /** The digest that tells it. Digits. */
  digest_id: ColumnType<string | null, number | null, number | null>
  created_at: Generated<Date>
  ended_at: Date | null
}

export interface Tables {
  notifications_contact: ContactTable
  notifications_event_rule: EventRuleTable
  notifications_action_rule: ActionRuleTable
  notifications_template: TemplateTable
  notifications_cursor: CursorTable
  notifications_delivery: DeliveryTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
