/** A poll that a person asked for. */
export interface AskedPoll {
  /** uuid */
  id: string
  device_id: number
  /** Keys of pollers. */
  pollers: readonly string[]
  state: 'waiting' | 'running' | 'done'
  /** `ok`, `partial`, `failed` or `skipped`; null: it has not ended. */
  result: string | null
  error: string | null
  /** How many of its pollers are stored. */
  progress: { done: number; total: number | null }
}

/** Polls that people asked for, offered by the plugin `pollers`. */
export interface AskedPolls {
  /** Those that have not ended or ended within the last 10 s, the oldest first, and those with these ids. */
  recent(ids: readonly string[], limit: number): Promise<AskedPoll[]>
}
