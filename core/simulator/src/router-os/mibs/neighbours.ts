import { type Subtree, int, octets, scalars, table, text } from '../../simulated/columns.ts'
import { neighboursOf } from '../hardware.ts'
import type { RouterOsState } from '../state.ts'
import { mikrotikNode } from './hardware.ts'

/** LLDP-MIB without local ports: lldpRemLocalPortNum is 0. mtxrNeighborTable shows the interface. */
export const neighbours = (router: RouterOsState): Subtree =>
  function* (listing) {
    const now = listing.now()
    for (const port of router.ether) listing.expires(port.cable.at(now).untilMs)
    const rows = neighboursOf(router, now)
    yield* table(
      listing,
      `${mikrotikNode}.11.1.1`,
      rows.map(row => [row.port.ifIndex, row] as const),
      {
        2: octets(({ far }) => Buffer.from(far.system.ip.split('.').map(Number))),
        6: text(({ far }) => far.system.sysName),
        8: int(({ port }) => port.ifIndex),
      },
    )
    yield* scalars(listing, '1.0.8802.1.1.2.1.3', {
      1: int(() => 4),
      2: octets(() => router.facts.mac),
      3: text(() => router.facts.sysName),
      4: text(() => router.facts.sysDescr),
    })
    yield* table(
      listing,
      '1.0.8802.1.1.2.1.4.1.1',
      rows.map(row => [`0.0.${row.port.ifIndex}`, row.far] as const),
      {
        4: int(() => 4),
        5: octets(far => far.system.mac),
        6: int(far => far.portIdSubtype),
        7: octets(far => far.portId),
        8: text(far => far.portDescr),
        9: text(far => far.system.sysName),
        10: text(far => far.system.sysDescr),
      },
    )
  }
