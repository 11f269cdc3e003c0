import { implement, readWhole, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { byIfIndex } from '@linecard/driver-kit/builders'
import { interfacesList, lldpInfo, refOf, wanted } from '@linecard/driver-kit/modules'
import { neighbours } from './tables.ts'

const descr = (platform: string | null, version: string | null): string | null =>
  [platform, version].filter(Boolean).join(' ') || null

/**
 * `lldp_info` with the neighbours of MikroTik's own table after those of LLDP-MIB or the API: LLDP-MIB has
 * none that speak MNDP or CDP alone. The table does not say which of the two a neighbour speaks.
 */
export const withOwnNeighbours = (lldp: Implementation): Implementation =>
  implement(lldpInfo, async (session, args) => {
    const found = (await lldp.run(session, args)) as ResultOf<typeof lldpInfo>
    if (!wanted(args.load_only, 'rem_chassis') && !wanted(args.load_only, 'rem_port')) return found
    const { rows: all, lost } = await readWhole(session, neighbours)
    const isPart = lost.has('platform') || lost.has('version')
    const rows = [...all.values()].filter(({ mac, identity }) => mac !== null || identity !== null)
    const interfaces = byIfIndex(rows.length > 0 ? await session.call(interfacesList, {}) : [])
    const isKnown = (ifIndex: number | null, ...names: (string | null)[]) =>
      found.remotes.some(
        ({ loc_interface: own, rem_chassis_id, rem_name }) =>
          own?.if_index === ifIndex &&
          [rem_chassis_id, rem_name].some(name => name !== null && names.includes(name)),
      )
    const others = rows
      .filter(({ ifIndex, mac, identity }) => !isKnown(ifIndex, mac, identity))
      .map(({ address, mac, version, platform, identity, ifIndex }) => {
        const own = ifIndex === null ? undefined : interfaces.get(ifIndex)
        return {
          loc_interface: own ? refOf(own) : null,
          protocol: null,
          loc_port_id: ifIndex ?? 0,
          rem_chassis_id: mac,
          rem_interface: null,
          rem_port_descr: null,
          rem_name: identity,
          rem_descr: isPart && !(platform && version) ? null : descr(platform, version),
          rem_mgmt_address: address === '0.0.0.0' ? null : address,
          _rem_port_id: null,
        }
      })
    return { ...found, remotes: [...found.remotes, ...others] }
  })
