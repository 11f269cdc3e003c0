import { type Subtree, gauge, int, table, text } from '../columns.ts'
import type { Port } from '../port.ts'
import { wander } from '../values.ts'

/** ZTE's enterprise node. */
export const ZTE = '1.3.6.1.4.1.3902'

/** A card in slot `slot` of rack 1, shelf 1. */
export interface Card {
  slot: number
  type: string
  ports: number
  hardware: string
  firmware: string
  cpu: number
  memory: number
}

const cardRows = (cards: readonly Card[], seed: string) =>
  cards.map(
    card =>
      [
        `1.1.${card.slot}`,
        { card, cpu: wander(`${seed} cpu ${card.slot}`, card.cpu, card.cpu * 0.4) },
      ] as const,
  )

/** The older card table, .1015.2.1.1.3, and the boards' temperatures. */
export const cards1015 = (cards: readonly Card[], seed: string): Subtree =>
  function* (listing) {
    const rows = cardRows(cards, seed)
    yield* table(listing, `${ZTE}.1015.2.1.1.3.1`, rows, {
      4: text(({ card }) => card.type),
      5: int(() => 1),
      6: int(() => 4),
      7: int(({ card }) => card.ports),
      9: int(({ cpu }, now) => cpu(now)),
      11: int(({ card }) => card.memory),
    })
    yield* table(
      listing,
      `${ZTE}.1015.2.1.3.13.5.1`,
      cards.map(card => [`1.1.${card.slot}`, wander(`${seed} heat ${card.slot}`, 44, 4)] as const),
      { 1: int((heat, now) => heat(now)) },
    )
  }

/** The newer card table, .1082.10.1.2.4. */
export const cards1082 = (cards: readonly Card[], seed: string): Subtree =>
  function* (listing) {
    yield* table(listing, `${ZTE}.1082.10.1.2.4.1`, cardRows(cards, seed), {
      4: text(({ card }) => card.type),
      5: int(() => 1),
      6: int(() => 4),
      7: int(({ card }) => card.ports),
      9: int(({ cpu }, now) => cpu(now)),
      10: int(() => 100),
      11: int(({ card }) => card.memory),
      23: text(({ card }) => card.hardware),
      27: text(({ card }) => card.firmware),
    })
  }

const pon = (port: Port) => port.ifType === 250

/**
 * SFPs of PON and Ethernet ports, .1082.30.40.2.4: dBm, mA, V and °C in thousandths, 2147483647 for what
 * there is not.
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
    yield* table(listing, `${ZTE}.1082.30.40.2.4.1`, rows, {
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
 * CPU and memory of the C600's processors, .3.6002.2.1.1 by rack.shelf.slot.0, and its temperature points.
 */
export const processors6002 = (cards: readonly Card[], seed: string): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      `${ZTE}.3.6002.2.1.1`,
      cardRows(cards, seed).map(([index, row]) => [`${index}.0`, row] as const),
      { 6: gauge(({ card }) => card.memory), 8: gauge(({ cpu }, now) => cpu(now)) },
    )
    const points = cards.map(
      card => [`1.1.${card.slot}.1`, wander(`${seed} heat ${card.slot}`, 47, 4)] as const,
    )
    yield* table(listing, `${ZTE}.3.6002.2.5.1`, points, {
      7: text(() => 'cpu'),
      9: int((heat, now) => heat(now)),
    })
  }

/**
 * One optical channel a PON port and the uplinks' levels, as the C600 has them beside the common module
 * table.
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
      `${ZTE}.1082.500.2.2.9.2.1`,
      pons.map(port => [`${port.ifIndex}.1`, port] as const),
      { 3: int(port => port.ifIndex) },
    )
    yield* table(listing, `${ZTE}.1082.30.40.2.10.1`, channel, {
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
    yield* table(listing, `${ZTE}.1082.30.45.2.4.1`, uplinks, {
      2: int((row, now) => Math.round(row.tx(now) * 1000)),
      3: int((row, now) => Math.round(row.rx(now) * 1000)),
      4: int((row, now) => Math.round(row.bias(now) * 1000)),
      6: int((row, now) => Math.round(row.heat(now) * 1000)),
    })
  }
