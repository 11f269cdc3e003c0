import { devices } from './0001-devices.ts'

export const migrations = [devices]
