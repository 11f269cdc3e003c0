import { implement, readEntities, readTable, sysResources, sysTemp, wanted, type Entities, type Implementation, type ResultOf, type Session } from '@linecard/driver-kit'
import { boards, fans, temperatures } from './tables.ts'

const nameOf = (entities: Entities, index: string): string => entities.all.get(Number(index))?.name ?? entities.all.get(Number(index))?.descr ?? `Board ${index}`

async function readFans(session: Session): Promise<ResultOf<typeof sysResources>['fans']> {
  const rows = [...await readTable(session, fans)]
  return rows.length === 0 ? null : rows.map(([index, { name, present, state }]) =>
    ({ name: name ?? `Fan ${index.replace('.', '/')}`, status: present === 'no' ? 'Unused' as const : state ?? 'Unknown', speed: null }))
}

/** Memory of the first board that has any. */
function memoryOf(rows: readonly { memory: number | null, size: number | null }[]): ResultOf<typeof sysResources>['memory'] {
  const row = rows.find(({ memory }) => memory !== null)
  if (!row) return null
  const used = row.size === null ? null : Math.round(row.size * row.memory! / 100)
  return { util: row.memory, _total: row.size, _used: used, _free: used === null ? null : row.size! - used }
}

/** sys_resources from HUAWEI-ENTITY-EXTENT-MIB: every board with memory is a computer; several of them (stack, chassis) are cards as well. */
export const boardResources = (): Implementation => implement(sysResources, async (session, { load_only }) => {
  const asked = (part: string) => wanted(load_only, part)
  const rows = asked('cpu') || asked('memory') || asked('cards')
    ? [...await readTable(session, boards)].filter(([, { cpu, memory }]) => cpu !== null || memory !== null) : []
  const loads = rows.flatMap(([, { cpu }]) => cpu ?? [])
  const mean = Math.round(loads.reduce((sum, load) => sum + load, 0) / loads.length * 10) / 10
  const entities = asked('cards') && rows.length > 1 ? await readEntities(session) : null
  return {
    cpu: asked('cpu') && loads.length > 0 ? { util: mean, _cpu_count: loads.length } : null,
    memory: asked('memory') ? memoryOf(rows.map(([, row]) => row)) : null,
    disk: null, interfaces: null,
    cards: entities && rows.map(([index, { cpu, memory }]) => ({ id: Number(index), name: nameOf(entities, index), cpu_load: cpu, memory_usage: memory })),
    fans: asked('fans') ? await readFans(session) : null,
  }
})

/** sys_temp from the same table: boards, not transceivers. */
export const boardTemperatures = (): Implementation => implement(sysTemp, async session => {
  const rows = [...await readTable(session, temperatures)].filter(([, { value }]) => value !== null)
  const entities = rows.length > 0 ? await readEntities(session) : null
  const sensors = rows.filter(([index]) => !entities!.portOf(Number(index))).map(([index, { value }]) => ({ name: nameOf(entities!, index), value }))
  const hottest = sensors.toSorted((a, b) => b.value! - a.value!)[0]
  return { main: hottest?.value ?? null, main_from: hottest?.name ?? null, cpu: null, board: hottest?.value ?? null, sensors }
})
