import { brand } from '@linecard/driver-kit'

/** What a person is told: that something is wrong, that it is over, that somebody did something. */
export const messageKinds = ['alert', 'resolved', 'notification'] as const
/** Each kind has a template of its own in every channel. */
export type MessageKind = (typeof messageKinds)[number]

/** One message to one contact. */
export interface ChannelMessage {
  /** uuid, the same for every attempt: the receiver can tell a repetition by it. */
  id: string
  kind: MessageKind
  /** One line without control characters, at most 200 characters. */
  subject: string
  /** The rendered template, in the format of the channel. */
  body: string
  /** The same without tags. */
  plain: string
  /** What the template saw, for machines: `event` or `action`, the other null; of a digest a list of both. */
  data: Readonly<Record<string, unknown>>
  /** When it was decided that the contact gets it. */
  time: Date
}

/** Where a message goes. */
export interface ChannelContact {
  id: number
  /** As `check` gave it. */
  value: string
  /** What the channel learnt about the contact itself, such as the id of a chat; null: nothing yet. */
  address: string | null
  /** Key with which messages to this contact are signed; null: none. */
  secret: string | null
}

/** A way in which messages reach people. The key in the slot `channels` is the type of its contacts. */
export interface Channel<C> {
  label: string
  /** What the value of a contact is, as people read it. */
  hint: string
  /** html: values in templates are escaped. text: they are written as they are, in one line each. */
  format: 'html' | 'text'
  /** What ends a line in its HTML; `<br>` by default. */
  lineEnd?: string
  /** Templates that are used until somebody writes others. Handlebars with `event` and `action`. */
  templates: Readonly<Record<MessageKind, string>>
  /** What its settings lack; null: it can be used. */
  missing(ctx: C): string | null
  /** The canonical form of the value of a contact. @throws ApiError that says what is wrong */
  check(ctx: C, value: string): string
  /**
   * The value without its secrets, the same for what it gave itself; by default the value. Only this part is
   * ever shown, and the whole is stored sealed.
   */
  shown?(value: string): string
  /**
   * Sends one message, and resolves when the other side has taken it.
   * @throws DeliveryFailed; every other error is tried again
   */
  send(ctx: C, contact: ChannelContact, message: ChannelMessage, signal: AbortSignal): Promise<void>
}

/** A channel of a running plugin, bound to its context. */
export interface BoundChannel {
  type: string
  component: string
  label: string
  hint: string
  format: 'html' | 'text'
  lineEnd: string
  templates: Readonly<Record<MessageKind, string>>
  /** What its settings lack, one sentence; null: it can be used. */
  missing(): string | null
  /** As `Channel.check`: the canonical form of what a person entered. @throws ApiError */
  check(value: string): string
  /** The part of a value that may be shown; the value itself if the channel has no `shown`. */
  shown(value: string): string
  /** As `Channel.send`. `signal` is aborted at the time limit of one attempt and when the service stops. */
  send(contact: ChannelContact, message: ChannelMessage, signal: AbortSignal): Promise<void>
}

/** Why a message was not taken. The text is shown in the log of deliveries: it has no secrets. */
export class DeliveryFailed extends Error {
  /** False: the other side will never take it. */
  readonly again: boolean
  /** Seconds for which the other side wants to be left alone; null: it did not say. */
  readonly afterSec: number | null
  static {
    brand(this, 'DeliveryFailed')
  }
  constructor(why: string, { again, afterSec = null }: { again: boolean; afterSec?: number | null }) {
    super(why)
    this.name = 'DeliveryFailed'
    this.again = again
    this.afterSec = afterSec
  }
}
