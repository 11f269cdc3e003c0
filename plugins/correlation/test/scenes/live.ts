import { judge, type JudgeOptions, type Kind, type Picture, type Verdict } from '../../src/judge/index.ts'
import type { Member, OpenOutage } from '../../src/outages/outage.ts'
import { plan, type PlanOptions, type Step } from '../../src/outages/plan.ts'
import { reviewed } from '../../src/outages/review.ts'
import type { Scene } from './generate.ts'

/** The settings of the plugin, as they come. */
export const options: JudgeOptions & PlanOptions = {
  leastOnus: 2,
  windowMs: 300_000,
  lookbackMs: 3_600_000,
  restartMs: 600_000,
  settleMs: 600_000,
}

/** An outage that was told. */
export interface Told {
  /** What it was when it was opened, while it lasted, and after the review. */
  opened: Kind
  lasting: Verdict
  last: Verdict
  openedAt: number
  /** Null: it was never closed. */
  endedAt: number | null
}

interface Life extends OpenOutage {
  told: Told | null
}

function after(
  step: Step & { do: 'keep' },
  before: Life | null,
  id: number,
  now: number,
  readAt: number | null,
): Life {
  const { verdict, members, opens, looks } = step
  const own = { ...verdict, members: members.map(one => one.id) }
  const lasts = members.every(({ backAt }) => backAt === null)
  const told =
    before?.told ??
    (opens ? { opened: own.kind, lasting: own, last: own, openedAt: now, endedAt: null } : null)
  if (told) Object.assign(told, { last: own, ...(lasts && { lasting: own }) })
  return {
    id: before?.id ?? id,
    verdict: own,
    members: new Map(members.map(one => [one.id, one])),
    looks,
    seenAt: Math.max(readAt ?? 0, before?.seenAt ?? 0) || now,
    openedAt: before?.openedAt ?? (opens ? now : null),
    told,
  }
}

/** What an outage has left behind is lost by itself. */
const withoutLeft = (picture: Picture, left: ReadonlySet<number>): Picture => ({
  ...picture,
  onus: picture.onus.map(onu =>
    onu.lostAt !== null && !onu.member && left.has(onu.id) ? { ...onu, lostAt: 0 } : onu,
  ),
})

/** The outages of a scene from its beginning to its end, as the plugin keeps them. */
export function liveThrough({ readings, pictureAt }: Scene): Told[] {
  let open: Life[] = []
  const all: Told[] = []
  let readAt: number | null = null
  let nextId = 1
  const left = new Set<number>()
  for (const now of readings) {
    const members = new Map<number, Member>(open.flatMap(one => [...one.members]))
    const picture = withoutLeft(pictureAt(now, members), left)
    if (picture.olt.up !== false) readAt = now
    const still: Life[] = []
    for (const step of plan(open, judge(picture, options), picture, readAt, options)) {
      const before = step.outage as Life | null
      if (step.do === 'keep') {
        const life = after(step, before, nextId++, now, readAt)
        still.push(life)
        if (life.told && !before?.told) all.push(life.told)
      } else if (step.do === 'end' && before!.told) {
        const ended = { ...before!, members: new Map(step.members.map(one => [one.id, one])) }
        const last = reviewed(ended, pictureAt(now, ended.members), options)
        Object.assign(before!.told, { last, endedAt: now })
        for (const { id, backAt } of step.members) if (backAt === null) left.add(id)
      }
    }
    open = still
  }
  return all
}
