import { isDatabaseOutage } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { SeriesStore } from '../series/store.ts'
import { StoreError } from './ask.ts'
import { readPrometheus } from './read.ts'
import { worstPrometheus } from './worst.ts'
import { writePrometheus, type NamesOf } from './write.ts'

interface PrometheusParts {
  config: Config
  names: NamesOf
  /** Where rows go that nobody sends: to be scraped. */
  kept: Pick<SeriesStore, 'write'>
}

/** Series in VictoriaMetrics or Prometheus. */
export const createPrometheus = ({ config, names, kept }: PrometheusParts): SeriesStore => ({
  write: rows => (config.write_url === '' ? kept.write(rows) : writePrometheus(config, rows, names)),
  isAway: error => (error instanceof StoreError ? error.later : isDatabaseOutage(error)),
  read: (wanted, signal) => readPrometheus(config, wanted, signal),
  worst: (wanted, signal) => worstPrometheus(config, wanted, signal),
  stepFrom: (_, step) => step,
})
