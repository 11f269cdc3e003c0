import { light } from './0001-light.ts'

export const migrations = [light]
