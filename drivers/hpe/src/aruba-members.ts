import { implement, integer, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { hostResources, ownResources } from '@linecard/driver-kit/builders'
import { sysResources, wanted } from '@linecard/driver-kit/modules'

const entry = '1.3.6.1.4.1.47196.4.1.1.3.22.1.0.1.1'

/** The second text of an index of two texts, each with its length before it: type and name of a module. */
function moduleName(index: string): string {
  const parts = index.split('.').map(Number)
  const [length = 0, ...name] = parts.slice(1 + (parts[0] ?? 0))
  return String.fromCharCode(...name.slice(0, length)) || index
}

/**
 * arubaWiredSystemInfoTable of ARUBAWIRED-SYSTEMINFO-MIB: percent of each member of a VSF stack or module.
 */
const members = ownResources({
  cpu: { util: integer(`${entry}.3`), min1: integer(`${entry}.10`), min5: integer(`${entry}.11`) },
  memory: { util: integer(`${entry}.4`) },
  member: moduleName,
})

/**
 * sys_resources: HOST-RESOURCES-MIB is the conductor of a stack, `cards` has every member. Where the standard
 * table is missing, the members' own values are the device's.
 */
export const cxResources = (): Implementation => {
  type Resources = ResultOf<typeof sysResources>
  const host = hostResources({ cachesNotUsed: true })
  return implement(sysResources, async (session, args) => {
    const base = (await host.run(session, args)) as Resources
    const asked = wanted(args.load_only, 'cards') || base.cpu === null || base.memory === null
    if (!asked) return base
    const own = (await members.run(session, args)) as Resources
    return { ...base, cpu: base.cpu ?? own.cpu, memory: base.memory ?? own.memory, cards: own.cards }
  })
}
