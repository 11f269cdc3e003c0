/** How bad an event is. */
export const severities = ['info', 'warning', 'critical'] as const
/** One of `severities`, which go from the mildest to the worst. */
export type Severity = (typeof severities)[number]

/** What lies below a condition: their own events belong to it, and are not told to people one by one. */
export interface Below {
  device_ids: readonly number[]
  interface_ids: readonly number[]
  /** ONUs below, as far as the store knows; null: unknown. */
  customers: number | null
}

/** Something that is wrong with a part of the network now. The time in which it holds is an event. */
export interface Condition {
  /** Null: the installation itself. */
  device_id: number | null
  /** The stored interface it is about; null: the device itself. */
  interface_id: number | null
  /** Tells conditions of one name about the same device and interface apart: a MAC address; or empty. */
  part: string
  /** Absent: that of its source. */
  severity?: Severity
  /** One line for people, at most 200 characters. */
  title: string
  /** What is known, and what to look at first. */
  description: string
  /** Names as in Prometheus: `[a-z_][a-z0-9_]*`. */
  labels: Readonly<Record<string, string>>
  /** Since when it holds, as far as is known. */
  since: Date
  below?: Below
}

/**
 * Which conditions a source is asked for. What it gives of other devices is ignored. `signal` is aborted when
 * nobody waits for the answer any more: at a time limit, or when the service stops.
 */
export interface ConditionsAsked {
  /** Only conditions of these devices; null: of all devices and of the installation. */
  deviceIds: readonly number[] | null
  signal: AbortSignal
}

/**
 * Conditions of one name that a plugin can see. The key in the slot `conditions` is the name of the events:
 * `device_down`. Each name belongs to one plugin. A source is asked again and again, and tells what holds,
 * not what changed: so nothing is lost if a process dies.
 */
export interface ConditionSource<C> {
  /** What it means, as people read it in settings. */
  label: string
  severity: Severity
  /** A condition becomes an event when it has held for so long; by default at once. */
  forSec?: number
  /**
   * All that hold now. What is not in the answer has ended.
   * @throws if it cannot know; then nothing is opened or closed
   */
  holding(ctx: C, asked: ConditionsAsked): Promise<readonly Condition[]>
}

/** A source of a running plugin, bound to its context. */
export interface BoundConditionSource {
  /** Name of the events. */
  name: string
  component: string
  label: string
  severity: Severity
  forSec: number
  /** As `ConditionSource.holding`. @throws what the source throws; then nothing is opened or closed */
  holding(asked: ConditionsAsked): Promise<readonly Condition[]>
}

/**
 * Event of this process: conditions of these devices may have begun or ended. The events plugin looks at them
 * within a second, in whichever process it does so. Without it they are seen in the next round.
 */
export const lookSoon = 'conditions.soon'
/** Value of `lookSoon`. Many of them within a moment become one look. */
export interface LookSoon {
  device_ids: readonly number[]
  /** Names of events; absent: all. */
  names?: readonly string[]
}
