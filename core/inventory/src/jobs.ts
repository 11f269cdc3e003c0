import { refreshInterfaces, trimHistory } from './interfaces/jobs.ts'
import { refreshFdb, trimSightings } from './interfaces/sightings/jobs.ts'
import { trimImports } from './transfer/import/job.ts'

export const jobs = {
  refresh_interfaces: refreshInterfaces,
  trim_history: trimHistory,
  refresh_fdb: refreshFdb,
  trim_sightings: trimSightings,
  trim_imports: trimImports,
}
