import { devices } from './0001-devices.ts'
import { failing } from './0002-failing.ts'
import { warnings } from './0003-warnings.ts'
import { told } from './0004-told.ts'

export const migrations = [devices, failing, warnings, told]
