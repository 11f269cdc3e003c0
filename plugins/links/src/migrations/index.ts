import { linkTables } from './0001-tables.ts'

export const migrations = [linkTables]
