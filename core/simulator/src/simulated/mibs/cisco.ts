import { type Subtree, gauge, int, octets, scalars, table, text } from '../columns.ts'
import type { Port } from '../port.ts'
import { wander } from '../values.ts'
import type { BridgeState } from '../switch-state.ts'
import type { Vlan } from '../vlan.ts'

/** ciscoMgmt. */
const mgmt = (number: string) => `1.3.6.1.4.1.9.9.${number}`

/** Bits of 1024 VLANs from `from` on: VLAN 0 is the highest bit of the first octet. */
const vlanBits = (ids: readonly number[], from: number): Buffer => {
  const bits = Buffer.alloc(128)
  for (const id of ids)
    if (id >= from && id < from + 1024) bits[(id - from) >> 3]! |= 0x80 >> ((id - from) & 7)
  return bits
}

/**
 * VLANs of FDDI and Token Ring, which every switch lists. vtpVlanType: 2 fddi, 3 tokenRing, 4 fddiNet, 5
 * trNet.
 */
const ancient: readonly (readonly [Vlan, type: number])[] = [
  [{ id: 1002, name: 'fddi-default' }, 2],
  [{ id: 1003, name: 'token-ring-default' }, 3],
  [{ id: 1004, name: 'fddinet-default' }, 4],
  [{ id: 1005, name: 'trnet-default' }, 5],
]

const carried = (port: Port) => [...port.tagged, ...port.untagged]

/** CISCO-VTP-MIB vtpVlanTable and vlanTrunkPortTable, CISCO-VLAN-MEMBERSHIP-MIB vmMembershipTable. */
export const vtp = (of: BridgeState): Subtree =>
  function* (listing) {
    listing.expires(Infinity)
    const rows = [...(of.control?.vlans ?? of.vlans).map(vlan => [vlan, 1] as const), ...ancient]
    yield* table(
      listing,
      mgmt('46.1.3.1.1'),
      rows.map(row => [`1.${row[0].id}`, row] as const),
      { 2: int(() => 1), 3: int(row => row[1]), 4: text(row => row[0].name) },
    )
    yield* table(
      listing,
      mgmt('46.1.6.1.1'),
      of.ports.map(port => [port.ifIndex, port] as const),
      {
        // 13 vlanTrunkPortDynamicState: 1 on, 2 off; 14 vlanTrunkPortDynamicStatus: 1 trunking, 2
        // notTrunking.
        4: octets(port => vlanBits(carried(port), 0)),
        5: int(port => port.pvid),
        13: int(port => (port.mode === 'trunk' ? 1 : 2)),
        14: int(port => (port.mode === 'trunk' ? 1 : 2)),
        17: octets(port => vlanBits(carried(port), 1024)),
        18: octets(port => vlanBits(carried(port), 2048)),
        19: octets(port => vlanBits(carried(port), 3072)),
      },
    )
    // Trunks have no row, so the rows depend on the modes of the ports.
    yield* table(
      listing,
      mgmt('68.1.2.2.1'),
      of.ports.filter(port => port.mode !== 'trunk').map(port => [port.ifIndex, port] as const),
      { 1: int(() => 1), 2: int(port => port.untagged[0] ?? port.pvid) },
    )
  }

/** CISCO-PROCESS-MIB, CISCO-MEMORY-POOL-MIB, CISCO-ENVMON-MIB of a fixed Catalyst. */
export const catalyst = (seed: string): readonly Subtree[] => {
  const load = wander(`${seed} cpu`, 18, 8)
  const heat = wander(`${seed} board`, 39, 4)
  const used = wander(`${seed} memory`, 61_000_000, 900_000)
  return [
    function* (listing) {
      yield* table(listing, mgmt('109.1.1.1.1'), [[1, null]], {
        2: int(() => 1001),
        6: gauge((_, now) => Math.round(load(now))),
        7: gauge((_, now) => Math.round(load(now) * 0.95)),
        8: gauge((_, now) => Math.round(load(now) * 0.9)),
      })
      yield* table(listing, mgmt('48.1.1.1'), [[1, null]], {
        2: text(() => 'Processor'),
        5: gauge((_, now) => Math.round(used(now))),
        6: gauge((_, now) => 301_989_888 - Math.round(used(now))),
      })
      yield* table(listing, mgmt('13.1.3.1'), [[1008, null]], {
        2: text(() => 'SW#1, Sensor#1, GREEN'),
        3: gauge((_, now) => Math.round(heat(now))),
        4: int(() => 68),
        6: int(() => 1),
      })
      yield* table(listing, mgmt('13.1.4.1'), [[1050, null]], {
        2: text(() => 'Switch#1, Fan#1'),
        3: int(() => 1),
      })
      yield* scalars(listing, '1.3.6.1.4.1.9.2.1', {
        56: int((_, now) => load(now)),
        57: int((_, now) => load(now)),
        58: int((_, now) => load(now)),
      })
    },
  ]
}
