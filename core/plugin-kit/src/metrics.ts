/** Labels of one series. Their values come from a short, fixed list: never an address, a name or an id. */
export type Labels = Readonly<Record<string, string>>

/** The value of one series of a counter or gauge. Without `labels` it is the only one. */
export interface Sample {
  labels?: Labels
  value: number
}

/**
 * One series of a histogram. `sum` and `count` are those of all observations, also of those above the last
 * bound.
 */
export interface Distribution {
  labels?: Labels
  /**
   * Upper bounds in ascending order, each with the number of observations up to it (cumulative). The infinite
   * bound is left out.
   */
  buckets: readonly (readonly [bound: number, count: number])[]
  sum: number
  count: number
}

interface Described {
  /**
   * `linecard_<what>_<unit>` in base units (seconds, bytes); counters end in `_total`. Unique in the process.
   */
  name: string
  help: string
}

/**
 * A metric of a plugin, in the terms of Prometheus. The kernel collects it for each scrape, so `collect` is
 * quick and does no I/O.
 */
export type Metric = Described &
  (
    | {
        type: 'counter' | 'gauge'
        /** One for each set of labels. If it throws, this scrape lacks the metric. */
        collect(): Iterable<Sample>
      }
    | {
        type: 'histogram'
        /** One for each set of labels. If it throws, this scrape lacks the metric. */
        collect(): Iterable<Distribution>
      }
  )

/**
 * Largest number of series of one metric. Further labels count as `other`, so that a mistake cannot fill the
 * memory.
 */
const maxSeries = 1000

function series<V>(make: (labels: Labels) => V) {
  const all = new Map<string, V>()
  const of = (labels: Labels): V => {
    const key = JSON.stringify(labels)
    const found = all.get(key)
    if (found) return found
    const full = all.size >= maxSeries && Object.values(labels).some(value => value !== 'other')
    if (full) return of(Object.fromEntries(Object.keys(labels).map(name => [name, 'other'])))
    const made = make(labels)
    all.set(key, made)
    return made
  }
  return { of, values: () => all.values() }
}

/**
 * A counter that is increased where the event happens: `const calls = counter('linecard_x_calls_total',
 * 'Calls'); calls.add({ result: 'ok' })`.
 */
export function counter(
  name: string,
  help: string,
): Metric & {
  /** Increases one series, by 1 if `by` is absent. A counter never falls: `by` is 0 or more. */
  add(labels?: Labels, by?: number): void
} {
  const { of, values } = series((labels): Sample => ({ labels, value: 0 }))
  return {
    name,
    help,
    type: 'counter',
    collect: values,
    add(labels = {}, by = 1) {
      of(labels).value += by
    },
  }
}

/** Counts observations in buckets by their size. */
export function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
): Metric & {
  /** Counts one observation, in the unit of the bounds. */
  observe(value: number, labels?: Labels): void
} {
  const { of, values } = series(labels => ({
    labels,
    buckets: bounds.map((bound): [number, number] => [bound, 0]),
    sum: 0,
    count: 0,
  }))
  return {
    name,
    help,
    type: 'histogram',
    collect: values,
    observe(value, labels = {}) {
      const one = of(labels)
      for (const bucket of one.buckets) if (value <= bucket[0]) bucket[1]++
      one.sum += value
      one.count++
    },
  }
}
