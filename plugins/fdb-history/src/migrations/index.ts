import { stays } from './0001-stays.ts'

export const migrations = [stays]
