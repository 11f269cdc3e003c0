import { marks } from './0001-marks.ts'

export const migrations = [marks]
