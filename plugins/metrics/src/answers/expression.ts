import type { Caller } from '@linecard/plugin-kit'
import type { Static } from 'typebox'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import { apiErrorOf, StoreError } from '../prometheus/ask.ts'
import { onGrid, queryRange } from '../prometheus/matrix.ts'
import { pointsOf } from '../series/store.ts'
import type { AnswerParts } from './answer.ts'
import { begun } from './begun.ts'
import type { ExpressionQuery, SeriesAnswer } from './bodies.ts'
import { periodOf } from './period.ts'

/** Series of an answer at most, so that it stays in bounds. */
const maxSeries = 1000
/** Refusals of an expression: bad_data, execution. */
const refused = new Set([400, 422])

/**
 * A raw expression for the store.
 * @throws METRICS_NO_STORE, METRICS_QUERY_LIMITED, METRICS_EXPRESSION, METRICS_PERIOD, METRICS_STORE_*
 */
export async function answerExpression(
  { ctx, store, config }: AnswerParts & { config: Config },
  { query, ...asked }: Static<typeof ExpressionQuery>,
  caller: Caller,
): Promise<SeriesAnswer> {
  if (config.store !== 'prometheus') throw fail('METRICS_NO_STORE')
  if (caller.groupIds !== null) throw fail('METRICS_QUERY_LIMITED')
  const period = periodOf(asked, { now: ctx.clock(), series: 1, stepFrom: store().stepFrom })
  const ranged = { query, ...period }
  const lines = await queryRange(config, ranged).catch((error: unknown) => {
    if (error instanceof StoreError && refused.has(error.status ?? 0))
      throw fail('METRICS_EXPRESSION', { what: error.message }, [{ path: 'query', message: 'is refused' }])
    throw apiErrorOf(error)
  })
  const points = pointsOf(period)
  const series = lines.slice(0, maxSeries).map(({ metric, values }) => ({
    labels: metric,
    unit: null,
    points: begun(
      onGrid(values, ranged, points).map((value, at) => [period.from + at * period.step, value]),
      null,
    ),
  }))
  return { series, step: period.step, start: period.from, end: period.to }
}
