import type { Condition, Severity } from '@linecard/plugin-kit'

/** A condition as it is stored: its texts are within bounds. */
export interface Held extends Omit<Condition, 'severity'> {
  key: string
  severity: Severity
}

/** What is compared of an open event. */
export interface OpenEvent {
  id: string
  key: string
  severity: Severity
  title: string
  description: string
  labels: Readonly<Record<string, string>>
  customers: number | null
  absent_since: Date | null
}

export interface Waiting {
  key: string
  since: Date
  muted_until: Date | null
}

export interface Rules {
  forSec: number
  now: Date
  /** Nothing is opened and nothing ends: what is known is old. */
  grace: boolean
}

export interface Plan {
  open: Held[]
  /** Open events that hold; `told`: people see the difference. */
  change: { event: OpenEvent; held: Held; told: boolean }[]
  /** Open events whose condition does not hold any more. */
  gone: OpenEvent[]
  /** Conditions that are too young, or whose event a person has resolved. */
  wait: { held: Held; since: Date }[]
  /** Keys of waiting conditions that have ended or are open now. */
  forget: string[]
}

const sameLabels = (a: Held['labels'], b: Held['labels']) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([label, value]) => b[label] === value)

const isTold = (event: OpenEvent, held: Held) =>
  event.severity !== held.severity ||
  event.title !== held.title ||
  event.customers !== (held.below?.customers ?? null)

const differs = (event: OpenEvent, held: Held) =>
  isTold(event, held) ||
  event.absent_since !== null ||
  event.description !== held.description ||
  !sameLabels(event.labels, held.labels)

/** The earliest of the times. */
const earliest = (...times: (Date | undefined)[]): Date =>
  new Date(Math.min(...times.flatMap(time => time?.getTime() ?? [])))

/** What is to be done so that the events of one name are what holds. */
export function planEvents(
  held: readonly Held[],
  open: ReadonlyMap<string, OpenEvent>,
  waiting: ReadonlyMap<string, Waiting>,
  { forSec, now, grace }: Rules,
): Plan {
  const plan: Plan = { open: [], change: [], gone: [], wait: [], forget: [] }
  const holding = new Set<string>()
  for (const one of held) {
    if (holding.has(one.key)) continue
    holding.add(one.key)
    const [event, before] = [open.get(one.key), waiting.get(one.key)]
    if (event) {
      if (differs(event, one)) plan.change.push({ event, held: one, told: isTold(event, one) })
      continue
    }
    const since = earliest(one.since, before?.since, now)
    const ready = now.getTime() - since.getTime() >= forSec * 1000
    if (ready && !grace && !(before?.muted_until && before.muted_until > now))
      plan.open.push({ ...one, since })
    else if (!before || since < before.since) plan.wait.push({ held: one, since })
  }
  const opened = new Set(plan.open.map(({ key }) => key))
  plan.forget = [...waiting.keys()].filter(key => opened.has(key) || (!holding.has(key) && !grace))
  if (!grace) plan.gone = [...open.values()].filter(({ key }) => !holding.has(key))
  return plan
}
