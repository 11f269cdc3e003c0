import { eventTables } from './0001-tables.ts'
import { windows } from './0002-windows.ts'
import { ruleTables } from './0005-rules.ts'

export const migrations = [eventTables, windows, ruleTables]
