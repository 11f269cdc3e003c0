/** What no operation of the API did by itself. */
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
  /** Gives the id of the record. */
  record(action: OwnAction): Promise<number>
  /** Writes what this process still has in memory. */
  flush(): Promise<void>
  /** Removes what is older than `days`; null: than the settings say. Gives how many. */
  clear(days: number | null): Promise<number>
}
