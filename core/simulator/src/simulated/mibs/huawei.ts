import { Status } from '../../snmp/pdu.ts'
import { type Subtree, type Write, int, octets, table, text } from '../columns.ts'
import type { SwitchState } from '../switch-state.ts'
import { type Port, isUp } from '../port.ts'
import { wander } from '../values.ts'

/** HUAWEI-ENTITY-EXTENT-MIB. */
const extent = '1.3.6.1.4.1.2011.5.25.31.1.1'
/** entPhysicalIndex of the board and of its ports. */
export const boardEntity = 67_108_873
export const portEntity = (port: Port): number => 67_371_017 + port.ifIndex

/** hwEntityStateTable of the board: load and memory in percent, size in octets, °C; hwFanStatusTable. */
export const boards = ({ seed }: SwitchState): readonly Subtree[] => {
  const load = wander(`${seed} cpu`, 15, 7)
  const heat = wander(`${seed} board`, 44, 3)
  return [
    function* (listing) {
      yield* table(listing, `${extent}.1.1`, [[boardEntity, null]], {
        5: int((_, now) => load(now)),
        7: int((_, now) => 40 + load(now) / 10),
        9: int(() => 268_435_456),
        11: int((_, now) => heat(now)),
      })
      yield* table(listing, `${extent}.10.1`, [['0.1', null]], {
        1: int(() => 0),
        2: int(() => 1),
        5: int(() => 40),
        6: int(() => 1),
        7: int(() => 1),
        8: text(() => 'FAN 1'),
      })
    },
  ]
}

/** hwOpticalModuleInfoTable: °C, mV, µA, 0.01 dBm; −1 if a level is not measured. */
export const optics = (ports: readonly Port[], seed: string): Subtree =>
  function* (listing) {
    const rows = ports
      .filter(port => port.fiber)
      .map(
        port =>
          [
            portEntity(port),
            {
              port,
              heat: wander(`${seed} ${port.ifIndex} heat`, 37, 5),
              bias: wander(`${seed} ${port.ifIndex} bias`, 21_000, 2000),
              tx: wander(`${seed} ${port.ifIndex} tx`, -240, 25),
              rx: wander(`${seed} ${port.ifIndex} rx`, -710, 90),
            },
          ] as const,
      )
    yield* table(listing, `${extent}.3.1`, rows, {
      1: int(() => 2),
      2: int(() => 1310),
      4: text(row => `HW${row.port.mac.toString('hex').toUpperCase()}`),
      5: int((row, now) => row.heat(now)),
      6: int(() => 3290),
      7: int((row, now) => row.bias(now)),
      8: int((row, now) => (isUp(row.port, now) ? row.rx(now) : -1)),
      9: int((row, now) => row.tx(now)),
      13: int(() => -1680),
      15: int(() => -880),
      24: text(() => 'HUAWEI'),
      25: text(() => '34060473'),
    })
  }

/** Bits of 2048 VLANs from `from`. The first VLAN is the highest bit of the first octet. */
const vlanBits = (ids: readonly number[], from: number): Buffer => {
  const bits = Buffer.alloc(256)
  for (const id of ids)
    if (id >= from && id < from + 2048) bits[(id - from) >> 3]! |= 0x80 >> ((id - from) & 7)
  return bits
}
/** hwL2IfPortType: 1 trunk, 2 access, 3 hybrid. */
const types = { trunk: 1, access: 2, hybrid: 3 } as const

const carried = ({ tagged, untagged }: Port): number[] => [...tagged, ...untagged]

const inTable = (ports: readonly Port[], mode?: Port['mode']) =>
  ports
    .filter(port => mode === undefined || port.mode === mode)
    .map(port => [port.bridgePort!, port] as const)

/** HUAWEI-L2IF-MIB: mode and PVID of each port, and what trunks and hybrid ports carry. */
export const layer2 = (ports: readonly Port[]): Subtree =>
  function* (listing) {
    listing.expires(Infinity)
    const entry = '1.3.6.1.4.1.2011.5.25.42.1.1.1'
    yield* table(listing, `${entry}.3.1`, inTable(ports), {
      2: int(port => port.ifIndex),
      3: int(port => types[port.mode]),
      4: int(port => port.pvid),
    })
    yield* table(listing, `${entry}.10.1`, inTable(ports, 'trunk'), {
      2: octets(port => vlanBits(carried(port), 0)),
      3: octets(port => vlanBits(carried(port), 2048)),
    })
    yield* table(listing, `${entry}.9.1`, inTable(ports, 'hybrid'), {
      2: octets(port => vlanBits(carried(port), 0)),
      3: octets(port => vlanBits(carried(port), 2048)),
      4: octets(port => vlanBits(port.untagged, 0)),
      5: octets(port => vlanBits(port.untagged, 2048)),
    })
  }

interface CableTest {
  port: Port
  testedMs: number
}
const lastsMs = 2000
const startTest: Write<CableTest> = (row, value, now) => {
  if (value !== 1) return Status.wrongValue
  row.testedMs = now
  return 0
}

/**
 * hwVirtualCableTestTable by ifIndex: status 1 normal, 2 open; length in metres; operation 1 startTest, 2
 * resetTestValue, 3 readyStartTest.
 */
export const cableTests = (ports: readonly Port[]): Subtree =>
  function* (listing) {
    const rows = ports
      .filter(port => !port.fiber)
      .map(port => [port.ifIndex, { port, testedMs: -Infinity }] as const)
    yield* table(listing, `${extent}.7.1`, rows, {
      2: int((row, now) => (isUp(row.port, now) ? 1 : 2)),
      3: int(row => 12 + (row.port.ifIndex % 60)),
      4: int((row, now) => (now - row.testedMs < lastsMs ? 1 : 3), startTest),
    })
  }
