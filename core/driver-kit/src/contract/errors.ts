import { brand } from '../brand.ts'

/** Where the cause of an error is. It decides which advice a user gets. */
export type Fault = 'device' | 'credentials' | 'driver' | 'caller' | 'service'

interface Kind {
  code: string
  status: number
  fault: Fault
  retry: boolean
}

/**
 * All errors of devices. `status` is the HTTP status of the answer (api.md, "Device errors"). `retry`: the
 * same call can succeed a moment later.
 */
export const deviceErrorKinds = {
  DeviceUnreachable: { code: 'DEVICE_UNREACHABLE', status: 504, fault: 'device', retry: true },
  DeviceTimeout: { code: 'DEVICE_TIMEOUT', status: 504, fault: 'device', retry: true },
  DeviceBusy: { code: 'DEVICE_BUSY', status: 409, fault: 'caller', retry: true },
  AuthFailed: { code: 'DEVICE_AUTH_FAILED', status: 502, fault: 'credentials', retry: false },
  NoPrompt: { code: 'DEVICE_NO_PROMPT', status: 504, fault: 'device', retry: true },
  HostKeyChanged: { code: 'DEVICE_HOST_KEY_CHANGED', status: 502, fault: 'credentials', retry: false },
  SessionLost: { code: 'DEVICE_SESSION_LOST', status: 502, fault: 'device', retry: true },
  OutcomeUnknown: { code: 'DEVICE_OUTCOME_UNKNOWN', status: 502, fault: 'device', retry: false },
  CommandRejected: { code: 'DEVICE_COMMAND_REJECTED', status: 502, fault: 'device', retry: false },
  NotApplied: { code: 'DEVICE_NOT_APPLIED', status: 502, fault: 'device', retry: false },
  ParseFailed: { code: 'DEVICE_PARSE_FAILED', status: 502, fault: 'driver', retry: false },
  Unsupported: { code: 'DEVICE_UNSUPPORTED', status: 422, fault: 'caller', retry: false },
  Conflict: { code: 'DEVICE_CONFLICT', status: 409, fault: 'caller', retry: false },
  InterfaceMoved: { code: 'INTERFACE_MOVED', status: 409, fault: 'caller', retry: false },
  BadArgument: { code: 'DEVICE_BAD_ARGUMENT', status: 400, fault: 'caller', retry: false },
} as const satisfies Record<string, Kind>
/** `kind` and `name` of a DeviceError. Its code, status, fault and retry follow from it. */
export type DeviceErrorKind = keyof typeof deviceErrorKinds

/** A part of an answer that did not arrive, or that has no valid value. */
export interface Missing {
  /** What is missing: a column's OID or a field's name. */
  what: string
  reason:
    | 'silent'
    | 'not_increasing'
    /** The agent said that all is there, but other columns or tables of it have rows behind the last one. */
    | 'ended_early'
    | 'row_limit'
    | 'byte_limit'
    | 'time_limit'
    | 'wrong_type'
    | 'unknown_value'
    | 'rejected'
    | 'unit_unknown'
    /** Rows whose place contradicts another one, or the names and ports of the agent: they are left out. */
    | 'unplaced'
    /** The agent has nothing of this MIB: that it gives no rows proves nothing. */
    | 'absent'
    /** No source gives the field, though every device has what it tells. No rows are missing. */
    | 'not_given'
    /** A text was longer than `longestText`: its beginning is there, with `…`. `cells` counts them. */
    | 'text_cut'
  /** Number of rows of the column that arrived. */
  rows?: number
  /** Index of the row for a single bad cell. */
  index?: string
  /** Number of bad cells of the column without a report of their own. */
  cells?: number
}

/** After these reasons rows are missing. */
type Reason = Missing['reason']
const rowsLost: ReadonlySet<Reason> = new Set([
  'silent',
  'time_limit',
  'row_limit',
  'byte_limit',
  'not_increasing',
  'ended_early',
  'unplaced',
  'absent',
])
/** Whether all rows have come: what is not among them is not there. A cell may still lack its value. */
export const isComplete = (missing: readonly Missing[]): boolean =>
  !missing.some(({ reason }) => rowsLost.has(reason))

/** Adds reports to a list, each once: a table may be read again in a call. `max`: more are dropped. */
export function collectMissing(list: Missing[], max: number): (one: Missing) => void {
  const known = new Set<string>()
  return one => {
    const { what, reason, rows, index, cells } = one
    const name = JSON.stringify([what, reason, rows, index, cells])
    if (list.length >= max || known.has(name)) return
    known.add(name)
    list.push(one)
  }
}

/** Where a port has gone. */
export interface MovedPort {
  /** Name or ident that the caller saw. */
  wanted: string
  /** What stands there now; null: nothing. */
  there: string | null
  /** Bind key under which the wanted one is now; null: not found. */
  found: number | null
}

/** A device that was not asked, because it is known to be down. */
export interface DownDevice {
  /** RFC 3339: the begin of the first call that got no answer. */
  since: string
  age_sec: number
  /** When a call may try it again; 0: one does. */
  retry_in_sec: number
  /** The stored answer to the same question, which `from=cache` gives; null: there is none. */
  stored: { time: string; age_sec: number } | null
}

/** An error of a device or of the connection to it. `message` tells a user what to do. */
export class DeviceError extends Error {
  readonly kind: DeviceErrorKind
  readonly code: string
  readonly status: number
  readonly fault: Fault
  readonly retry: boolean
  /** What did not arrive. */
  readonly missing: readonly Missing[]
  /** The rows that arrived before the device stopped answering, with the schema of the module's result. */
  readonly partial: unknown
  /** Name of the argument that was wrong, for BadArgument. */
  readonly argument: string | null
  /** Where the port is, for InterfaceMoved. */
  readonly moved: MovedPort | null
  /** Why it was not asked, for DeviceUnreachable. */
  readonly down: DownDevice | null
  /** The record of the action log that can be verified, for OutcomeUnknown; null: there is none. */
  readonly record: number | null
  /** The command that failed never reached the device. */
  readonly notSent: boolean

  static {
    brand(this, 'DeviceError')
  }

  constructor(
    kind: DeviceErrorKind,
    message: string,
    extra: {
      missing?: readonly Missing[]
      partial?: unknown
      argument?: string
      moved?: MovedPort | null
      down?: DownDevice | null
      record?: number | null
      notSent?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: extra.cause })
    const { code, status, fault, retry } = deviceErrorKinds[kind]
    this.name = kind
    this.kind = kind
    this.code = code
    this.status = status
    this.fault = fault
    this.retry = retry
    this.missing = extra.missing ?? []
    this.partial = extra.partial
    this.argument = extra.argument ?? null
    this.moved = extra.moved ?? null
    this.down = extra.down ?? null
    this.record = extra.record ?? null
    this.notSent = extra.notSent ?? false
  }
}
