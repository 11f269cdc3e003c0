import type { Logger } from '@linecard/plugin-kit'
import { fail } from './errors.ts'

interface Source {
  type: string
  label: string
  component: string
  permission: string | null
}
export interface Failed {
  type: string
  label: string
  reason: 'timeout' | 'failed'
}
export interface SourceAnswers<H> {
  hits: (H & { type: string })[]
  types: Record<string, number>
  failed: Failed[]
  spent_ms: number
}

/**
 * The sources of the wanted types that the caller may ask.
 * @throws ApiError PORTAL_TYPE_UNKNOWN for a type that none of these sources has
 */
export function chosen<S extends Source>(
  sources: readonly S[],
  permissions: ReadonlySet<string>,
  wanted: string | undefined,
  path: string,
): S[] {
  const allowed = sources.filter(({ permission }) => permission === null || permissions.has(permission))
  const names = [
    ...new Set(
      (wanted ?? '')
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '' && name !== 'all'),
    ),
  ]
  const known = allowed.map(({ type }) => type)
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw fail('PORTAL_TYPE_UNKNOWN', { type: unknown, known: known.join(', ') }, [
      { path, message: `"${unknown}" is not one of ${known.join(', ')}` },
    ])
  return names.length === 0 ? allowed : allowed.filter(({ type }) => names.includes(type))
}

/** Waits for work until the signal fires, even if the work ignores the signal. */
const until = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })

/**
 * Asks all sources at once. A source that fails, gives an invalid hit, or takes longer than `timeoutMs` is
 * logged and listed in `failed`.
 * @throws ApiError PORTAL_SOURCES_FAILED if all sources fail
 */
export async function askAll<S extends Source, H>(
  sources: readonly S[],
  isHit: (hit: unknown) => boolean,
  ask: (source: S, signal: AbortSignal) => Promise<readonly H[]>,
  { timeoutMs, limit, signal, log }: { timeoutMs: number; limit: number; signal: AbortSignal; log: Logger },
): Promise<SourceAnswers<H>> {
  const start = performance.now()
  const late = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, late])
  const answers = await Promise.all(
    sources.map(async source => {
      try {
        const hits = (
          await until(
            either,
            Promise.resolve().then(() => ask(source, either)),
          )
        ).slice(0, limit)
        const wrong = hits.find(hit => !isHit(hit))
        if (wrong) throw new Error('gave a hit without the required fields')
        return { source, hits }
      } catch (error) {
        const reason: Failed['reason'] = late.aborted ? 'timeout' : 'failed'
        if (!signal.aborted)
          log.warn(
            { err: error, component: source.component, type: source.type, reason },
            'a source of hits did not answer',
          )
        return { source, reason }
      }
    }),
  )
  const failed = answers.flatMap(({ source: { type, label }, reason }) =>
    reason ? [{ type, label, reason }] : [],
  )
  if (failed.length > 0 && failed.length === sources.length)
    throw fail('PORTAL_SOURCES_FAILED', { types: failed.map(({ type }) => type).join(', ') }, [], 5)
  const hits = answers.flatMap(({ source: { type }, hits: found }) =>
    (found ?? []).map(hit => ({ ...hit, type })),
  )
  return {
    hits,
    types: Object.fromEntries(answers.filter(answer => answer.hits).map(({ source }) => [source.type, 0])),
    failed,
    spent_ms: Math.round(performance.now() - start),
  }
}

/** The first `limit` hits in the given order, and the number of them by type. */
export function firstOf<H>(
  { hits, types, ...rest }: SourceAnswers<H>,
  limit: number,
  order: (a: H & { type: string }, b: H & { type: string }) => number,
) {
  const shown = hits.toSorted(order).slice(0, limit)
  const counts = { ...types }
  for (const { type } of shown) counts[type] = (counts[type] ?? 0) + 1
  return { hits: shown, meta: { total: shown.length, limit, types: counts, ...rest } }
}
