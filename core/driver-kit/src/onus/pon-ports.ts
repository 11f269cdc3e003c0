import { isComplete } from '../contract/errors.ts'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import {
  interfacesList,
  ponCountRegisteredOnts,
  ponPortsList,
  refOf,
  type Interface,
} from '../modules/index.ts'
import { listOnus } from './interfaces.ts'
import { readPorts } from './proven.ts'
import { noted } from './rows.ts'
import type { Olt } from './tree.ts'

/** Maximum number of ONUs on a PON port; null: not known. */
export type Capacity = (port: Interface, session: Session) => number | null | Promise<number | null>

/** pon_ports_list and pon_count_registered_onts. */
export const ponPortModules = (olt: Olt, capacity: Capacity): Implementation[] => [
  implement(ponPortsList, async session =>
    Promise.all(
      (await session.call(interfacesList, { type: 'PON' })).map(async port =>
        Object.assign({}, port, { _pon_max_ont_size: await capacity(port, session) }),
      ),
    ),
  ),
  implement(ponCountRegisteredOnts, async session => {
    let whole = true
    const watched = noted(session, one => {
      if (!isComplete([one])) whole = false
    })
    const read = await readPorts(watched, olt)
    const counts = new Map<number, number>()
    const onus = await listOnus(watched, olt, read)
    for (const { parent } of onus) if (parent !== null) counts.set(parent, (counts.get(parent) ?? 0) + 1)
    if (onus.length > 0 && onus.every(({ _port }) => _port === null))
      watched.report({ what: 'parent', reason: 'silent', rows: 0 })
    // A part of the list has fewer ONUs than the port, and an empty part none: neither is a count.
    if (!whole) return []
    return read.ports
      .filter(({ type }) => type === 'PON')
      .map(port => ({ interface: refOf(port), count: counts.get(port.id) ?? 0 }))
  }),
]
