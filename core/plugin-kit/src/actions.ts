/**
 * One operation that changed something or tried to: told to this process as event `kernel.action`, and kept
 * in the action log. Holds no secrets.
 */
export interface Action {
  /** When it was answered. */
  time: Date
  /** What was done, as `<group>:<what>`. */
  action: string
  operation_id: string
  method: string
  path: string
  /** Null: nobody is known, as in a failed sign-in with an unknown login. */
  user: { id: number | null; login: string } | null
  /** Session or key; null for trusted networks and the service itself. */
  session_id: number | null
  ip: string
  request_id: string
  params: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  /** Secrets are `***`, long texts and lists are cut. */
  body: unknown
  /** `data.id` of the answer: what was made. */
  result_id: number | null
  /** HTTP status. */
  status: number
  error: { code: string; description: string } | null
  duration_ms: number
  note: ActionNote
}

/** What a handler adds to the action record of its operation. The record is written without it too. */
export interface ActionNote {
  /** Instead of the route's name, where the request decides what is done. */
  action?: string
  /** Who it is about, where the request came without a key. */
  user?: { id: number | null; login: string }
  /** Where neither path nor body names the device. */
  device_id?: number | null
  message?: string
  /** Old and new values, the reply of a device. */
  meta?: Readonly<Record<string, unknown>>
  /** False: it turned out to be a read, nothing is recorded. */
  changed?: boolean
}
