import {
  enumeration,
  implement,
  integer,
  map,
  readScalars,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { sysResources, wanted } from '@linecard/driver-kit/modules'
import type { Software } from './software.ts'

interface Load {
  slot: string
  cpu: number | null
  cpuMinute: number | null
  memory: number | null
}

/**
 * ALCATEL-IND1-HEALTH-MIB, in percent. AOS 7 and 8: healthModuleTable, whose slot 0 (in a virtual chassis the
 * first row) is the management module. AOS 6: scalars of the device, and a table of its slots.
 */
async function readLoads(session: Session, { node }: Software): Promise<Load[]> {
  const health = `${node}.2.1.16.1.1`
  const modules = table({
    cpuMinute: integer(`${health}.1.1.1.11`),
    cpu: integer(`${health}.1.1.1.15`),
    memory: integer(`${health}.1.1.1.16`),
    memoryMinute: integer(`${health}.1.1.1.8`),
  })
  const newer = [...(await readTable(session, modules))].map(([slot, row]) => ({
    slot,
    cpu: row.cpu ?? row.cpuMinute,
    cpuMinute: row.cpuMinute,
    memory: row.memory ?? row.memoryMinute,
  }))
  if (newer.length > 0) return newer
  const device = await readScalars(
    session,
    table({
      memory: integer(`${health}.1.9.0`),
      cpu: integer(`${health}.1.13.0`),
      cpuMinute: integer(`${health}.1.14.0`),
    }),
  )
  const slots = table({
    memory: integer(`${health}.2.1.1.10`),
    cpu: integer(`${health}.2.1.1.14`),
    cpuMinute: integer(`${health}.2.1.1.15`),
  })
  const rows = [...(await readTable(session, slots))].map(([slot, row]) => ({ slot, ...row }))
  const known = device.cpu !== null || device.memory !== null
  return known ? [{ slot: 'device', ...device }, ...rows] : rows
}

type Fans = ResultOf<typeof sysResources>['fans']

/** alaChasEntPhysFanTable of ALCATEL-IND1-CHASSIS-MIB. Index: entPhysicalIndex of the chassis, fan. */
async function readFans(session: Session, { node }: Software): Promise<Fans> {
  const states = { 0: 'Unknown', 1: 'Failed', 2: 'Normal' } as const
  const fans = table({ status: enumeration(`${node}.1.1.3.1.1.11.1.2`, states, { unknown: 'Unknown' }) })
  const rows = [...(await readTable(session, fans))]
  const chassis = new Set(rows.map(([index]) => index.split('.')[0]))
  return rows.length === 0
    ? null
    : rows.map(([index, { status }]) => {
        const [part, fan] = index.split('.')
        return {
          name: chassis.size > 1 ? `Chassis ${[...chassis].indexOf(part) + 1} fan ${fan}` : `Fan ${fan}`,
          status: status ?? ('Unknown' as const),
          speed: null,
        }
      })
}

/** `sys_resources`: the management module is the device; several modules are cards. */
export const aosResources = (software: Software): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const asked = (part: string) => wanted(load_only, part)
    const loads = asked('cpu') || asked('memory') || asked('cards') ? await readLoads(session, software) : []
    const [main] = loads
    const cards = loads.filter(({ slot }) => slot !== 'device')
    const minute = main?.cpuMinute
    return {
      cpu:
        asked('cpu') && main?.cpu != null
          ? { util: main.cpu, ...(minute == null ? {} : { _util1min: minute }), _cpu_count: null }
          : null,
      memory:
        asked('memory') && main?.memory != null
          ? { util: main.memory, _total: null, _used: null, _free: null }
          : null,
      disk: null,
      interfaces: null,
      cards:
        asked('cards') && cards.length > 1
          ? cards.map(({ slot, cpu, memory }) => ({
              id: Number(slot),
              name: `Slot ${slot}`,
              cpu_load: cpu,
              memory_usage: memory,
            }))
          : null,
      fans: asked('fans') ? await readFans(session, software) : null,
    }
  })

/** sysDescr: `Alcatel-Lucent Enterprise OS6860E-P48 8.6.289.R01 GA, July 14, 2019.` */
export const aosVersion = map(
  text('1.3.6.1.2.1.1.1.0'),
  descr => /\b(\d+\.\d+\.\d+(?:\.\d+)*\.R\d+)\b/.exec(descr)?.[1] ?? null,
)
