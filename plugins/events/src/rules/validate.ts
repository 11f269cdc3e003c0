import type { Caller, Context, RuleHit, SeriesRules } from '@linecard/plugin-kit'
import { faultsIn } from './check.ts'
import type { RuleParts } from './parts.ts'
import type { StoredRule } from './rule.ts'
import { offReason, askedOf } from './set.ts'
import { fail } from '../errors.ts'
import type { ValidatedView } from './views.ts'

const stepSec = 300
const daySec = 86_400
/** A preview may take so long, ms. */
const budgetMs = 8000
/** Series of one evaluation. */
const maxSeries = 1000
/** Series, and times of one series, in the answer. */
const most = { series: 50, times: 50 }

type Preview = NonNullable<ValidatedView['preview']>

const keyOf = ({ device_id, interface_id, part }: RuleHit): string => `${device_id} ${interface_id} ${part}`

const isSeen = ({ groupIds }: Caller) => {
  if (groupIds === null) return () => true
  const groups = new Set(groupIds.map(String))
  return ({ labels }: RuleHit) => groups.has(labels['group_id'] ?? '')
}

interface Held {
  hit: RuleHit
  /** Times of evaluations, ms, the newest first. */
  times: number[]
}

/** Times in a row that are long enough, the oldest first. */
function stretches(times: readonly number[], { now, forSec }: { now: number; forSec: number }) {
  const found: { from: Date; until: Date | null }[] = []
  const rising = times.toReversed()
  for (let begin = 0; begin < rising.length;) {
    let end = begin
    while (end + 1 < rising.length && rising[end + 1]! - rising[end]! <= stepSec * 1000) end++
    const from = rising[begin]! + forSec * 1000
    if (from <= rising[end]!) {
      const until = rising[end]! >= now ? null : new Date(rising[end]! + stepSec * 1000)
      found.push({ from: new Date(from), until })
    }
    begin = end + 1
  }
  return found
}

/** Evaluates backwards from now, until the day is over or the time is. */
async function evaluations(
  series: SeriesRules,
  asked: NonNullable<ReturnType<typeof askedOf>>,
  { now, seen, signal }: { now: Date; seen: (hit: RuleHit) => boolean; signal: AbortSignal },
) {
  const held = new Map<string, Held>()
  const started = performance.now()
  let [at, whole, first] = [now.getTime(), true, 0]
  for (; at > now.getTime() - daySec * 1000; at -= stepSec * 1000) {
    if (performance.now() - started > budgetMs) {
      whole = false
      break
    }
    const [answer] = await series.evaluate([asked], { at: new Date(at), limit: maxSeries, signal })
    if (answer!.error !== null) throw fail('EVENTS_PREVIEW_FAILED', { what: answer!.error })
    const hits = answer!.hits.filter(seen)
    if (answer!.total > answer!.hits.length) whole = false
    if (at === now.getTime()) first = hits.length
    for (const hit of hits) {
      const own = held.get(keyOf(hit)) ?? { hit, times: [] }
      own.times.push(at)
      held.set(keyOf(hit), own)
    }
  }
  return { held: [...held.values()], from: at + stepSec * 1000, whole, first }
}

/** Previews that run in this process. */
let running = 0

/**
 * What would fire now, and would have fired in the last day, of the devices that the caller sees.
 * @throws EVENTS_PREVIEW_BUSY, EVENTS_PREVIEW_FAILED
 */
async function previewOf(
  ctx: Context,
  rule: StoredRule,
  caller: Caller,
  signal: AbortSignal,
): Promise<Preview | null> {
  const asked = askedOf(rule)
  if (!asked) return null
  if (running > 0) throw fail('EVENTS_PREVIEW_BUSY', {}, [], 10)
  running++
  try {
    const now = ctx.clock()
    const series = ctx.use('series-rules')
    const found = await evaluations(series, asked, { now, seen: isSeen(caller), signal })
    const fired = found.held
      .map(({ hit, times }) => ({
        hit,
        times: stretches(times, { now: now.getTime(), forSec: rule.for_sec }),
      }))
      .filter(({ times }) => times.length > 0)
    return {
      now: found.first,
      from: new Date(found.from),
      to: now,
      step_sec: stepSec,
      complete: found.whole && fired.length <= most.series,
      fired: fired.length,
      series: fired
        .slice(0, most.series)
        .map(({ hit, times }) => ({
          device_id: hit.device_id,
          device: hit.labels['device'] ?? '',
          interface_id: hit.interface_id,
          interface: hit.labels['interface'] ?? '',
          part: hit.part,
          times: times.slice(-most.times),
          value: hit.value,
        })),
    }
  } finally {
    running--
  }
}

interface Asked {
  caller: Caller
  signal: AbortSignal
  preview: boolean
}

/** What is wrong with a rule, and what it finds. @throws EVENTS_PREVIEW_* */
export async function validated(
  parts: RuleParts,
  rule: StoredRule,
  { caller, signal, preview }: Asked,
): Promise<ValidatedView> {
  const { ctx } = parts
  const series = ctx.find('series-rules')
  const faults = await faultsIn(parts, rule, signal)
  const conditions = ctx.use('installation').conditions()
  const reason = offReason(rule, series, new Map(conditions.map(({ name, component }) => [name, component])))
  const good = faults.length === 0 && reason === null
  const known = series !== null && rule.expression !== null && series.faultsOf(rule.expression).length === 0
  return {
    faults,
    off_reason: reason,
    promql: known ? series.promql(rule.expression!) : rule.promql,
    preview: good && preview ? await previewOf(ctx, rule, caller, signal) : null,
  }
}
