/** An action that is not an operation of the API. */
export interface OwnAction {
  action: string
  status: 'SUCCESS' | 'FAILED'
  user: { id: number | null; login: string } | null
  device_id: number | null
  message: string
  /** Secrets in it are masked by their names. */
  meta: Readonly<Record<string, unknown>>
  ip: string | null
  session_id: number | null
  request_id: string | null
}

/** The log of actions, offered by `system`. Operations of the API are recorded without it. */
export interface ActionLog {
  /** Returns the id of the record. */
  record(action: OwnAction): Promise<number>
  /** Writes the records that this process still has in memory. */
  flush(): Promise<void>
  /** Removes records older than `days`; null: the days of the settings. Returns their number. */
  clear(days: number | null): Promise<number>
}
