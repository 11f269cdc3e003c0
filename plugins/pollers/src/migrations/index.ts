import { devices } from './0001-devices.ts'
import { failing } from './0002-failing.ts'

export const migrations = [devices, failing]
