import { type Subtree, int, table, text } from '../../../simulated/columns.ts'
import type { Port } from '../../../simulated/port.ts'
import { wander } from '../../../simulated/values.ts'
import { zteNode } from '../node.ts'

const pon = (port: Port) => port.ifType === 250

/**
 * SFPs of PON and Ethernet ports, .1082.30.40.2.4: dBm, mA, V and °C in thousandths, 2147483647 if
 * there is no value.
 */
export const modules1082 = (ports: readonly Port[], seed: string): Subtree =>
  function* (listing) {
    const rows = ports.map(
      port =>
        [
          port.ifIndex,
          {
            port,
            rx: wander(`${seed} ${port.ifName} rx`, -7.4, 0.9),
            tx: wander(`${seed} ${port.ifName} tx`, pon(port) ? 4.1 : -1.7, 0.3),
            bias: wander(`${seed} ${port.ifName} bias`, 18, 2),
            volts: wander(`${seed} ${port.ifName} volts`, 3.27, 0.02),
            heat: wander(`${seed} ${port.ifName} heat`, 38, 3),
          },
        ] as const,
    )
    type Row = (typeof rows)[number][1]
    const thousandths = (value: (row: Row) => (now: number) => number) =>
      int<Row>((row, now) => Math.round(value(row)(now) * 1000))
    yield* table(listing, `${zteNode}.1082.30.40.2.4.1`, rows, {
      2: int((row, now) => (pon(row.port) ? 2_147_483_647 : Math.round(row.rx(now) * 1000))),
      3: thousandths(row => row.tx),
      5: thousandths(row => row.bias),
      6: thousandths(row => row.volts),
      7: int(({ port }) => (pon(port) ? 1490 : 1310)),
      8: thousandths(row => row.heat),
      9: int(() => 1),
      11: text(({ port }) => (pon(port) ? 'LTE3680P-BC+' : 'SFP-10G-LR')),
      12: text(() => 'HISENSE'),
      13: text(({ port }) => `H${port.ifIndex}`),
      15: text(({ port }) => (pon(port) ? 'SFP/SFP+' : '10GBASE-LR')),
      16: text(({ port }) => (pon(port) ? 'SC' : 'LC')),
    })
  }

/**
 * One optical channel for each PON port, and the levels of the uplinks. The C600 has them besides the common
 * table of modules.
 */
export const channelsC600 = (ports: readonly Port[], seed: string): Subtree =>
  function* (listing) {
    const pons = ports.filter(pon)
    const channel = pons.map(
      port =>
        [
          port.ifIndex,
          {
            tx: wander(`${seed} ${port.ifName} tx`, 4.1, 0.3),
            bias: wander(`${seed} ${port.ifName} bias`, 18, 2),
          },
        ] as const,
    )
    yield* table(
      listing,
      `${zteNode}.1082.500.2.2.9.2.1`,
      pons.map(port => [`${port.ifIndex}.1`, port] as const),
      { 3: int(port => port.ifIndex) },
    )
    yield* table(listing, `${zteNode}.1082.30.40.2.10.1`, channel, {
      2: int(() => 149_000),
      3: int((row, now) => Math.round(row.tx(now) * 1000)),
      4: int((row, now) => Math.round(row.bias(now) * 1000)),
      6: int(() => 2_147_483_647),
      8: int(() => 2),
    })
    const uplinks = ports
      .filter(port => !pon(port))
      .map(
        port =>
          [
            port.ifIndex,
            {
              tx: wander(`${seed} ${port.ifName} tx`, -1.7, 0.3),
              rx: wander(`${seed} ${port.ifName} rx`, -7.4, 0.9),
              bias: wander(`${seed} ${port.ifName} bias`, 18, 2),
              heat: wander(`${seed} ${port.ifName} heat`, 38, 3),
            },
          ] as const,
      )
    yield* table(listing, `${zteNode}.1082.30.45.2.4.1`, uplinks, {
      2: int((row, now) => Math.round(row.tx(now) * 1000)),
      3: int((row, now) => Math.round(row.rx(now) * 1000)),
      4: int((row, now) => Math.round(row.bias(now) * 1000)),
      6: int((row, now) => Math.round(row.heat(now) * 1000)),
    })
  }
