import {
  enumeration,
  implement,
  integer,
  readScalars,
  readTable,
  table,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { sysResources, wanted } from '@linecard/driver-kit/modules'
import type { Params } from '../params.ts'
import { common } from '../nodes.ts'
import { portLoads } from './port-load.ts'
import { cpuOf, nothing, storeOfKb, type Fans } from './shapes.ts'

/** agentCPUutilization of AGENT-GENERAL-MIB. */
const cpu = table({
  sec5: integer(`${common('1.1.6.1')}.0`),
  min1: integer(`${common('1.1.6.2')}.0`),
  min5: integer(`${common('1.1.6.3')}.0`),
})
/**
 * agentDRAMutilizationTable and agentFLASHutilizationTable: total and used memory in kilobytes, use in
 * percent. Index: unit of the stack; 0 without a stack.
 */
const store = (entry: string) =>
  table({ total: integer(`${entry}.2`), used: integer(`${entry}.3`), util: integer(`${entry}.4`) })
const dram = store(common('1.1.9.1'))
const flash = store(common('1.1.10.1'))
/** swFanTable of EQUIPMENT-MIB. Index: unit, fan. A fan stops while the switch is cool enough. */
const fans = table({
  status: enumeration(`${common('11.1.7.1')}.3`, {
    0: 'Unknown',
    1: 'Normal',
    2: 'Failed',
    3: 'Stop',
    4: 'Normal',
    5: 'Normal',
    6: 'Normal',
  }),
  speed: integer(`${common('11.1.7.1')}.6`, { none: [0] }),
})

/** The memory of the device is the memory of the first unit. */
async function readStore(session: Session, columns: typeof dram) {
  const units = [...(await readTable(session, columns))].map(([unit, { total, used, util }]) => ({
    unit,
    store: storeOfKb(total, used, util),
  }))
  return { units, first: units[0]?.store ?? null }
}

async function readFans(session: Session): Promise<Fans | null> {
  const rows = [...(await readTable(session, fans))]
  if (rows.length === 0) return null
  const stacked = new Set(rows.map(([index]) => index.split('.')[0])).size > 1
  return rows.map(([index, { status, speed }]) => {
    const [unit, fan] = index.split('.')
    return { name: stacked ? `Unit ${unit} fan ${fan}` : `Fan ${fan}`, status: status ?? 'Unknown', speed }
  })
}

/** sys_resources from D-Link's common MIBs. In a stack each unit is a card with its own memory. */
export const agentResources = (): Implementation<Params> =>
  implement(sysResources, async (session: Session<Params>, { load_only }) => {
    const asked = (part: string) => wanted(load_only, part)
    const memory = asked('memory') || asked('cards') ? await readStore(session, dram) : null
    return {
      ...nothing,
      cpu: asked('cpu') ? cpuOf(await readScalars(session, cpu)) : null,
      memory: asked('memory') ? memory!.first : null,
      disk: asked('disk') ? (await readStore(session, flash)).first : null,
      interfaces: asked('interfaces')
        ? await portLoads(session, session.model.params?.portLoad ?? common('1.1.8.1'), true)
        : null,
      cards:
        asked('cards') && memory!.units.length > 1
          ? memory!.units.map(({ unit, store: own }) => ({
              id: Number(unit),
              name: `Unit ${unit}`,
              cpu_load: null,
              memory_usage: own?.util ?? null,
            }))
          : null,
      fans: asked('fans') ? await readFans(session) : null,
    }
  })
