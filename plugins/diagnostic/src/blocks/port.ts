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
import { filled, known, ifKnown } from './known.ts'
import { plain, type BlockReader } from './reader.ts'

/** Error counters as decimal strings, from either module that has them. */
const faultsOf = ({ own }: BlockReader) =>
  ifKnown(own(errors) ?? own(interfaceCounters), ({ in_errors, out_errors, in_discards, out_discards }) => {
    const counts = Object.entries(known({ in_errors, out_errors, in_discards, out_discards }))
    return filled(Object.fromEntries(counts.map(([name, count]) => [name, String(count)])))
  })

/** The blocks that only ports have. */
export function portBlocks(reader: BlockReader) {
  const { own } = reader
  const [media, optical] = [own(sfpMedia), own(sfpOptical)]
  return {
    errors: faultsOf(reader),
    rmon: plain(own(rmon)),
    cable_diag: plain(own(cableDiag)),
    vlans: ifKnown(own(vlansByPort), ({ untagged, tagged, forbidden }) =>
      Object.entries({ untagged, tagged, forbidden }).flatMap(([type, list]) =>
        list.map(({ id: vlan, name }) => ({
          id: vlan,
          ...known({ name }),
          type: type as 'untagged' | 'tagged' | 'forbidden',
        })),
      ),
    ),
    pvid: own(pvid)?.pvid ?? null,
    sfp: filled(known({ media: plain(media), optical: plain(optical) })),
    poe: plain(own(poeInfo)),
  }
}
