import type { Distribution, Labels, Metric } from '@linecard/plugin-kit'
import { messageOf } from '../log/error.ts'

/** The metrics of the kernel or of a running plugin. */
export interface MetricSource {
  key: string
  metrics(): readonly Metric[]
}

const metricName = /^linecard_[a-z][a-z\d_]*$/
const labelName = /^[a-z][a-z\d_]*$/

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const number = (value: number) => (value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value))

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => {
    if (!labelName.test(label)) throw new Error(`label "${label}" of ${name} must be snake_case`)
    return `${label}="${escaped(text).replaceAll('"', '\\"')}"`
  })
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${number(value)}\n`
}

const distribution = (name: string, { labels = {}, buckets, sum, count }: Distribution): string =>
  [...buckets, [Infinity, count] as const]
    .map(([bound, upTo]) => line(`${name}_bucket`, { ...labels, le: number(bound) }, upTo))
    .join('') +
  line(`${name}_sum`, labels, sum) +
  line(`${name}_count`, labels, count)

const givenTwice = (name: string) => `metric "${name}" is given twice`

/** What is wrong with the name of a metric. Null if it can be used. */
function nameFault({ name, type }: Metric): string | null {
  if (!metricName.test(name)) return `metric "${name}" must be named linecard_<what>_<unit>`
  return (type === 'counter') === name.endsWith('_total')
    ? null
    : `metric "${name}": counters, and only they, end in _total`
}

function namesOf(metrics: MetricSource['metrics']): string[] {
  try {
    return metrics().map(({ name }) => name)
  } catch {
    // The fault of that plugin: it is logged when its metrics are collected.
    return []
  }
}

/**
 * What is wrong with the names of the metrics of one plugin beside the `others`, which run.
 * @throws what the plugin throws
 */
export function metricFaults(
  plugin: MetricSource,
  others: Iterable<MetricSource>,
  reserved: Iterable<string>,
): string[] {
  const seen = new Set(reserved)
  for (const { metrics } of others) for (const name of namesOf(metrics)) seen.add(name)
  return [...plugin.metrics()].flatMap(metric => {
    const fault = nameFault(metric) ?? (seen.has(metric.name) ? givenTwice(metric.name) : null)
    seen.add(metric.name)
    return fault ? [fault] : []
  })
}

/**
 * One metric in the text format 0.0.4 of Prometheus.
 * @throws Error for names against the rules of `Metric`
 */
export function exposed(metric: Metric): string {
  const { name, help, type } = metric
  const fault = nameFault(metric)
  if (fault) throw new Error(fault)
  const samples =
    metric.type === 'histogram'
      ? Array.from(metric.collect(), one => distribution(name, one))
      : Array.from(metric.collect(), ({ labels = {}, value }) => line(name, labels, value))
  return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${samples.join('')}`
}

/**
 * Metrics of all plugins whose names are not `taken`. A metric that fails is left out and logged; the others
 * are exposed.
 */
export function exposeAll(
  plugins: Iterable<MetricSource>,
  taken: Iterable<string>,
  log: { error(fields: object, message: string): void },
): string {
  const seen = new Set(taken)
  let text = ''
  const attempt = (plugin: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      log.error({ err: error, plugin }, `a metric is left out: ${messageOf(error)}`)
    }
  }
  for (const { key, metrics } of plugins) {
    attempt(key, () => {
      for (const metric of metrics()) {
        attempt(key, () => {
          if (seen.has(metric.name)) throw new Error(givenTwice(metric.name))
          seen.add(metric.name)
          text += exposed(metric)
        })
      }
    })
  }
  return text
}
