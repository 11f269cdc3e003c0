import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { sysResources, wanted } from '../modules/index.ts'
import { integer, readScalars, table } from '../table/index.ts'
import { percent } from './percent.ts'

type Resources = Static<typeof sysResources.result>

const ucd = '1.3.6.1.4.1.2021'
/** Main memory of UCD-SNMP-MIB, in kilobytes. */
const store = table({
  total: integer(`${ucd}.4.5.0`, { none: [0] }),
  free: integer(`${ucd}.4.6.0`),
  buffers: integer(`${ucd}.4.14.0`),
  cached: integer(`${ucd}.4.15.0`),
})
/** ssCpuIdle of UCD-SNMP-MIB: percent over the last minute. */
const processor = table({ idle: integer(`${ucd}.11.11.0`) })

async function readMemory(session: Session): Promise<Resources['memory']> {
  const { total, free, buffers, cached } = await readScalars(session, store)
  if (total === null || free === null || free > total) return null
  // Buffers and caches are given up when memory is needed, so they are not in use.
  const available = Math.min(total, free + (buffers ?? 0) + (cached ?? 0))
  const used = total - available
  return { util: percent(used, total), _total: total * 1024, _used: used * 1024, _free: available * 1024 }
}

async function readLoad(session: Session): Promise<Resources['cpu']> {
  const { idle } = await readScalars(session, processor)
  return idle === null || idle < 0 || idle > 100 ? null : { util: 100 - idle, _cpu_count: null }
}

/** `sys_resources` with load and memory of UCD-SNMP-MIB (Net-SNMP), where `resources` gives none. */
export const withUcd = (resources: Implementation): Implementation =>
  implement(sysResources, async (session, args) => {
    const base = (await resources.run(session, args)) as Resources
    const lacks = (part: 'cpu' | 'memory') => base[part] === null && wanted(args.load_only, part)
    return {
      ...base,
      cpu: lacks('cpu') ? await readLoad(session) : base.cpu,
      memory: lacks('memory') ? await readMemory(session) : base.memory,
    }
  })
