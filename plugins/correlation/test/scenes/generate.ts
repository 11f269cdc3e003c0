import { between, pick, random } from '@linecard/simulator'
import type { Gasps, OnuFact, Picture } from '../../src/judge/index.ts'
import type { Member } from '../../src/outages/outage.ts'
import {
  happen,
  happenings,
  unplug,
  type Happened,
  type Happening,
  type Times,
  type Truth,
} from './happen.ts'
import { networkOf, type Dice, type Drawn, type Network } from './network.ts'

export interface Scene {
  happening: Happening
  /** What is to be told. */
  truths: readonly Truth[]
  /** When the OLT is read: at the polls that come through, and a moment later, because something was new. */
  readings: readonly number[]
  repaired: number
  /** What the service knows after a reading, if these ONUs are members of open outages. */
  pictureAt(time: number, members: ReadonlyMap<number, Member>): Picture
}

export interface SceneOptions {
  /** Share of ONUs that gasp when their power goes. */
  gasps: number
  /** Share of polls that do not come through. Default: none. */
  lostPolls?: number
  happening?: Happening
}

export const pollMs = 120_000
/** After a poll that found something new, the OLT is asked so much later, ms. */
const againMs = 5_000

/** Readings: the first three polls after it has happened, and those after it was repaired. */
function readingsOf(dice: Dice, { fell, repaired }: Times, now: number, share: number): number[] {
  const later = Math.ceil((repaired - now) / pollMs)
  const polls = new Set([0, 1, 2, 3, 4, ...[0, 1, 2, 3, 8, 9, 10].map(at => Math.max(0, later) + at)])
  const through = [...polls].toSorted((a, b) => a - b).filter(() => dice() >= share)
  const before = Math.floor((fell - now) / pollMs) * pollMs + now
  return [before, ...through.map(at => now + at * pollMs).flatMap(time => [time, time + againMs])]
}

/** What the OLT and its hardware say beside its ONUs, in this scene. */
function temperOf(dice: Dice, happening: Happening) {
  const off = happening === 'port' && dice() < 0.5
  return {
    off,
    dark: happening === 'port' && !off,
    tellsCards: dice() < 0.6,
    hasClock: dice() < 0.7,
    /** The clock of the OLT against ours, ms. */
    skew: between(dice, -3_000_000, 3_000_000),
    /** A walk takes time: its end sees what its beginning did not. */
    late: dice() < 0.2,
    upstream: happening === 'uplink' && dice() < 0.5 ? { deviceUp: true, interfaceId: 500, up: false } : null,
    bootMs: dice() < 0.5 ? 60_000 : 200_000,
  }
}

/** What power losses before have taught; of half of the networks nothing. */
function learntOf(dice: Dice, { gasping }: Network): ReadonlyMap<string, Gasps> {
  if (dice() < 0.5) return new Map()
  return new Map(
    [...gasping].map(([model, share]) => {
      const seen = between(dice, 20, 120)
      const gasped = Math.round(seen * share)
      return [model, { gasped, silent: seen - gasped }] as const
    }),
  )
}

interface Drama {
  network: Network
  happening: Happening
  happened: Happened
  times: Times
  temper: ReturnType<typeof temperOf>
  gasps: ReadonlyMap<string, Gasps>
  readings: readonly number[]
}

const isSilent = ({ happening, times, temper }: Drama, time: number): boolean =>
  happening === 'restart'
    ? time < times.fell + temper.bootMs
    : (happening === 'olt' || temper.upstream !== null) && time < times.repaired

/** The reading that is the first to see what is at a time. */
const seenAt = (drama: Drama, time: number): number =>
  drama.readings.find(at => at >= time && !isSilent(drama, at)) ?? Infinity

/** For how long nobody had looked when something was seen. */
function unseenMs(drama: Drama, time: number): number | null {
  const before = drama.readings.findLast(at => at < time && !isSilent(drama, at))
  return before === undefined ? null : time - before
}

/** One ONU as the service knows it after a reading. */
function onuAt(one: Drawn, time: number, known: Member | undefined, drama: Drama): OnuFact {
  const { happening, temper, times } = drama
  const { fact, dimmed, reason, fellMs, backMs } = one
  const base: OnuFact = {
    ...fact,
    dimmed,
    member: known !== undefined,
    lostAt: null,
    backAt: null,
    reason: 'none',
    unseenMs: null,
    deregAt: null,
    regAt: null,
  }
  if (fellMs === null) return base
  const isOld = fellMs < times.fell - 10 * pollMs
  const first = isOld ? fellMs : seenAt(drama, fellMs)
  const isLate = !isOld && temper.late && fact.id % 2 === 0
  const lostAt = isLate ? seenAt(drama, first + 1) : first
  const backAt = backMs === null ? Infinity : seenAt(drama, backMs)
  // Not seen yet; or back when it was looked at, and nobody knows that it was away.
  if (lostAt > time || backAt <= lostAt || (backAt <= time && !known)) return base
  // An OLT that has restarted does not know what was before.
  const clock = (ms: number) =>
    temper.hasClock && happening !== 'restart' ? Math.round((ms + temper.skew) / 1000) * 1000 : null
  return {
    ...base,
    lostAt: known?.lostAt ?? lostAt,
    unseenMs: unseenMs(drama, lostAt),
    backAt: backAt <= time ? backAt : null,
    reason,
    deregAt: clock(fellMs),
    regAt: backAt <= time ? clock(backMs!) : null,
  }
}

/** All that is known at a time. */
function pictureAt(time: number, members: ReadonlyMap<number, Member>, drama: Drama): Picture {
  const { network, happening, happened, times, temper, gasps } = drama
  const { target, dead } = happened
  const lasts = time < times.repaired
  const silent = isSilent(drama, time)
  const ownUplink = happening === 'uplink' && temper.upstream === null
  const backAt = happening === 'restart' ? times.fell + temper.bootMs : times.repaired
  return {
    now: time,
    olt: {
      id: 1,
      name: 'olt',
      up: !silent,
      since: silent ? times.fell : happening === 'olt' || temper.upstream ? backAt : null,
      restartedAt: happening === 'restart' && !silent ? times.fell : null,
      restartSeenAt: happening === 'restart' && !silent ? seenAt(drama, times.fell) : null,
      upstream: silent ? temper.upstream : null,
    },
    cards: network.cards.map(card => ({
      card,
      works: temper.tellsCards ? !(happening === 'card' && card === target.card && lasts) : null,
    })),
    ports: network.ports.map(port => ({
      ...port,
      up: !(dead.includes(port) && lasts),
      disabled: temper.off && port === target && lasts,
      sends:
        temper.dark && port === target && lasts
          ? false
          : temper.tellsCards && dead.length > 0 && happening !== 'card'
            ? true
            : null,
    })),
    uplinks: [
      {
        id: 800,
        name: 'xge1',
        up: !(ownUplink && lasts),
        downAt: ownUplink && lasts ? times.fell : null,
        member: false,
      },
      { id: 801, name: 'xge2', up: false, downAt: null, member: false },
    ],
    onus: network.onus.map(one => onuAt(one, time, members.get(one.fact.id), drama)),
    gasps,
    groups: new Map(),
  }
}

/** Draws a scene. The same seed gives the same scene. */
export function sceneOf(seed: string, { gasps, lostPolls = 0, happening: wanted }: SceneOptions): Scene {
  const dice = random(`outage ${seed} ${gasps} ${lostPolls}`)
  const happening = wanted ?? pick(dice, happenings)
  const network = networkOf(dice, gasps, happening === 'card' ? 2 : 1)
  const now = Date.UTC(2026, 2, 1, 12)
  const fell = now - between(dice, 1_000, pollMs - 5_000)
  const temper = temperOf(dice, happening)
  const lasted = between(dice, 2, 8) * pollMs + between(dice, 0, 60_000)
  const times = { fell, repaired: happening === 'restart' ? fell + temper.bootMs : now + lasted }
  const happened = happen(dice, network, happening, times)
  unplug(dice, network, happened.target, times, now)
  const readings = readingsOf(dice, times, now, lostPolls)
  const gaspsKnown = learntOf(dice, network)
  const drama: Drama = { network, happening, happened, times, temper, gasps: gaspsKnown, readings }
  const last = Math.max(
    times.repaired,
    ...network.onus.map(({ fellMs, backMs }) => (fellMs === fell && backMs) || 0),
  )
  // What is over before anybody reads is not told.
  const isSeen = readings.some(at => at >= fell && at < last)
  return {
    happening,
    truths: isSeen ? happened.truths : [],
    readings: readings.filter(at => at >= fell),
    repaired: times.repaired,
    pictureAt: (time, members) => pictureAt(time, members, drama),
  }
}
