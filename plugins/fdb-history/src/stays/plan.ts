/** What a reading found, reduced to what tells one stay from another. */
export interface Found {
  /** Equal for the same stay: port, MAC address and VLAN; or IP and MAC address. */
  key: string
  /** Whose stay it is: the MAC address; or the IP address. */
  subject: string
  /** Where: the port; or the MAC address. */
  place: string
}

/** A stored stay of a subject of the reading: it is open, or has ended within the gap. */
export interface Known extends Found {
  id: string
  first_seen: Date
  last_seen: Date
  closed_at: Date | null
  flaps: number
}

/** So many stays of one key within the gap are exact; further ones are one, whose `flaps` are counted. */
const exactStays = 3
/**
 * Stays at one place that ended within the gap, before the one that shows that its subject comes and goes.
 */
const restlessStays = 2

export interface Plan<R extends Found> {
  begin: R[]
  /** Stays that go on. `flapped`: it was elsewhere in the meantime. */
  goOn: { id: string; flapped: boolean }[]
  close: string[]
  /** Subjects that come and go between places faster than stays are kept. */
  flapping: Set<string>
  /** Those that came back to a place for the second time within the gap, or more often, with their places. */
  restless: Map<string, ReadonlySet<string>>
  /** New stays for which there was no room. */
  left: number
}

/** Whether the subject was at another place after the stay had ended. */
const wasElsewhere = (ended: Known, others: readonly Known[]): boolean =>
  others.some(
    other =>
      other.place !== ended.place &&
      (other.closed_at === null || other.closed_at.getTime() > ended.closed_at!.getTime()),
  )

/**
 * Compares a reading with the stored stays of its device. What is still there changes nothing. A stay that
 * ended within the gap goes on, unless its subject was elsewhere: then a new one begins, so that moves are
 * exact. A subject that moves without end, as in a loop, gets no more rows: its last stays go on, and
 * overlap (fault 26), until it has been gone for longer than the gap. Only a complete reading closes.
 */
export function planStays<R extends Found>(
  found: ReadonlyMap<string, R>,
  open: ReadonlyMap<string, string>,
  recent: readonly Known[],
  { complete, room }: { complete: boolean; room: number },
): Plan<R> {
  const plan: Plan<R> = { begin: [], goOn: [], close: [], flapping: new Set(), restless: new Map(), left: 0 }
  const bySubject = Map.groupBy(recent, ({ subject }) => subject)
  for (const [key, row] of found) {
    if (open.has(key)) continue
    const others = bySubject.get(row.subject) ?? []
    const ended = others
      .filter(stay => stay.key === key && stay.closed_at !== null)
      .toSorted((a, b) => b.closed_at!.getTime() - a.closed_at!.getTime())
    const [last] = ended
    const moved = last !== undefined && wasElsewhere(last, others)
    if (moved && (ended.length >= restlessStays || last.flaps > 0))
      plan.restless.set(row.subject, new Set([...others.map(({ place }) => place), row.place]))
    if (last && (!moved || ended.length >= exactStays || last.flaps > 0)) {
      plan.goOn.push({ id: last.id, flapped: moved })
      if (moved) plan.flapping.add(row.subject)
    } else if (plan.begin.length < room) plan.begin.push(row)
    else plan.left++
  }
  if (complete) for (const [key, id] of open) if (!found.has(key)) plan.close.push(id)
  return plan
}
