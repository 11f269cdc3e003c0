import { versions } from './0001-versions.ts'

export const migrations = [versions]
