import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import { refOf, vlans, vlansByPort, type Interface } from '../modules/index.ts'
import { interfacesFor } from './interfaces.ts'

type Vlan = Static<typeof vlans.result>[number]
type PortVlans = Omit<Static<typeof vlansByPort.result>[number], 'interface'>
const noVlans = (): PortVlans => ({ untagged: [], tagged: [], egress: [], forbidden: [] })

/** VLANs by port: every interface that is in a VLAN, in the order of `interfaces`. */
export function pivotVlans(
  list: readonly Vlan[],
  interfaces: readonly Interface[],
): Static<typeof vlansByPort.result> {
  const byId = new Map<number, PortVlans>()
  for (const { id, name, ports } of list) {
    for (const kind of ['untagged', 'tagged', 'egress', 'forbidden'] as const) {
      for (const one of ports?.[kind] ?? []) {
        const lists = byId.get(one.id) ?? noVlans()
        byId.set(one.id, lists)
        lists[kind].push({ id, name })
      }
    }
  }
  return interfaces.flatMap(one => {
    const lists = byId.get(one.id)
    return lists ? [{ interface: refOf(one), ...lists }] : []
  })
}

/** vlans_by_port made from `vlans`, for families that read their VLANs from vendor objects. */
export const vlansByPortOf = (): Implementation =>
  implement(
    vlansByPort,
    async (session, args) =>
      pivotVlans(await session.call(vlans, {}), await interfacesFor(session, args.interface)),
    { from: [vlans] },
  )
