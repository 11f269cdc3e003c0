import { anomalies } from './0002-anomalies.ts'
import { stays } from './0001-stays.ts'

export const migrations = [stays, anomalies]
