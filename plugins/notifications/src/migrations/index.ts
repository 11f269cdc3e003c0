import { tables } from './0001-tables.ts'
import { sealedValues } from './0002-sealed-values.ts'

export const migrations = [tables, sealedValues]
