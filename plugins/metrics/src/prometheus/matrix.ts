import { Type as T, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Config } from '../config.ts'
import { askStore, StoreError } from './ask.ts'

const Matrix = T.Object({
  status: T.Literal('success'),
  data: T.Object({
    resultType: T.Literal('matrix'),
    result: T.Array(
      T.Object({
        metric: T.Record(T.String(), T.String()),
        values: T.Array(T.Tuple([T.Number(), T.String()])),
      }),
    ),
  }),
})
const matrix = Compile(Matrix)
export type Lines = Static<typeof Matrix>['data']['result']

export interface Ranged {
  query: string
  /** Seconds since 1970. */
  from: number
  to: number
  step: number
}

/** `/api/v1/query_range` of Prometheus or VictoriaMetrics. @throws StoreError */
export async function queryRange(config: Config, { query, from, to, step }: Ranged): Promise<Lines> {
  const form = new URLSearchParams({ query, start: String(from), end: String(to), step: String(step) })
  form.set('timeout', `${config.timeout_sec}s`)
  // VictoriaMetrics would move the times otherwise.
  form.set('nocache', '1')
  const { text } = await askStore(config, {
    base: config.read_url,
    path: '/api/v1/query_range',
    body: form.toString(),
    type: 'application/x-www-form-urlencoded',
  })
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new StoreError('it is no JSON', { later: false, status: 200 })
  }
  if (!matrix.Check(answer)) throw new StoreError('it is no matrix', { later: false, status: 200 })
  return answer.data.result
}

/** Values on the grid; null where the store has none, and for NaN and infinity. */
export function onGrid(values: Lines[number]['values'], { from, step }: Ranged, points: number) {
  const line = Array.from({ length: points }, (): number | null => null)
  for (const [time, text] of values) {
    const point = Math.round((time - from) / step)
    const value = Number(text)
    if (point >= 0 && point < points && Number.isFinite(value)) line[point] = value
  }
  return line
}
