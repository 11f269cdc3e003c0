import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import {
  interfacesList,
  ponCountRegisteredOnts,
  ponPortsList,
  refOf,
  type Interface,
} from '../modules/index.ts'

/** Maximum number of ONUs on a PON port; null: not known. */
export type Capacity = (port: Interface, session: Session) => number | null | Promise<number | null>

/** pon_ports_list and pon_count_registered_onts. */
export const ponPortModules = (capacity: Capacity): Implementation[] => [
  implement(ponPortsList, async session =>
    Promise.all(
      (await session.call(interfacesList, { type: 'PON' })).map(async port =>
        Object.assign({}, port, { _pon_max_ont_size: await capacity(port, session) }),
      ),
    ),
  ),
  implement(ponCountRegisteredOnts, async session => {
    const all = await session.call(interfacesList, { type: 'PON,ONU' })
    const counts = new Map<number, number>()
    for (const { type, parent } of all)
      if (type === 'ONU' && parent !== null) counts.set(parent, (counts.get(parent) ?? 0) + 1)
    return all
      .filter(({ type }) => type === 'PON')
      .map(port => ({ interface: refOf(port), count: counts.get(port.id) ?? 0 }))
  }),
]
