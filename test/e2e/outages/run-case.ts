import { setTimeout as sleep } from 'node:timers/promises'
import { idsOf, type Expected, type Outage, type OutageWorld } from './world.ts'
import type { OutageCase, ToTell } from './cases.ts'

/** How a case went, as the printed table shows it. */
export interface CaseRow {
  opened: string
  wanted: string
  'last verdict': string
  /** Events that have none above them and are open: one for each outage, one for each ONU that is alone. */
  'events on their own': string
  'ONUs right': number
  wrong: number
  missed: number
  /** ONUs that are lost by themselves, and have no event of their own. */
  hidden: number
  polls: number
  /** Polls of single OLTs that did not come through whole. */
  'not whole': number
  'opened after, s': string
  'polls to close': number
  'closed after, s': string
  /** ONUs that are back, and whose event is still open. */
  'still lost': number
  good: boolean
}

interface Event {
  id: number
  name: string
  interface: { id: number } | null
  parent_id: number | null
}

const mostPolls = 2
const mostPollsToClose = 3
const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** Asks until `fits`, at most `ms`. Null: it never did. */
async function wait<T>(ask: () => Promise<T>, fits: (got: T) => boolean, ms: number): Promise<T | null> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(100)) {
    const got = await ask()
    if (fits(got)) return got
  }
  return null
}

/** All open events. */
const openEvents = ({ house }: OutageWorld) =>
  house.admin.get<Event[]>('/component/events?not_resolved=true&limit=5000')

/** The outages that were opened against those that are to be. */
async function compare(world: OutageWorld, found: readonly Outage[], wanted: readonly Expected[]) {
  const members = await Promise.all(
    found.map(async outage => ({
      outage,
      ids: (await world.members(outage.id)).map(row => row.interface_id),
    })),
  )
  let [right, wrong, missed] = [0, 0, 0]
  let good = found.length === wanted.length
  for (const want of wanted) {
    const ids = idsOf(want.olt, want.members)
    const own = members.find(
      ({ outage }) => outage.device.id === want.olt.id && want.kind.split('|').includes(outage.kind),
    )
    good &&= own !== undefined
    const has = new Set(own?.ids)
    right += [...ids].filter(id => has.has(id)).length
    wrong += [...has].filter(id => !ids.has(id)).length
    missed += [...ids].filter(id => !has.has(id)).length
  }
  return { right, wrong, missed, good: good && wrong === 0 && missed === 0 }
}

/** Polls until all outages that are wanted are open. */
async function open(world: OutageWorld, wanted: number, most: number, fresh: () => Promise<Outage[]>) {
  const began = performance.now()
  let openedMs: number | null = null
  let [polls, broken] = [0, 0]
  while (polls < most && openedMs === null) {
    polls++
    const polled = world.round()
    const seen = wanted > 0 && (await wait(fresh, got => got.length >= wanted, 25_000)) !== null
    if (seen) openedMs = performance.now() - began
    broken += (await polled).filter(result => result !== 'ok').length
  }
  // What comes later, from the second reading, counts too.
  await world.idle()
  return { polls, broken, openedMs }
}

/** Polls until no outage is open. */
async function close(world: OutageWorld, backSec: number) {
  world.wait(backSec)
  const began = performance.now()
  for (let polls = 1; polls <= mostPollsToClose; polls++) {
    await world.round()
    const closed = await wait(
      () => world.outages(true),
      got => got.length === 0,
      20_000,
    )
    if (closed !== null) return { polls, closedMs: performance.now() - began }
    world.wait(60)
  }
  return { polls: mostPollsToClose, closedMs: null }
}

/** Lets a case happen, polls, repairs it, and polls again. */
export async function runCase(world: OutageWorld, one: OutageCase): Promise<CaseRow> {
  const before = new Set((await world.outages()).map(({ id }) => id))
  const eventsBefore = new Set((await openEvents(world)).map(({ id }) => id))
  const fresh = async (): Promise<Outage[]> => (await world.outages()).filter(({ id }) => !before.has(id))
  const { outages: wanted, alone = [] }: ToTell = one.begin(world)
  const aloneIds = alone.map(({ olt, onu }) => olt.ids.get(onu)!)
  const { polls, broken, openedMs } = await open(world, wanted.length, one.polls ?? mostPolls, fresh)
  const found = await fresh()
  const members = await compare(world, found, wanted)
  const own = async () =>
    (await openEvents(world)).filter(({ id, parent_id: above }) => above === null && !eventsBefore.has(id))
  const hiddenIn = (events: readonly Event[]) =>
    aloneIds.filter(id => !events.some(event => event.interface?.id === id))
  const fits = (events: readonly Event[]) =>
    events.length === wanted.length + alone.length && hiddenIn(events).length === 0
  const events = (await wait(own, fits, 60_000)) ?? (await own())

  one.end(world)
  const closing = await close(world, one.backSec ?? 130)
  const ids = new Set([...aloneIds, ...wanted.flatMap(({ olt, members: onus }) => [...idsOf(olt, onus)])])
  const lost = async () =>
    (await openEvents(world)).filter(event => event.interface !== null && ids.has(event.interface.id))
  const stillLost = (await wait(lost, got => got.length === 0, 60_000)) === null ? (await lost()).length : 0
  await world.idle()
  const last = await fresh()
  const closed = closing.closedMs !== null
  const names = Map.groupBy(events, ({ name }) => name)
  return {
    opened: found.map(({ kind, confidence }) => `${kind} ${confidence.toFixed(2)}`).join(', ') || 'none',
    wanted: wanted.map(({ kind }) => kind).join(', ') || 'none',
    'last verdict': last.map(({ kind }) => kind).join(', '),
    'events on their own': [...names].map(([name, { length }]) => `${length} ${name}`).join(', '),
    'ONUs right': members.right,
    wrong: members.wrong,
    missed: members.missed,
    hidden: hiddenIn(events).length,
    polls,
    'not whole': broken,
    'opened after, s': openedMs === null ? '' : seconds(openedMs),
    'polls to close': found.length === 0 ? 0 : closing.polls,
    'closed after, s': found.length === 0 ? '' : closed ? seconds(closing.closedMs!) : 'never',
    'still lost': stillLost,
    good:
      members.good && closed && fits(events) && stillLost === 0 && (await compare(world, last, wanted)).good,
  }
}
