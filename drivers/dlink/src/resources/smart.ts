import {
  enumeration,
  implement,
  integer,
  readTable,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { withFans } from '@linecard/driver-kit/builders'
import { sysResources, wanted } from '@linecard/driver-kit/modules'
import { cpuOf, nothing, storeOfKb, type Loads } from './shapes.ts'

/**
 * DLINKSW-ENTITY-EXT-MIB. Index: unit and processor; unit and kind of memory (1 DRAM, 2 flash, in kilobytes);
 * unit and fan.
 */
const tablesOf = (mibs: string) => {
  const [cpu, memory, fan] = [`${mibs}.5.1.7.1`, `${mibs}.5.1.4.1`, `${mibs}.5.1.1.2.1`]
  return {
    cpu: table({ sec5: integer(`${cpu}.3`), min1: integer(`${cpu}.4`), min5: integer(`${cpu}.5`) }),
    memory: table({ total: integer(`${memory}.3`), used: integer(`${memory}.4`) }),
    fans: table({ name: text(`${fan}.3`), status: enumeration(`${fan}.4`, { 1: 'Normal', 2: 'Failed' }) }),
  }
}

/** Mean of the processors that have a value. */
function meanLoads(rows: readonly Loads[]): Loads {
  const mean = (field: keyof Loads) => {
    const known = rows.flatMap(row => row[field] ?? [])
    return known.length === 0
      ? null
      : Math.round((known.reduce((sum, value) => sum + value, 0) / known.length) * 10) / 10
  }
  return { sec5: mean('sec5'), min1: mean('min1'), min5: mean('min5') }
}

async function readCpu(session: Session, columns: ReturnType<typeof tablesOf>['cpu']) {
  const rows = [...(await readTable(session, columns)).values()]
  const cpu = cpuOf(meanLoads(rows))
  return cpu && { ...cpu, _cpu_count: rows.length }
}

const loadAndMemory = (tables: ReturnType<typeof tablesOf>): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const asked = (part: string) => wanted(load_only, part)
    const stores = asked('memory') || asked('disk') ? [...(await readTable(session, tables.memory))] : []
    const store = (kind: string) => {
      const row = stores.find(([index]) => index.split('.')[1] === kind)?.[1]
      return row ? storeOfKb(row.total, row.used, null) : null
    }
    return {
      ...nothing,
      cpu: asked('cpu') ? await readCpu(session, tables.cpu) : null,
      memory: asked('memory') ? store('1') : null,
      disk: asked('disk') ? store('2') : null,
    }
  })

/** sys_resources of the smart series. */
export const smartResources = (mibs: string): Implementation => {
  const tables = tablesOf(mibs)
  return withFans(loadAndMemory(tables), tables.fans)
}
