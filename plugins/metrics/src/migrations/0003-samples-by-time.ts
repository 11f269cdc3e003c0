import type { Migration } from '@linecard/plugin-kit'

/**
 * Samples come in the order of time, so a BRIN finds those of the last minutes in a partition of a day: roll-ups
 * and rules read a window of all series.
 */
export const samplesByTime: Migration = {
  name: 'metrics/0003_samples_by_time',
  up: `
    create index metrics_sample_time on metrics_sample using brin (time)
      with (pages_per_range = 32, autosummarize = on);
  `,
  down: `drop index metrics_sample_time;`,
}
