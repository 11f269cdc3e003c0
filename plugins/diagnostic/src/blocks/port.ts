import {
  cableDiag,
  errors,
  interfaceCounters,
  poeInfo,
  pvid,
  rmon,
  sfpMedia,
  sfpOptical,
  vlansByPort,
} from '@linecard/driver-kit/modules'
import { complete } from '../schemas/complete.ts'
import { ifKnown } from './known.ts'
import type { BlockReader } from './reader.ts'

/** Error counters as decimal strings, from either module that has them. */
const faultsOf = ({ own }: BlockReader) =>
  ifKnown(own(errors) ?? own(interfaceCounters), ({ in_errors, out_errors, in_discards, out_discards }) => {
    const properties = { in_errors, out_errors, in_discards, out_discards }
    const counts = Object.entries(properties).map(([name, count]) => [name, ifKnown(count, String)])
    return complete({ properties }, Object.fromEntries(counts))
  })

/** The blocks that only ports have. */
export function portBlocks(reader: BlockReader) {
  const { own, whole } = reader
  const properties = { media: whole(sfpMedia), optical: whole(sfpOptical) }
  return {
    errors: faultsOf(reader),
    rmon: whole(rmon),
    cable_diag: whole(cableDiag),
    vlans: ifKnown(own(vlansByPort), ({ untagged, tagged, forbidden }) =>
      Object.entries({ untagged, tagged, forbidden }).flatMap(([type, list]) =>
        list.map(({ id: vlan, name }) => ({
          id: vlan,
          name: name ?? null,
          type: type as 'untagged' | 'tagged' | 'forbidden',
        })),
      ),
    ),
    pvid: own(pvid)?.pvid ?? null,
    sfp: complete({ properties }, properties),
    poe: whole(poeInfo),
  }
}
