import { metricsTables } from './0001-tables.ts'

export const migrations = [metricsTables]
