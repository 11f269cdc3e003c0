import { metricsTables } from './0001-tables.ts'
import { lightStates } from './0002-light-states.ts'
import { samplesByTime } from './0003-samples-by-time.ts'
import { speedChanges } from './0004-speed-changes.ts'

export const migrations = [metricsTables, lightStates, samplesByTime, speedChanges]
