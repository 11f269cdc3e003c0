import { tables } from './0001-tables.ts'
import { sites } from './0002-sites.ts'

export const migrations = [tables, sites]
