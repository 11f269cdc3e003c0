import { Type as T } from 'typebox'
import { RawReply, Reply, type Routes } from '@linecard/plugin-kit'
import { answerSeries } from './answers/answer.ts'
import {
  ExpressionQuery,
  MetricQuery,
  MetricView,
  PercentileAnswer,
  PercentileQuery,
  SeriesAnswer,
  SeriesMeta,
  SeriesQuery,
} from './answers/bodies.ts'
import { answerExpression } from './answers/expression.ts'
import { operations, type Operation } from './answers/operations.ts'
import { answerPercentile } from './answers/percentile.ts'
import { familyOf, families, ofInterface, placeOf, prefix } from './catalogue/index.ts'
import { fail } from './errors.ts'
import { contentType, expose } from './exposition/index.ts'
import type { Metrics } from './setup.ts'

const tag = 'metrics-wrapper'
const permission = 'prom_chart_info'

/** The paths of this service, and those of the reference system. */
const bases = [
  { path: '/component/metrics_wrapper', id: (name: string) => `metrics.${name}` },
  { path: '/component/prometheus_wrapper', id: (name: string) => `metrics.prometheus-wrapper.${name}` },
] as const
type Base = (typeof bases)[number]

const told =
  'A point has the values that were read after the point before it, up to its time; null where nothing was ' +
  'read. Counters that wrapped, were cleared or started again give no value, and no spike. Devices of ' +
  'other groups are unknown.'

export function routes(declare: Routes, metrics: Metrics): void {
  for (const base of bases) {
    for (const operation of operations) seriesRoute(declare, metrics, base, operation)
    metricRoutes(declare, metrics, base)
    percentileRoute(declare, metrics, base)
    expressionRoute(declare, metrics, base)
    scrapeRoute(declare, metrics, base)
  }
}

function seriesRoute(declare: Routes, metrics: Metrics, { path, id }: Base, operation: Operation): void {
  declare.get(
    `${path}/${operation.key}`,
    {
      operationId: id(`${operation.key}.get`),
      scope: 'group',
      tag,
      summary: operation.summary,
      description: told,
      permission,
      query: SeriesQuery,
      response: SeriesAnswer,
      meta: SeriesMeta,
      errors: [404, 503],
    },
    async request => {
      const { answer, meta } = await answerSeries(metrics, operation, request.query, request)
      return new Reply(answer, meta)
    },
  )
}

/** One metric as an operation of its own. */
function operationOf(metric: string): Operation {
  const place = placeOf(metric)
  if (!place) throw fail('METRICS_UNKNOWN', { metric }, [{ path: 'metric', message: 'is not one of these' }])
  const named = ofInterface.has(familyOf(place.family.id)!.key)
  return {
    key: metric,
    what: metric,
    summary: metric,
    ofInterface: named ? [metric] : [],
    ofDevice: named ? [] : [metric],
  }
}

function metricRoutes(declare: Routes, metrics: Metrics, { path, id }: Base): void {
  declare.get(
    path,
    {
      operationId: id('metrics.list'),
      scope: 'all',
      tag,
      summary: 'All metrics of devices and interfaces, with their units',
      description: 'The names under which values are stored, scraped and sent to a store of Prometheus.',
      permission,
      response: T.Array(MetricView),
    },
    () =>
      families.flatMap(({ slots }) =>
        slots.map(({ metric, unit, help }) => ({
          name: metric,
          exposed_as: `${prefix}${metric}`,
          unit,
          help,
        })),
      ),
  )
  declare.get(
    `${path}/series`,
    {
      operationId: id('series.get'),
      scope: 'group',
      tag,
      summary: 'One metric of a device or an interface',
      description: told,
      permission,
      query: MetricQuery,
      response: SeriesAnswer,
      meta: SeriesMeta,
      errors: [404, 503],
    },
    async request => {
      const { metric, ...query } = request.query
      const { answer, meta } = await answerSeries(metrics, operationOf(metric), query, request)
      return new Reply(answer, meta)
    },
  )
}

function percentileRoute(declare: Routes, metrics: Metrics, { path, id }: Base): void {
  declare.get(
    `${path}/percentile`,
    {
      operationId: id('percentile.get'),
      scope: 'group',
      tag,
      summary: 'Percentile of the traffic of an interface, for billing',
      description:
        'By default the 95th of the present month, by nearest rank of the 5-minute averages. `samples` of ' +
        '`expected` averages were there: gaps do not count as zero.',
      permission,
      query: PercentileQuery,
      response: PercentileAnswer,
      errors: [404, 503],
    },
    request => answerPercentile(metrics, request.query, request),
  )
}

function expressionRoute(declare: Routes, metrics: Metrics, { path, id }: Base): void {
  declare.get(
    `${path}/query-range`,
    {
      operationId: id('query-range.get'),
      scope: 'group',
      tag,
      summary: 'An expression of PromQL, where the store is Prometheus or VictoriaMetrics',
      description:
        'An expression can name every device, so it is only for those who see all groups. The step becomes ' +
        'larger where a series would have more than 11,000 points.',
      permission,
      query: ExpressionQuery,
      response: SeriesAnswer,
      errors: [422, 503],
    },
    ({ query, caller }) =>
      answerExpression({ ctx: metrics.ctx, store: metrics.store, config: metrics.ctx.config }, query, caller),
  )
}

function scrapeRoute(declare: Routes, metrics: Metrics, { path, id }: Base): void {
  declare.get(
    `${path}/metrics`,
    {
      operationId: id('scrape.get'),
      scope: 'group',
      tag,
      summary: 'The last values of devices in the text format of Prometheus',
      description:
        'For Prometheus to scrape once a minute. Values have the times at which they were read; older ones ' +
        'than 10 minutes are left out, so silence of a device is a gap. `/metrics` is about the service ' +
        'itself.',
      permission: 'prom_scrape',
      response: T.String({ raw: true, contentMediaType: 'text/plain' }),
      errors: [422, 429],
    },
    async ({ caller, signal }) => new RawReply(await expose(metrics, caller, signal), contentType),
  )
}
