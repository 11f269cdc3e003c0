import { metricsTables } from './0001-tables.ts'
import { lightStates } from './0002-light-states.ts'

export const migrations = [metricsTables, lightStates]
