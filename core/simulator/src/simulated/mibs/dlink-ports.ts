import { Status } from '../../snmp/pdu.ts'
import { type Subtree, type Write, int, table } from '../columns.ts'
import { type Port, adminUp, isUp, linkSpeed } from '../port.ts'

/** Where a model has its port tables, and their numbers. */
export interface PortTable {
  /** Table of the state, by port and medium: link (5), speed (6). */
  info?: string
  /** Table of the configuration: medium (2), admin state (4), speed (5), learning (7). */
  control?: string
  /** DGS-1210: one table with state and configuration, by port and medium. */
  single?: string
  /** Medium numbers of copper and fibre. */
  media: readonly [number, number]
  /** Number of a speed in Mbit/s, full duplex. */
  speeds: Readonly<Record<number, number>>
}

const writeAdmin =
  (enabled: number, disabled: number): Write<Port> =>
  (port, value, now) => {
    if (value !== enabled && value !== disabled) return Status.badValue
    port.cable.setAdmin(port.end, value === enabled, now)
    return 0
  }

/** 2 is auto; the other numbers are those of the info table. */
const writeSpeed =
  (speeds: PortTable['speeds']): Write<Port> =>
  (port, value) => {
    const set = Object.entries(speeds).find(([, number]) => number === value)?.[0]
    if (value !== 2 && (set === undefined || Number(set) > port.speedMbps)) return Status.badValue
    port.forcedMbps = set === undefined ? null : Number(set)
    return 0
  }

/** The port tables of D-Link. Each series has them at another OID and with other numbers. */
export const portTables = (
  ports: readonly Port[],
  { info, control, single, media, speeds }: PortTable,
): Subtree =>
  function* (listing) {
    const rows = ports.map(port => [`${port.ifIndex}.${media[port.fiber ? 1 : 0]}`, port] as const)
    const medium = int<Port>(port => media[port.fiber ? 1 : 0])
    if (info)
      yield* table(listing, info, rows, {
        1: int(port => port.ifIndex),
        2: medium,
        5: int((port, now) => (isUp(port, now) ? 2 : 3)),
        6: int((port, now) => speeds[linkSpeed(port, now)] ?? 0),
      })
    if (control)
      yield* table(listing, control, rows, {
        1: int(port => port.ifIndex),
        2: medium,
        4: int(port => (adminUp(port) ? 3 : 2), writeAdmin(3, 2)),
        5: int(port => (port.forcedMbps === null ? 2 : (speeds[port.forcedMbps] ?? 1)), writeSpeed(speeds)),
        7: int(() => 3),
      })
    if (single) {
      yield* table(listing, single, rows, {
        1: int(port => port.ifIndex),
        2: medium,
        3: int(() => 6),
        4: int((port, now) => speeds[linkSpeed(port, now)] ?? 1),
        8: int(port => (port.fiber ? 4 : 2)),
        11: int(port => (adminUp(port) ? 1 : 2), writeAdmin(1, 2)),
      })
    }
  }
