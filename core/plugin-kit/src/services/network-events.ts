import type { Caller } from '../caller.ts'
import type { Severity } from '../conditions/index.ts'

/** An event as `GET /component/events` shows it. Times are RFC 3339. */
export interface NetworkEvent {
  id: number
  /** 16 hexadecimal digits: the same for the same name, device, interface and part. */
  key: string
  severity: Severity
  name: string
  /** The title. */
  annotation: string
  description: string
  device: { id: number; ip: string; name: string } | null
  interface: { id: number; name: string; type: string } | null
  labels: Readonly<Record<string, string>>
  created_at: string
  /** Component that saw it. */
  created_by: string
  resolved_at: string | null
  /** `system` or the login of a user. */
  resolved_by: string | null
  /** The event above this one, which explains it. */
  parent_id: number | null
  /** ONUs below it; null: unknown. */
  customers: number | null
  /** It began in a maintenance window: recorded, and nobody is told. */
  maintenance: boolean
}

/**
 * `changed`: its severity, title, number of ONUs, the event above it or its maintenance mark is another.
 * `happened`: a `Happening`, which has no other change.
 */
export type EventChangeKind = 'opened' | 'changed' | 'resolved' | 'happened'

/** One change of an event. `seq` grows by commits: a reader that keeps the last one misses none. */
export interface EventChange {
  seq: number
  kind: EventChangeKind
  time: Date
  event: NetworkEvent
}

/** Something that happened at one moment, such as a restart: an event that is resolved as it begins. */
export interface Happening {
  name: string
  severity: Severity
  device_id: number | null
  interface_id: number | null
  part: string
  title: string
  description: string
  labels: Readonly<Record<string, string>>
  time: Date
}

/** Events of the network, offered by the plugin `events`. */
export interface NetworkEvents {
  /** Changes after `seq`, oldest first; of all devices, or of those that a caller may see. */
  changesAfter(seq: number, limit: number, caller?: Caller): Promise<EventChange[]>
  /** The event, if the caller may see it; else null. */
  event(id: number, caller: Caller): Promise<NetworkEvent | null>
  /** The last `seq`; 0: none yet. */
  lastSeq(): Promise<number>
  /** Records it once: the same name, device, interface, part and time is one happening. */
  happened(what: Happening): Promise<void>
}

/** Event of every process: there are new changes of events. Its value is null. */
export const eventsChanged = 'events.changed'
