import {
  isDatabaseOutage,
  type PollAnswer,
  type Polled,
  type BoundPoller,
  type LeftAlone,
  type PolledAnswer,
} from '@linecard/plugin-kit'
import { retryable, throughOutages } from '@linecard/plugin-kit/concurrency'
import type { Base } from '../base.ts'
import type { Wanted } from '../plan/effective.ts'
import type { RunDetail } from '../tables.ts'
import type { Claim } from './claim.ts'
import { cutText } from '@linecard/driver-kit'

type Answers = ReadonlyMap<string, PolledAnswer>

/** Names are stored up to this length. */
const nameLength = 200

const hasInterface = (row: unknown): row is { interface: { id: number; name: string } } => {
  const ref = (row as { interface?: { id?: unknown } } | null)?.interface
  return typeof ref?.id === 'number'
}

/** An answer without the rows about some interfaces. One that has no such row is given as it is. */
function without(answer: PolledAnswer, isOut: (ref: { id: number; name: string }) => boolean): PolledAnswer {
  if (!Array.isArray(answer.data)) return answer
  const rows = answer.data.filter(row => !(hasInterface(row) && isOut(row.interface)))
  return rows.length === answer.data.length ? answer : { ...answer, data: rows }
}

/**
 * Gives each poller its part of the answers of a device, without the rows of which nothing is to be kept. The
 * device was asked for whole columns all the same: that costs fewer requests than to ask for rows.
 */
function createHandingOut(answers: Answers, alone: LeftAlone | undefined) {
  const made = new Map<string, PolledAnswer>()
  const partOf = (name: string, answer: PolledAnswer, seesAll: boolean): PolledAnswer => {
    if (!alone) return answer
    const key = `${name} ${seesAll}`
    const known = made.get(key)
    if (known) return known
    const part = without(answer, ({ id, name: shown }) => {
      const left = alone.leftOut.get(String(id))
      // Another interface has got the number: the next list tells which one.
      const same = left !== undefined && left === cutText(shown, nameLength)
      return same || (!seesAll && alone.unpolled.has(String(id)))
    })
    made.set(key, part)
    return part
  }
  return ({ seesAll }: Pick<BoundPoller, 'seesAll'>, modules: readonly { name: string }[]): Answers =>
    new Map(
      modules.flatMap(({ name }) => {
        const answer = answers.get(name)
        return answer ? [[name, partOf(name, answer, seesAll === true)] as const] : []
      }),
    )
}

interface StoreTools {
  /** Aborted when the lease is lost or the service stops: nothing is stored any more. */
  signal: AbortSignal
  /** Tells how many of the due pollers are stored. */
  progress(done: number, total: number): void
}

function detailOf(wanted: Wanted, answers: PollAnswer['answers']): RunDetail {
  const given = wanted.modules.flatMap(({ name }) => {
    const answer = answers.get(name)
    return answer ? [{ name, answer }] : []
  })
  const missing = given.flatMap(({ name, answer }): RunDetail['missing'] => {
    if (answer.error) return [{ module: name, ...answer.error }]
    if (answer.complete) return []
    const parts = answer.missing.map(({ what, reason }) => `${what}: ${reason}`).join('; ')
    return [{ module: name, code: null, description: parts.slice(0, 500) }]
  })
  const nothing = given.every(({ answer }) => answer.data === undefined)
  return { result: missing.length === 0 ? 'ok' : nothing ? 'failed' : 'partial', missing, unstored: [] }
}

const noteUnstored = (detail: RunDetail, component: string, error: unknown): void => {
  const description = error instanceof Error ? error.message : String(error)
  detail.unstored.push({ component, description: description.slice(0, 300) })
  detail.result = detail.result === 'ok' ? 'partial' : detail.result
}

/** Gives answers to all that keep such, whoever asked. Waits while the database is away. */
async function keepAll({ ctx }: Base, { device, answers, signal }: Polled, detail: RunDetail): Promise<void> {
  const given = [...answers].flatMap(([module, { data, complete, time }]) =>
    Array.isArray(data) ? [{ device_id: device.id, module, args: {}, data, complete, time }] : [],
  )
  if (given.length === 0) return
  const unkept = await throughOutages(signal, async () => {
    const failed = await ctx.use('equipment').keep(given)
    const away = failed.find(({ error }) => isDatabaseOutage(error))
    if (away) throw away.error
    return failed
  })
  for (const { component, error } of unkept) noteUnstored(detail, component, error)
}

/**
 * Stores the result of one poller in all plugins. The failure of one does not keep the others from storing.
 */
async function store({ ctx }: Base, wanted: Wanted, polled: Polled, detail: RunDetail): Promise<void> {
  for (const { component, store: keep } of wanted.poller.stores)
    try {
      await throughOutages(polled.signal, () => retryable(() => keep(polled)))
    } catch (error) {
      if (polled.signal.aborted) throw error
      if (!isDatabaseOutage(error))
        ctx.log.error(
          { err: error, device_id: polled.device.id, poller: wanted.poller.key, component },
          'the result of a poll could not be stored',
        )
      noteUnstored(detail, component, error)
    }
}

/** Gives each poller's part of the answers to those that store it; an answer is kept once. */
export async function storeAll(
  base: Base,
  claim: Claim,
  wanted: readonly Wanted[],
  { answers, device }: Pick<Polled, 'answers' | 'device'>,
  { signal, progress }: StoreTools,
): Promise<Record<string, RunDetail>> {
  const details: Record<string, RunDetail> = {}
  const partOf = createHandingOut(answers, claim.alone)
  const kept = new Set<string>()
  let done = 0
  for (const one of wanted) {
    const detail = (details[one.poller.key] = detailOf(one, answers))
    const own = partOf(one.poller, one.modules)
    if (own.size > 0) {
      const polled = { poller: one.poller.key, device, answers: own, signal }
      const fresh = new Map([...own].filter(([module]) => !kept.has(module)))
      for (const module of fresh.keys()) kept.add(module)
      await keepAll(base, { ...polled, answers: fresh }, detail)
      await store(base, one, polled, detail)
    }
    progress(++done, wanted.length)
  }
  return details
}
