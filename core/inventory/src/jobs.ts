import { trimHistory } from './interfaces/jobs.ts'
import { trimSightings } from './interfaces/sightings/jobs.ts'
import { trimImports } from './transfer/import/job.ts'

export const jobs = { trim_history: trimHistory, trim_sightings: trimSightings, trim_imports: trimImports }
