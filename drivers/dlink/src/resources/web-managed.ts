import {
  implement,
  integer,
  readScalars,
  table,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { sysResources, wanted } from '@linecard/driver-kit/modules'
import type { Params } from '../params.ts'
import { portLoads } from './port-load.ts'
import { cpuOf, nothing } from './shapes.ts'

const threeLoads = (node: string) =>
  table({ sec5: integer(`${node}.1.0`), min1: integer(`${node}.2.0`), min5: integer(`${node}.3.0`) })

/** sys_resources from companyAgentBasicInfo. It has only percentages. */
export const webManagedResources = (): Implementation<Params> =>
  implement(sysResources, async (session: Session<Params>, { load_only }) => {
    const load = session.model.params?.load
    if (!load) return nothing
    const memory = wanted(load_only, 'memory')
      ? cpuOf(await readScalars(session, threeLoads(load.memory)))
      : null
    return {
      ...nothing,
      cpu: wanted(load_only, 'cpu') ? cpuOf(await readScalars(session, threeLoads(load.cpu))) : null,
      memory: memory && { util: memory.util, _total: null, _used: null, _free: null },
      interfaces:
        load.ports && wanted(load_only, 'interfaces') ? await portLoads(session, load.ports, false) : null,
    }
  })
