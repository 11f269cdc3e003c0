import type { Incoming } from './read.ts'

/** What is stored of an alert: of its last begin. */
export interface Known {
  id: string
  starts_at: Date
  resolved_at: Date | null
  resolved_by: string | null
  /** Null: nobody told it for too long, so it was ended. */
  seen_at: Date | null
}

export type Decision =
  /** `before`: an open event of an earlier begin, whose end nobody told. */
  | { do: 'open'; before: string | null }
  | { do: 'update' | 'resolve'; id: string }
  /** It ended before it was told: it is remembered, so that a late message does not open it. */
  | { do: 'remember' | 'ignore' }

/** What a message about an alert changes (fault 50). */
export function decide(alert: Incoming, known: Known | undefined, now: Date, reopenMs: number): Decision {
  const begin = alert.startsAt.getTime()
  if (known && known.starts_at.getTime() > begin) return { do: 'ignore' }
  const same = known !== undefined && known.starts_at.getTime() === begin
  const open = known?.resolved_at === null
  if (alert.endsAt) {
    if (open) return { do: 'resolve', id: known.id }
    return { do: same ? 'ignore' : 'remember' }
  }
  if (!same) return { do: 'open', before: open ? known.id : null }
  if (open) return { do: 'update', id: known.id }
  // Peers send a firing one again after its end. What a person has resolved comes again if it goes on.
  const byPerson = known.resolved_by !== 'system'
  const due = byPerson && now.getTime() - known.resolved_at!.getTime() >= reopenMs
  return due || (!byPerson && known.seen_at === null) ? { do: 'open', before: null } : { do: 'ignore' }
}
