import { Type as T, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Config } from '../config.ts'
import { askStore, StoreError } from '../prometheus/ask.ts'

const Vector = T.Object({
  status: T.Literal('success'),
  data: T.Object({
    resultType: T.Literal('vector'),
    result: T.Array(
      T.Object({ metric: T.Record(T.String(), T.String()), value: T.Tuple([T.Number(), T.String()]) }),
    ),
  }),
})
const vector = Compile(Vector)
export type Samples = Static<typeof Vector>['data']['result']

/** `/api/v1/query` of Prometheus or VictoriaMetrics, at a time. @throws StoreError */
export async function queryAt(config: Config, query: string, at: Date): Promise<Samples> {
  const form = new URLSearchParams({ query, time: String(at.getTime() / 1000) })
  form.set('timeout', `${config.timeout_sec}s`)
  const { text } = await askStore(config, {
    base: config.read_url,
    path: '/api/v1/query',
    body: form.toString(),
    type: 'application/x-www-form-urlencoded',
  })
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new StoreError('it is no JSON', { later: false, status: 200 })
  }
  if (!vector.Check(answer))
    throw new StoreError('the expression gives no vector of series', { later: false, status: 200 })
  return answer.data.result
}
