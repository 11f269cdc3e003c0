import { files } from './0001-files.ts'

export const migrations = [files]
