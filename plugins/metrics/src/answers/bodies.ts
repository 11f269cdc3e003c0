import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, Limit, nullable } from '@linecard/plugin-kit'

const when = (what: string) =>
  T.String({
    minLength: 1,
    maxLength: 40,
    description: `${what}: seconds since 1970, or a time of RFC 3339`,
    examples: ['2026-05-03T21:14:00Z'],
  })

export const period = {
  start: T.Optional(when('Begin; without it, a day before the end')),
  end: T.Optional(when('End; without it, now')),
  step: T.Optional(
    T.Integer({
      minimum: 1,
      maximum: 31_536_000,
      description:
        'Seconds between two points. It becomes larger where a series would have more than 11,000 points, ' +
        'or the store has no finer values any more. A step below the interval of the poller leaves gaps',
    }),
  ),
}

const subject = {
  device_id: T.Optional(idOf('a device: its own values and those of its parts, or all its interfaces')),
  interface_id: T.Optional(idOf('an interface')),
}
const aggregate = T.Optional(
  T.Enum(['avg', 'min', 'max'], {
    default: 'avg',
    description: 'What a point is of the values after the point before, up to this one',
  }),
)
const page = {
  limit: T.Optional({
    ...Limit,
    description: 'Interfaces of a device at most, 100 by default, 1000 at most',
  }),
  offset: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000, description: 'Interfaces to leave out' })),
}

export const SeriesQuery = closedObject({ ...subject, ...period, aggregate, ...page })
export type SeriesQuery = Static<typeof SeriesQuery>

export const MetricQuery = closedObject({
  metric: T.String({
    minLength: 1,
    maxLength: 100,
    description: 'Name of one metric, as GET /component/metrics_wrapper lists it',
    examples: ['interface_up'],
  }),
  ...subject,
  ...period,
  aggregate,
  ...page,
})

export const ExpressionQuery = closedObject({
  query: T.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'An expression of PromQL',
    examples: ['up'],
  }),
  ...period,
})

export const PercentileQuery = closedObject({
  interface_id: idOf('an interface'),
  month: T.Optional(
    T.String({
      pattern: '^(19|2\\d)\\d\\d-(0[1-9]|1[0-2])$',
      description: 'A calendar month in UTC; without it and without start, the present month',
      examples: ['2026-05'],
    }),
  ),
  start: period.start,
  end: period.end,
  percentile: T.Optional(
    T.Number({
      minimum: 1,
      maximum: 100,
      default: 95,
      description: 'Percent of the averages that are not above it',
    }),
  ),
})
export type PercentileQuery = Static<typeof PercentileQuery>

const Point = T.Array(nullable(T.Number()), {
  minItems: 2,
  maxItems: 2,
  description: 'Seconds since 1970, and the value; null: nothing was read, and nothing is made up',
})
const labels = { metric: 'interface_receive_bits_per_second', device_id: '7', interface_id: '101' }
const exampleSeries = { labels, unit: 'bit/s', points: [[1_777_842_000, 12_345_678.5]] }

export const SeriesAnswer = closedObject(
  {
    series: T.Array(
      closedObject({
        labels: T.Record(T.String(), T.String(), {
          description: 'The metric, the device, the interface, the part',
        }),
        unit: nullable(T.String({ description: 'Null: of an expression, it is not known' })),
        points: T.Array(Point, {
          description: 'From the time on when the port or device was known, or its first value',
        }),
      }),
    ),
    step: T.Integer({ description: 'Seconds between two points, as they are' }),
    start: T.Number({ description: 'Time of the first point of the period, seconds since 1970' }),
    end: T.Number({ description: 'Time of the last point' }),
  },
  {
    $id: 'metrics.Series',
    examples: [{ series: [exampleSeries], step: 300, start: 1_777_842_000, end: 1_777_842_000 }],
  },
)
export type SeriesAnswer = Static<typeof SeriesAnswer>

export const SeriesMeta = closedObject({
  total: T.Integer({
    description: 'Interfaces of the device; 1 for an interface, and for the device itself',
  }),
  limit: T.Integer(),
  offset: T.Integer(),
})

export const PercentileAnswer = closedObject(
  {
    interface_id: T.Integer(),
    device_id: T.Integer(),
    percentile: T.Number(),
    start: T.Number({ description: 'Seconds since 1970' }),
    end: T.Number({ description: 'Seconds since 1970' }),
    step: T.Integer({ description: 'Seconds of one average' }),
    unit: T.String(),
    receive: nullable(T.Number({ description: 'Null: nothing was read' })),
    transmit: nullable(T.Number()),
    larger: nullable(T.Number({ description: 'Of the larger direction of each 5 minutes' })),
    samples: T.Integer({ description: 'Averages that there are' }),
    expected: T.Integer({ description: 'Averages of the whole period' }),
    method: T.String(),
  },
  {
    $id: 'metrics.Percentile',
    examples: [
      {
        interface_id: 101,
        device_id: 7,
        percentile: 95,
        start: 1_777_593_600,
        end: 1_780_272_000,
        step: 300,
        unit: 'bit/s',
        receive: 812_000_000,
        transmit: 95_000_000,
        larger: 812_000_000,
        samples: 8921,
        expected: 8928,
        method: 'nearest rank of the 5-minute averages',
      },
    ],
  },
)

export const MetricView = closedObject(
  {
    name: T.String(),
    exposed_as: T.String({ description: 'Name in a scrape and in a store of Prometheus' }),
    unit: T.String(),
    help: T.String(),
  },
  {
    $id: 'metrics.Metric',
    examples: [
      {
        name: 'device_cpu_ratio',
        exposed_as: 'linecard_device_cpu_ratio',
        unit: 'ratio',
        help: 'Load of the processors, 0 to 1',
      },
    ],
  },
)

export const schemas = [SeriesAnswer, PercentileAnswer, MetricView]
