import { implement, type Implementation } from '@linecard/driver-kit'
import { interfacesList, ponCountRegisteredOnts, ponPortsList, refOf } from '@linecard/driver-kit/modules'
import { keptCards, type Chassis } from '../cards/read.ts'
import { isEpon } from '../onus/interfaces.ts'

/** Maximum number of ONUs on a port: 128, on older EPON boards 64. */
const capacity = (epon: boolean, board: string | null | undefined): number =>
  epon && !board?.startsWith('ETTO') ? 64 : 128

/** pon_ports_list and pon_count_registered_onts. */
export const ponPortModules = (chassis: Chassis): Implementation[] => [
  implement(ponPortsList, async session => {
    const ports = await session.call(interfacesList, { type: 'PON' })
    const cards = ports.some(isEpon) ? await keptCards(session, chassis) : []
    return ports.map(port =>
      Object.assign({}, port, {
        _pon_max_ont_size: capacity(
          isEpon(port),
          cards.find(({ shelf, slot }) => shelf === port._frame && slot === port._slot)?.type,
        ),
      }),
    )
  }),
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
