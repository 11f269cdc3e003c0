import { outages } from './0001-outages.ts'
import { restartSeen } from './0002-restart-seen.ts'

export const migrations = [outages, restartSeen]
