import { enumeration, implement, integer, readTable, table } from '@linecard/driver-kit'
import { temperatureTable, withFans } from '@linecard/driver-kit/builders'
import { cardStatus, powerStatus, sysResources, wanted } from '@linecard/driver-kit/modules'
import { olt, sys } from './nodes.ts'

/** sys_resources: the control card with the highest load (control cards have memory too); all cards. */
const loads = implement(sysResources, async (session, { load_only }) => {
  const asked = (part: string) => wanted(load_only, part)
  const cards =
    asked('cpu') || asked('memory') || asked('cards')
      ? (await session.call(cardStatus, {})).filter(one => one.cpu_load !== null)
      : []
  const controls = cards.filter(one => one.memory_usage !== null)
  const busiest = controls.reduce<(typeof cards)[number] | null>(
    (most, one) => (most === null || one.cpu_load! > most.cpu_load! ? one : most),
    null,
  )
  const filled = controls.flatMap(one => one.memory_usage ?? [])
  return {
    cpu: asked('cpu') && busiest ? { util: busiest.cpu_load!, _cpu_count: controls.length } : null,
    memory:
      asked('memory') && filled.length > 0
        ? { util: Math.max(...filled), _total: null, _used: null, _free: null }
        : null,
    disk: null,
    interfaces: null,
    cards:
      asked('cards') && cards.length > 0
        ? cards.map(({ id, cpu_load, memory_usage }) => ({ id, name: `Slot ${id}`, cpu_load, memory_usage }))
        : null,
    fans: null,
  }
})

export const resources = withFans(
  loads,
  { status: enumeration(`${olt}.60.2.1.1`, { 1: 'Normal', 2: 'Failed', 3: 'Failed', 4: 'Unknown' }) },
  index => `Slot ${index}`,
)

export const temperature = temperatureTable({ value: integer(`${sys}.5`) }, () => 'System')

const feeds = table({
  status: enumeration(`${olt}.60.1.1.2`, { 1: 'Normal', 2: 'Failed', 3: 'Failed', 4: 'Unknown' }),
})
/** power_status. */
export const power = implement(powerStatus, async session => {
  const supplies = [...(await readTable(session, feeds))].map(([index, { status }]) => ({
    name: `Power ${index}`,
    status: status ?? ('Unknown' as const),
  }))
  const known = supplies.filter(one => one.status !== 'Unknown')
  const good = known.every(one => one.status === 'Normal') ? ('Good' as const) : ('Alert' as const)
  return { status: known.length === 0 ? ('Unknown' as const) : good, _pretty: null, _status: null, supplies }
})
