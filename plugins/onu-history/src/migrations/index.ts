import { light } from './0001-light.ts'
import { trend } from './0002-trend.ts'

export const migrations = [light, trend]
