import {
  implement,
  readScalars,
  readTable,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { meanOf, percent, readEntities } from '@linecard/driver-kit/builders'
import { sysResources, wanted } from '@linecard/driver-kit/modules'
import { enhancedPools, envFans, fanTrays, oldLoad, pools, processors } from './tables.ts'

type Resources = ResultOf<typeof sysResources>
interface Load {
  sec5: number | null
  min1: number | null
  min5: number | null
}

/** Mean of all processors. The load is the value over one minute. */
async function readLoad(session: Session): Promise<Resources['cpu']> {
  const rows = [...(await readTable(session, processors)).values()]
  const loads: Load[] =
    rows.length > 0
      ? rows.map(row => ({
          sec5: row.sec5Rev ?? row.sec5,
          min1: row.min1Rev ?? row.min1,
          min5: row.min5Rev ?? row.min5,
        }))
      : [await readScalars(session, oldLoad)]
  const [sec5, min1, min5] = [
    meanOf(loads.map(row => row.sec5)),
    meanOf(loads.map(row => row.min1)),
    meanOf(loads.map(row => row.min5)),
  ]
  const util = min1 ?? sec5 ?? min5
  return util === null
    ? null
    : { util, _util5sec: sec5, _util1min: min1, _util5min: min5, _cpu_count: rows.length || null }
}

const storeOf = (used: number | null, free: number | null): Resources['memory'] =>
  used === null || free === null || used + free <= 0
    ? null
    : { util: percent(used, used + free), _total: used + free, _used: used, _free: free }

/**
 * Memory of the processor: its pool of CISCO-MEMORY-POOL-MIB. Else the largest pool of
 * CISCO-ENHANCED-MEMPOOL-MIB, because every card of a chassis has pools. Else the memory of the first
 * processor.
 */
async function readMemory(session: Session): Promise<Resources['memory']> {
  const first = (await readTable(session, pools)).get('1')
  const known = first ? storeOf(first.used, first.free) : null
  if (known) return known
  const enhanced = [...(await readTable(session, enhancedPools)).values()]
    .filter(({ type }) => type === 2)
    .flatMap(row => storeOf(row.usedHc ?? row.used, row.freeHc ?? row.free) ?? [])
  const better = enhanced.toSorted((a, b) => b._total! - a._total!)[0]
  if (better) return better
  const [cpu] = (await readTable(session, processors, { only: ['usedKb', 'freeKb'] })).values()
  return cpu?.usedKb == null || cpu.freeKb === null ? null : storeOf(cpu.usedKb * 1024, cpu.freeKb * 1024)
}

/** Each processor with its memory, by entPhysicalIndex: boards of a chassis or members of a stack. */
async function readCards(session: Session): Promise<Resources['cards']> {
  const cards = new Map<number, { cpu_load: number | null; memory_usage: number | null }>()
  const of = (id: number) => cards.get(id) ?? { cpu_load: null, memory_usage: null }
  for (const row of (await readTable(session, processors)).values()) {
    if (row.physical !== null)
      cards.set(row.physical, {
        ...of(row.physical),
        cpu_load: row.min1Rev ?? row.min1 ?? row.min5Rev ?? row.min5,
      })
  }
  for (const [index, row] of await readTable(session, enhancedPools)) {
    const id = Number(index.split('.')[0])
    const store = row.type === 2 ? storeOf(row.usedHc ?? row.used, row.freeHc ?? row.free) : null
    if (store) cards.set(id, { ...of(id), memory_usage: of(id).memory_usage ?? store.util })
  }
  if (cards.size < 2) return null
  const { all } = await readEntities(session)
  return [...cards]
    .toSorted(([a], [b]) => a - b)
    .map(([id, card]) => ({ id, name: all.get(id)?.name ?? all.get(id)?.descr ?? null, ...card }))
}

async function readFans(session: Session): Promise<Resources['fans']> {
  const env = [...(await readTable(session, envFans))].map(([index, { name, status }]) => ({
    name: name ?? `Fan ${index}`,
    status: status ?? ('Unknown' as const),
    speed: null,
  }))
  if (env.length > 0) return env
  const trays = [...(await readTable(session, fanTrays))]
  if (trays.length === 0) return null
  const { all } = await readEntities(session)
  return trays.map(([index, { status }]) => ({
    name: all.get(Number(index))?.name ?? all.get(Number(index))?.descr ?? `Fan ${index}`,
    status: status ?? ('Unknown' as const),
    speed: null,
  }))
}

/**
 * sys_resources from CISCO-PROCESS-MIB, CISCO-MEMORY-POOL-MIB or CISCO-ENHANCED-MEMPOOL-MIB, CISCO-ENVMON-MIB
 * or CISCO-ENTITY-FRU-CONTROL-MIB.
 */
export const resources = (): Implementation =>
  implement(sysResources, async (session, { load_only }) => ({
    cpu: wanted(load_only, 'cpu') ? await readLoad(session) : null,
    memory: wanted(load_only, 'memory') ? await readMemory(session) : null,
    disk: null,
    interfaces: null,
    cards: wanted(load_only, 'cards') ? await readCards(session) : null,
    fans: wanted(load_only, 'fans') ? await readFans(session) : null,
  }))
