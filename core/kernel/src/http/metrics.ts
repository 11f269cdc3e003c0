import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Component } from '@linecard/plugin-kit'
import { exposeAll, metricFaults, type MetricSource } from './exposition.ts'

interface Family {
  /** `# HELP` and `# TYPE`. */
  head: string[]
  samples: string[]
}

const headLine = /^# (?:HELP|TYPE) (\S+)/

/**
 * The families of a text, by name. Only texts of `Metrics` are read: the samples of a family are together.
 */
function familiesOf(text: string): Map<string, Family> {
  const families = new Map<string, Family>()
  let present: Family = { head: [], samples: [] }
  for (const line of text.split('\n')) {
    const name = headLine.exec(line)?.[1]
    if (name !== undefined) {
      present = families.get(name) ?? { head: [], samples: [] }
      families.set(name, present)
      present.head.push(line)
    } else if (line !== '' && !line.startsWith('#')) present.samples.push(line)
  }
  return families
}

/** `name{a="1"} 2` with one more label. A name has no blanks and no braces. */
function labelled(sample: string, label: string): string {
  const end = sample.search(/[ {]/)
  const name = sample.slice(0, end)
  return sample[end] === '{'
    ? `${name}{${label},${sample.slice(end + 1)}`
    : `${name}{${label}}${sample.slice(end)}`
}

/**
 * The metrics of a process and of its workers as one text of the format 0.0.4: each sample of a worker has
 * the label `worker` with its number. Those of one name stay together, as the format demands.
 */
export function mergedExposition(own: string, workers: ReadonlyMap<number, string>): string {
  if (workers.size === 0) return own
  const families = familiesOf(own)
  for (const [number, text] of workers)
    for (const [name, { head, samples }] of familiesOf(text)) {
      const family = families.get(name) ?? { head, samples: [] }
      families.set(name, family)
      for (const sample of samples) family.samples.push(labelled(sample, `worker="${number}"`))
    }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n') + '\n'
}

/**
 * Prometheus metrics of the process: those of the kernel and of the running plugins, and of its workers.
 * Labels are route patterns, never addresses, of which there is no limit and which may contain keys.
 */
export interface Metrics {
  /** `status`: of HTTP, or `aborted` if the client left before the end of the answer. */
  observe(method: string, route: string, status: number | 'aborted', seconds: number): void
  text(): Promise<string>
  /** What is wrong with the metrics of a plugin that is about to run. @throws what the plugin throws */
  faultsOf(plugin: MetricSource): string[]
  readonly contentType: string
  stop(): void
}

interface MetricsOptions {
  version: string
  components(): readonly Component[]
  plugins(): Iterable<MetricSource>
  /** The texts of the workers of this process, by their numbers. */
  workers(): Promise<ReadonlyMap<number, string>>
  log: { error(fields: object, message: string): void }
}

/**
 * Sums of prom-client that are no counters although their names say so: `promtool check metrics` refuses
 * them.
 */
const misnamed = ['handles', 'requests', 'resources'].map(what => `nodejs_active_${what}_total`)

export function createMetrics({ version, components, plugins, workers, log }: MetricsOptions): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const registers = [registry]
  const requests = new Counter({
    name: 'linecard_http_requests_total',
    help: 'Requests answered; status aborted: the client left before',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'linecard_http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route'],
    registers,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  })
  new Gauge({
    name: 'linecard_build_info',
    help: 'Always 1; the version is in the label',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const ready = new Gauge({
    name: 'linecard_component_ready',
    help: '1 while the component runs',
    labelNames: ['component', 'kind', 'state'],
    registers,
  })
  const own = () => registry.getMetricsAsArray().map(({ name }) => name)
  return {
    observe(method, route, status, seconds) {
      requests.inc({ method, route, status: String(status) })
      duration.observe({ method, route }, seconds)
    },
    async text() {
      ready.reset()
      for (const { key, kind, state } of components())
        ready.set({ component: key, kind, state }, state === 'ready' || state === 'degraded' ? 1 : 0)
      const text = (await registry.metrics()) + exposeAll(plugins(), own(), log)
      return mergedExposition(text, await workers())
    },
    faultsOf: plugin => metricFaults(plugin, plugins(), own()),
    contentType: registry.contentType,
    stop: () => registry.clear(),
  }
}
