/** The rows of a window: after its begin, up to its end. */
export interface Window {
  sec: number
  /** Its end, seconds since 1970. */
  at: number
}

const timeOf = (seconds: number): string => `'${new Date(seconds * 1000).toISOString()}'::timestamptz`

/** Condition on the time of rows. `rows`: their name in the statement. */
export const inWindow = (rows: string, { sec, at }: Window): string =>
  `${rows}.time > ${timeOf(at - sec)} and ${rows}.time <= ${timeOf(at)}`

/**
 * The first and the newest value of slots. The time stands before the values of a row in one array, so the
 * smallest and the largest array of a series have both ends of all slots, and PostgreSQL needs no sorting.
 * Where a row at an end has no value of a slot, that series is looked up by its index.
 */
export function createEnds(window: Window) {
  const slots: number[] = []
  return {
    /** Time and value of `slot`: `array` is the `min` or `max` of `list()`, `count` tells how many values. */
    of(slot: number, end: 'min' | 'max', { array, count }: { array: string; count: string }): string {
      if (!slots.includes(slot)) slots.push(slot)
      const place = slots.indexOf(slot) + 2
      return `case when ${array}[${place}] is not null then array[${array}[1], ${array}[${place}]]
        when ${count} > 0 then (
          select array[extract(epoch from y.time)::float8, y.v${slot}::float8] from metrics_sample y
          where y.series_id = w.series_id and ${inWindow('y', window)} and y.v${slot} is not null
          order by y.time ${end === 'max' ? 'desc' : 'asc'} limit 1) end`
    },
    /** The array of a row `x`. */
    list: (): string =>
      `array[${['extract(epoch from x.time)::float8', ...slots.map(slot => `x.v${slot}`)].join(', ')}]`,
  }
}
