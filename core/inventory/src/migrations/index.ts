import { trigrams } from './0000-trigrams.ts'
import { devices } from './0001-devices.ts'
import { interfaces } from './0002-interfaces.ts'
import { renumbering } from './0003-renumbering.ts'
import { managedInterfaces } from './0004-managed-interfaces.ts'
import { sightings } from './0005-sightings.ts'
import { onus } from './0006-onus.ts'
import { search } from './0007-search.ts'
import { imports } from './0008-import.ts'
import { onuSearch } from './0009-onu-search.ts'
import { exceeds } from './0010-exceeds.ts'
import { importResume } from './0011-import-resume.ts'
import { scopes } from './0012-scopes.ts'
import { onuPlaces } from './0013-onu-places.ts'
import { closedOnus } from './0014-closed-onus.ts'
import { onuTwins } from './0015-onu-twins.ts'
import { reached } from './0016-reached.ts'
import { interfaceCounts } from './0017-interface-counts.ts'
import { vanished } from './0018-vanished.ts'
import { leftOut } from './0019-left-out.ts'
import { newest } from './0020-newest.ts'

export const migrations = [
  trigrams,
  devices,
  interfaces,
  renumbering,
  managedInterfaces,
  sightings,
  onus,
  search,
  imports,
  onuSearch,
  exceeds,
  importResume,
  scopes,
  onuPlaces,
  closedOnus,
  onuTwins,
  reached,
  interfaceCounts,
  vanished,
  leftOut,
  newest,
]
