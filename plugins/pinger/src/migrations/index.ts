import { tables } from './0001-tables.ts'

export const migrations = [tables]
