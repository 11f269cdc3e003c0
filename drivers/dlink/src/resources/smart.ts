import {
  enumeration,
  implement,
  integer,
  readTable,
  table,
  text,
  type Implementation,
} from '@linecard/driver-kit'
import { meanOf, withFans } from '@linecard/driver-kit/builders'
import { sysResources, wanted } from '@linecard/driver-kit/modules'
import { cpuOf, nothing, storeOfKb, type Loads, type Resources, type Store } from './shapes.ts'

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

function meanLoads(rows: readonly Loads[]): Loads {
  const mean = (field: keyof Loads) => meanOf(rows.map(row => row[field]))
  return { sec5: mean('sec5'), min1: mean('min1'), min5: mean('min5') }
}

const unitOf = (index: string): string => index.split('.')[0]!

/** Each unit of a stack with the mean of its processors and its memory. Null without a stack. */
function cardsOf(
  cpus: readonly (readonly [string, Loads])[],
  memories: readonly (readonly [string, Store])[],
): Resources['cards'] {
  const units = [...new Set([...cpus, ...memories].map(([index]) => unitOf(index)))]
  const of = <T>(rows: readonly (readonly [string, T])[], unit: string) =>
    rows.flatMap(([index, row]) => (unitOf(index) === unit ? [row] : []))
  return units.length < 2
    ? null
    : units.map(unit => ({
        id: Number(unit),
        name: `Unit ${unit}`,
        cpu_load: cpuOf(meanLoads(of(cpus, unit)))?.util ?? null,
        memory_usage: of(memories, unit)[0]?.util ?? null,
      }))
}

const loadAndMemory = (tables: ReturnType<typeof tablesOf>): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const asked = (part: string) => wanted(load_only, part)
    const cpus = asked('cpu') || asked('cards') ? [...(await readTable(session, tables.cpu))] : []
    const sized = asked('memory') || asked('disk') || asked('cards')
    const stores = (sized ? [...(await readTable(session, tables.memory))] : []).map(
      ([index, { total, used }]) => [index, storeOfKb(total, used, null)] as const,
    )
    const ofKind = (kind: string) => stores.filter(([index]) => index.split('.')[1] === kind)
    const cpu = asked('cpu') ? cpuOf(meanLoads(cpus.map(([, row]) => row))) : null
    return {
      ...nothing,
      cpu: cpu && { ...cpu, _cpu_count: cpus.length },
      memory: asked('memory') ? (ofKind('1')[0]?.[1] ?? null) : null,
      disk: asked('disk') ? (ofKind('2')[0]?.[1] ?? null) : null,
      cards: asked('cards') ? cardsOf(cpus, ofKind('1')) : null,
    }
  })

/** sys_resources of the smart series. */
export const smartResources = (mibs: string): Implementation => {
  const tables = tablesOf(mibs)
  return withFans(loadAndMemory(tables), tables.fans, index => `Unit ${unitOf(index)}`)
}
