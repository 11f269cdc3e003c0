import { traps } from './0001-tables.ts'
import { kinds } from './0002-kinds.ts'

export const migrations = [traps, kinds]
