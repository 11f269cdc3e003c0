import { outages } from './0001-outages.ts'
import { restartSeen } from './0002-restart-seen.ts'
import { reads } from './0003-reads.ts'

export const migrations = [outages, restartSeen, reads]
