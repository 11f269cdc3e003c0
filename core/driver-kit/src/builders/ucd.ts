import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import { sysResources, wanted } from '../modules/index.ts'
import { integer, readScalars, table, type RowOf } from '../table/index.ts'
import { noResources } from './no-resources.ts'
import { percent } from './percent.ts'

type Resources = Static<typeof sysResources.result>

const ucd = '1.3.6.1.4.1.2021'
/** Main memory of UCD-SNMP-MIB in kilobytes; ssCpuIdle: percent over the last minute. */
const objects = table({
  total: integer(`${ucd}.4.5.0`, { none: [0] }),
  free: integer(`${ucd}.4.6.0`),
  buffers: integer(`${ucd}.4.14.0`),
  cached: integer(`${ucd}.4.15.0`),
  idle: integer(`${ucd}.11.11.0`),
})
type Row = RowOf<typeof objects>

function memoryOf({ total, free, buffers, cached }: Row): Resources['memory'] {
  if (total === null || free === null || free > total) return null
  // Buffers and caches are given up when memory is needed, so they are not in use.
  const available = Math.min(total, free + (buffers ?? 0) + (cached ?? 0))
  const used = total - available
  return { util: percent(used, total), _total: total * 1024, _used: used * 1024, _free: available * 1024 }
}

const loadOf = ({ idle }: Row): Resources['cpu'] =>
  idle === null || idle < 0 || idle > 100 ? null : { util: 100 - idle, _cpu_count: null }

/** Load and memory of `sys_resources` from UCD-SNMP-MIB (Net-SNMP). */
export const ucdResources = (): Implementation =>
  implement(
    sysResources,
    async (session, { load_only }) => {
      const [cpu, memory] = [wanted(load_only, 'cpu'), wanted(load_only, 'memory')]
      if (!cpu && !memory) return noResources
      const row = await readScalars(session, objects)
      return { ...noResources, cpu: cpu ? loadOf(row) : null, memory: memory ? memoryOf(row) : null }
    },
    { source: 'UCD-SNMP-MIB' },
  )
