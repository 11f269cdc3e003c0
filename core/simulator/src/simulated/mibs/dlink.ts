import { Status } from '../../snmp/pdu.ts'
import { type Subtree, type Write, gauge, int, scalars, table, text } from '../columns.ts'
import { type Port, adminUp, isUp, linkSpeed } from '../port.ts'
import { wander } from '../values.ts'

const COMMON = '1.3.6.1.4.1.171.12'

/** CPU load and temperature (AGENT-GENERAL-MIB, EQUIPMENT-MIB as far as D-Link's own tree has them). */
export const agent = (seed: string, serial: string): Subtree =>
  function* (listing) {
    const load = wander(`${seed} cpu`, 17, 9)
    const heat = wander(`${seed} board`, 41, 4)
    yield* scalars(listing, `${COMMON}.1.1.6`, {
      1: int((_, now) => load(now)),
      2: int((_, now) => load(now) * 0.95),
      3: int((_, now) => load(now) * 0.9),
    })
    yield* table(listing, `${COMMON}.1.1.9.1`, [[1, null]], {
      2: int(() => 131_072),
      3: int((_, now) => 61_000 + load(now) * 100),
      4: int((_, now) => (61_000 + load(now) * 100) / 1310.72),
    })
    yield* scalars(listing, `${COMMON}.1.1`, { 12: text(() => serial) })
    yield* table(listing, `${COMMON}.11.1.8.1`, [[1, null]], { 2: int((_, now) => heat(now)) })
  }

/**
 * Optical levels of the SFPs as text in °C, V, mA and dBm, "-" for what cannot be measured (DDM-MGMT-MIB).
 */
export const ddm = (ports: readonly Port[], seed: string, base = `${COMMON}.72`): Subtree =>
  function* (listing) {
    const rows = ports
      .filter(port => port.fiber)
      .map(
        port =>
          [
            port.ifIndex,
            {
              port,
              heat: wander(`${seed} ${port.ifIndex} heat`, 38, 6),
              volts: wander(`${seed} ${port.ifIndex} volts`, 3.29, 0.03),
              bias: wander(`${seed} ${port.ifIndex} bias`, 19, 2),
              tx: wander(`${seed} ${port.ifIndex} tx`, -5.6, 0.3),
              rx: wander(`${seed} ${port.ifIndex} rx`, -9.8, 1.2),
            },
          ] as const,
      )
    yield* table(listing, `${base}.2.1.1.1`, rows, {
      1: int(row => row.port.ifIndex),
      2: text((row, now) => row.heat(now).toFixed(3)),
      3: text((row, now) => row.volts(now).toFixed(3)),
      4: text((row, now) => row.bias(now).toFixed(3)),
      5: text((row, now) => row.tx(now).toFixed(3)),
      6: text((row, now) => (isUp(row.port, now) ? row.rx(now).toFixed(3) : '-')),
    })
  }

interface CableTest {
  port: Port
  testedMs: number
}
const start: Write<CableTest> = (row, value, now) => {
  if (value !== 1) return Status.badValue
  row.testedMs = now
  return 0
}
const done = (row: CableTest, now: number) => row.testedMs >= 0 && now - row.testedMs > 2000
const status = int<CableTest>((row, now) => (!done(row, now) ? 5 : isUp(row.port, now) ? 0 : 1))
const metres = int<CableTest>((row, now) => (done(row, now) ? 12 + (row.port.ifIndex % 60) : 0))

/**
 * CableEnd diagnostics of copper ports: a test that never ran until action (12) is SET to 1, then good pairs
 * with their lengths.
 */
export const cableDiagnostics = (ports: readonly Port[]): Subtree =>
  function* (listing) {
    const rows = ports
      .filter(port => !port.fiber)
      .map((port): [number, CableTest] => [port.ifIndex, { port, testedMs: -1 }])
    yield* table(listing, `${COMMON}.58.1.1.1`, rows, {
      1: int(row => row.port.ifIndex),
      2: int(row => (row.port.speedMbps >= 1000 ? 1 : 0)),
      3: int((row, now) => (isUp(row.port, now) ? 1 : 0)),
      4: status,
      5: status,
      6: status,
      7: status,
      8: metres,
      9: metres,
      10: metres,
      11: metres,
      12: int(() => 3, start),
      13: int((row, now) => (row.testedMs < 0 ? 1 : done(row, now) ? 3 : 2)),
    })
  }

/** Utilisation of each port, in percent. */
export const utilisation = (ports: readonly Port[], seed: string): Subtree =>
  function* (listing) {
    const rows = ports.map(
      port => [port.ifIndex, { port, load: wander(`${seed} use ${port.ifIndex}`, 12, 11) }] as const,
    )
    const percent = gauge<(typeof rows)[number][1]>((row, now) => (isUp(row.port, now) ? row.load(now) : 0))
    yield* table(listing, `${COMMON}.1.1.8.1`, rows, {
      1: int(row => row.port.ifIndex),
      2: percent,
      3: percent,
      4: percent,
    })
  }

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

/** CPU and memory of the DGS-1210 series, below the model's own node. */
export const agent1210 = (base: string, seed: string): Subtree =>
  function* (listing) {
    const load = wander(`${seed} cpu`, 17, 9)
    for (const [group, factor] of [
      [1, 1],
      [2, 2.5],
    ] as const) {
      yield* scalars(listing, `${base}.100.${group}`, {
        1: int((_, now) => load(now) * factor),
        2: int((_, now) => load(now) * factor),
        3: int((_, now) => load(now) * factor),
      })
    }
  }
