import { type Subtree, gauge, int, scalars, table, text } from '../columns.ts'
import { type Port, isUp } from '../port.ts'
import { wander } from '../values.ts'

/** `dlink-common-mgmt`: the part of D-Link's tree that most models share. */
export const commonNode = '1.3.6.1.4.1.171.12'

/** CPU load and temperature (AGENT-GENERAL-MIB, and EQUIPMENT-MIB, as far as they are in D-Link's tree). */
export const agent = (seed: string, serial: string): Subtree =>
  function* (listing) {
    const load = wander(`${seed} cpu`, 17, 9)
    const heat = wander(`${seed} board`, 41, 4)
    yield* scalars(listing, `${commonNode}.1.1.6`, {
      1: int((_, now) => load(now)),
      2: int((_, now) => load(now) * 0.95),
      3: int((_, now) => load(now) * 0.9),
    })
    yield* table(listing, `${commonNode}.1.1.9.1`, [[1, null]], {
      2: int(() => 131_072),
      3: int((_, now) => 61_000 + load(now) * 100),
      4: int((_, now) => (61_000 + load(now) * 100) / 1310.72),
    })
    yield* scalars(listing, `${commonNode}.1.1`, { 12: text(() => serial) })
    yield* table(listing, `${commonNode}.11.1.8.1`, [[1, null]], { 2: int((_, now) => heat(now)) })
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

/** Utilisation of each port, in percent. */
export const utilisation = (ports: readonly Port[], seed: string): Subtree =>
  function* (listing) {
    const rows = ports.map(
      port => [port.ifIndex, { port, load: wander(`${seed} use ${port.ifIndex}`, 12, 11) }] as const,
    )
    const percent = gauge<(typeof rows)[number][1]>((row, now) => (isUp(row.port, now) ? row.load(now) : 0))
    yield* table(listing, `${commonNode}.1.1.8.1`, rows, {
      1: int(row => row.port.ifIndex),
      2: percent,
      3: percent,
      4: percent,
    })
  }
