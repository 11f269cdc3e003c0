/**
 * One operation that changed something or tried to. It is an event of this process, `kernel.action`, and a
 * record of the action log. It has no secrets.
 */
export interface Action {
  /** uuid of this run of the operation: it has one record. */
  run_id: string
  /** Time of the answer. */
  time: Date
  /** Name of the action, `<group>:<what>`. */
  action: string
  operation_id: string
  method: string
  path: string
  /** Null if the user is unknown, as after a sign-in with an unknown login. */
  user: { id: number | null; login: string } | null
  /** Session or key; null for trusted networks and the service itself. */
  session_id: number | null
  ip: string
  request_id: string
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  /** Secrets are `***`; long texts and lists are cut. */
  body: unknown
  /** `data.id` of the answer: the object that was created. */
  result_id: number | null
  /** HTTP status. */
  status: number
  error: { code: string; description: string } | null
  duration_ms: number
  note: ActionNote
}

/** What is known of an action before its answer. Its time is that of the request. */
export type ActionStart = Omit<Action, 'status' | 'error' | 'duration_ms' | 'result_id'>

/** Additions of a handler to the action record of its operation. The record is written without them too. */
export interface ActionNote {
  /** Replaces the name of the route, if the request decides what is done. */
  action?: string
  /** The user, if the request came without a key. */
  user?: { id: number | null; login: string }
  /** The device, if neither path nor body names it. */
  device_id?: number | null
  message?: string
  /** Old and new values, the reply of a device. */
  meta?: Readonly<Record<string, unknown>>
  /** False: nothing was changed, so nothing is recorded. */
  changed?: boolean
}
