import { enumeration, implement, integer, map, readTable, table, text } from '@linecard/driver-kit'
import { temperatureTable } from '@linecard/driver-kit/builders'
import { cardList, cardStatus, sysResources, wanted } from '@linecard/driver-kit/modules'
import { asam, board, thermal } from './nodes.ts'

/** eqptBoardIfSlotId: the number of a slot in ifIndex; 255 is none. */
export const boardSlots = table({
  linear: map(integer(`${board}.32`), value => (value === 255 ? null : value)),
})
const states = {
  1: 'available',
  2: 'inTest',
  3: 'failed',
  4: 'powerOff',
  5: 'notInstalled',
  6: 'offLine',
  7: 'dependency',
} as const
/** What eqptSlotPlannedType and eqptSlotActualType say where no board is meant. */
const noBoard = /^(?:EMPTY|NOT_PLANNED|NOT_ALLOWED|UNKNOWN)$/
const type = (column: number) => map(text(`${board}.${column}`), name => (noBoard.test(name) ? null : name))

/** What is planned for a slot, and what stands in it. */
export const boardType = table({ planned: type(2), actual: type(3) })
const identities = table({
  planned: type(2),
  actual: type(3),
  model: text(`${board}.14`),
  serial: text(`${board}.19`),
})
const status = table({
  planned: type(2),
  actual: type(3),
  admin: enumeration(`${board}.5`, { 1: 'Enabled', 2: 'Disabled' }),
  adminCode: integer(`${board}.5`),
  state: enumeration(`${board}.8`, states),
  stateCode: integer(`${board}.8`),
})
const loads = table({ cpu: integer(`${asam}.9.29.1.1.4`) })
/** Megabytes. */
const stores = table({ total: integer(`${asam}.9.29.2.1.1`), used: integer(`${asam}.9.29.2.1.2`) })
const megabyte = 2 ** 20
const temperatures = table({ value: integer(`${thermal}.2`) })

/** EqptSlotIndex: rack and shelf in four bits each, then the position: on the FX, slot 1 is position 3. */
const placeOf = (index: string) => ({
  id: Number(index),
  rack: Math.floor(Number(index) / 2 ** 12) % 16,
  shelf: Math.floor(Number(index) / 2 ** 8) % 16,
  slot: Number(index) % 2 ** 8,
})
const share = (row: { total: number | null; used: number | null } | undefined): number | null =>
  row?.total && row.used !== null ? Math.round((row.used / row.total) * 1000) / 10 : null

export const cardModules = [
  implement(cardList, async session =>
    [...(await readTable(session, identities))]
      .filter(([, { planned, actual }]) => planned !== null || actual !== null)
      .map(([index, { planned, actual, model, serial }]) => ({
        ...placeOf(index),
        cfg_type: planned,
        real_type: actual ?? model,
        technology: null,
        num_ports: null,
        soft_ver: null,
        serial_num: serial,
      })),
  ),
  implement(cardStatus, async session => {
    const cpus = await readTable(session, loads)
    const memories = await readTable(session, stores)
    const sensors = [...(await readTable(session, temperatures))]
    return [...(await readTable(session, status))]
      .filter(([, { planned, actual }]) => planned !== null || actual !== null)
      .map(([index, { admin, adminCode, state, stateCode }]) => {
        const own = sensors.flatMap(([at, { value }]) => (at.split('.')[0] === index ? (value ?? []) : []))
        return {
          ...placeOf(index),
          oper_status: state,
          _oper_status: stateCode,
          admin_status: admin,
          _admin_status: adminCode,
          cpu_load: cpus.get(index)?.cpu ?? null,
          memory_usage: share(memories.get(index)),
          temperature: own.length > 0 ? Math.max(...own) : null,
        }
      })
  }),
]

/** sys_resources: the first board with a load, which is the network termination; all boards. */
export const resources = implement(sysResources, async (session, { load_only }) => {
  const asked = (part: string) => wanted(load_only, part)
  const cpus = asked('cpu') || asked('cards') ? await readTable(session, loads) : new Map()
  const memories = asked('memory') || asked('cards') ? await readTable(session, stores) : new Map()
  const load = [...cpus.values()].find(row => row.cpu !== null)
  const store = [...memories.values()].find(row => share(row) !== null)
  const indexes = [...new Set([...cpus.keys(), ...memories.keys()])]
  return {
    cpu: asked('cpu') && load ? { util: load.cpu, _cpu_count: cpus.size } : null,
    memory:
      asked('memory') && store
        ? {
            util: share(store),
            _total: store.total * megabyte,
            _used: store.used * megabyte,
            _free: (store.total - store.used) * megabyte,
          }
        : null,
    disk: null,
    interfaces: null,
    cards:
      asked('cards') && indexes.length > 0
        ? indexes.map(index => ({
            id: Number(index),
            name: `Slot ${index}`,
            cpu_load: cpus.get(index)?.cpu ?? null,
            memory_usage: share(memories.get(index)),
          }))
        : null,
    fans: null,
  }
})

/** sys_temp: °C. Index: slot, sensor. */
export const boardTemperatures = temperatureTable(
  { value: integer(`${thermal}.2`) },
  index => `Slot ${index.split('.')[0]} sensor ${index.split('.')[1]}`,
)
