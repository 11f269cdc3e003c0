import { Status } from '../../snmp/pdu.ts'
import { type Subtree, type Write, int, table, text } from '../columns.ts'
import { type Port, isUp } from '../port.ts'
import { wander } from '../values.ts'
import { commonNode } from './dlink-agent.ts'

/**
 * Optical levels of the SFPs as text in °C, V, mA and dBm, "-" if a level cannot be measured (DDM-MGMT-MIB).
 */
export const ddm = (ports: readonly Port[], seed: string, base = `${commonNode}.72`): Subtree =>
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
 * Cable diagnostics of copper ports. No test has run until action (12) is SET to 1. Then all pairs are good
 * and have a length.
 */
export const cableDiagnostics = (ports: readonly Port[]): Subtree =>
  function* (listing) {
    const rows = ports
      .filter(port => !port.fiber)
      .map((port): [number, CableTest] => [port.ifIndex, { port, testedMs: -1 }])
    yield* table(listing, `${commonNode}.58.1.1.1`, rows, {
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
