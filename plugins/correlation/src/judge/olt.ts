import type { Evidence, JudgeOptions, OnuFact, Picture, Verdict } from './facts.ts'
import { readingMs } from './times.ts'

/** An OLT is judged lost only while it is unreachable; its uplink, if the port above it is down. */
function unreachable({ olt, now }: Picture): Verdict {
  const began = olt.since ?? now
  const evidence: Evidence[] = [
    { what: `${olt.name} does not answer: the states of its ONUs are unknown`, weight: 3, at: began },
  ]
  const above = olt.upstream
  const isUplink = above !== null && above.deviceUp !== false && above.up === false
  if (above)
    evidence.push({
      // Its name is not for those who do not see that device.
      what: `the port of another device, behind which it is, is ${
        above.deviceUp === false
          ? 'unreachable too'
          : above.up === null
            ? 'in an unknown state'
            : above.up
              ? 'up'
              : 'down'
      }`,
      weight: isUplink ? 2 : 0,
      at: now,
    })
  return {
    kind: isUplink ? 'uplink' : 'olt',
    scope: isUplink ? 'uplink' : 'olt',
    ports: [],
    card: null,
    members: [],
    interfaces: isUplink ? [above.interfaceId] : [],
    began,
    // A port that is down above may also be due to an OLT without power.
    confidence: isUplink ? 0.7 : 0.95,
    evidence,
  }
}

/** What an OLT lost by its own restart. What was there after it, and is lost later, has another cause. */
function lostByRestart({ olt, onus }: Picture, { windowMs }: JudgeOptions): OnuFact[] {
  const { restartedAt: at, restartSeenAt: seenAt } = olt
  if (at === null || seenAt === null) return []
  const [from, to] = [at - windowMs, seenAt + readingMs]
  return onus.filter(({ lostAt }) => lostAt !== null && lostAt >= from && lostAt <= to)
}

/** ONUs that belong to a restart: those that have not come back in time do not any more. */
export const ofRestart = (picture: Picture, options: JudgeOptions): OnuFact[] =>
  lostByRestart(picture, options).filter(
    ({ backAt }) => backAt !== null || picture.now <= picture.olt.restartedAt! + options.restartMs,
  )

function restarted(picture: Picture, options: JudgeOptions): Verdict | null {
  const { olt, now } = picture
  const at = olt.restartedAt
  const lost = ofRestart(picture, options).filter(({ backAt }) => backAt === null)
  if (at === null || lost.length === 0) return null
  return {
    kind: 'olt',
    scope: 'olt',
    ports: [],
    card: null,
    members: lost.map(({ id }) => id),
    interfaces: [],
    began: at,
    confidence: 0.95,
    evidence: [
      { what: `${olt.name} has restarted`, weight: 3, at },
      { what: `${lost.length} ONUs are not back yet`, weight: 0, at: now },
    ],
  }
}

/** What is to be said of the OLT as a whole; null: nothing. */
export const judgeOlt = (picture: Picture, options: JudgeOptions): Verdict | null =>
  picture.olt.up === false ? unreachable(picture) : restarted(picture, options)
