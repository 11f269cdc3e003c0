import type { BoundConditionSource, Condition } from '@linecard/plugin-kit'

/** What a source told. */
export interface Told {
  source: BoundConditionSource
  conditions: readonly Condition[]
}
export interface Failed {
  source: BoundConditionSource
  error: Error
}

/** Sources that are asked at a time. */
const atOnce = 4

class SourceLate extends Error {
  override name = 'SourceLate'
}

async function askOne(
  source: BoundConditionSource,
  deviceIds: readonly number[] | null,
  ms: number,
  stop: AbortSignal,
): Promise<Told | Failed> {
  const late = AbortSignal.timeout(ms)
  const signal = AbortSignal.any([late, stop])
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(late.aborted ? new SourceLate(`no answer within ${ms} ms`) : signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    const conditions = await Promise.race([source.holding({ deviceIds, signal }), ended.promise])
    if (!Array.isArray(conditions)) throw new TypeError('its answer is no list')
    return { source, conditions }
  } catch (error) {
    return { source, error: error instanceof Error ? error : new Error(String(error)) }
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Asks the sources what holds, some at a time. A source that fails or is late says nothing. */
export async function askSources(
  sources: readonly BoundConditionSource[],
  { deviceIds, ms, signal }: { deviceIds: readonly number[] | null; ms: number; signal: AbortSignal },
): Promise<{ told: Told[]; failed: Failed[] }> {
  const [told, failed]: [Told[], Failed[]] = [[], []]
  const rest = [...sources]
  const work = async () => {
    for (let source = rest.shift(); source && !signal.aborted; source = rest.shift()) {
      const answer = await askOne(source, deviceIds, ms, signal)
      if ('error' in answer) failed.push(answer)
      else told.push(answer)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { told, failed }
}
