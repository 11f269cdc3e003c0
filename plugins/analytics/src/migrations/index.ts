import { analyticsTables } from './0001-tables.ts'

export const migrations = [analyticsTables]
