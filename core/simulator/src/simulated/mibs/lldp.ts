import { type Subtree, int, octets, oid, scalars, table, text } from '../columns.ts'
import type { SystemFacts } from '../identity.ts'
import { type Port, neighbour } from '../port.ts'
import { uptime } from './system.ts'

const capabilityBits = (bits: number): Buffer => Buffer.from([bits, 0])

/** LLDP-MIB (IEEE 802.1AB): local system and ports, and the neighbours on cables with carrier. */
export const lldp = (facts: SystemFacts, ports: readonly Port[]): Subtree =>
  function* (listing) {
    yield* scalars(listing, '1.0.8802.1.1.2.1.3', {
      1: int(() => 4),
      2: octets(() => facts.mac),
      3: text(() => facts.sysName),
      4: text(() => facts.sysDescr),
      5: octets(() => capabilityBits(facts.capabilities)),
      6: octets(() => capabilityBits(facts.capabilities)),
    })
    const announced = ports.flatMap(port => {
      const own = port.cable.ends[port.end]
      return own ? [[port.lldpPort, own] as const] : []
    })
    yield* table(listing, '1.0.8802.1.1.2.1.3.7.1', announced, {
      2: int(own => own.portIdSubtype),
      3: octets(own => own.portId),
      4: text(own => own.portDescr),
    })

    const now = listing.now()
    const remotes = ports.flatMap(port => {
      const far = neighbour(port, now)
      if (port.cable.ends[port.end === 0 ? 1 : 0]) listing.expires(port.cable.at(now).untilMs)
      const timeMark = Math.max(0, uptime(facts, port.cable.at(now).sinceMs))
      return far
        ? [{ index: `${port.cable.at(now).sinceMs > facts.bootMs ? timeMark : 0}.${port.lldpPort}.1`, far }]
        : []
    })
    yield* table(
      listing,
      '1.0.8802.1.1.2.1.4.1.1',
      remotes.map(({ index, far }) => [index, far] as const),
      {
        4: int(() => 4),
        5: octets(far => far.system.mac),
        6: int(far => far.portIdSubtype),
        7: octets(far => far.portId),
        8: text(far => far.portDescr),
        9: text(far => far.system.sysName),
        10: text(far => far.system.sysDescr),
        11: octets(far => capabilityBits(far.system.capabilities)),
        12: octets(far => capabilityBits(far.system.capabilities)),
      },
    )
    yield* table(
      listing,
      '1.0.8802.1.1.2.1.4.2.1',
      remotes.map(({ index, far }) => [`${index}.1.4.${far.system.ip}`, far] as const),
      { 3: int(() => 2), 4: int(() => 1), 5: oid(() => '1.3.6.1.2.1.2.2.1.1') },
    )
  }
