import type { PonPort } from '../../../olt/onu-state.ts'
import { type Subtree, int, table } from '../../../simulated/columns.ts'
import { wander } from '../../../simulated/values.ts'

/** Transceivers of the PON ports: 1/256 °C, 0.1 mV, 2 µA, 0.1 dBm, in the given columns. */
export const ponOptics = (
  pons: readonly PonPort[],
  seed: string,
  entry: string,
  at: { temp: number; voltage: number; bias: number; tx: number },
): Subtree =>
  function* (listing) {
    const rows = pons.map(
      port =>
        [
          port.ifIndex,
          {
            tx: wander(`${seed} ${port.ifName} tx`, 4.3, 0.3),
            bias: wander(`${seed} ${port.ifName} bias`, 14, 2),
            heat: wander(`${seed} ${port.ifName} heat`, 41, 3),
          },
        ] as const,
    )
    yield* table(listing, entry, rows, {
      [at.temp]: int((row, now) => Math.round(row.heat(now) * 256)),
      [at.voltage]: int(() => 32_900),
      [at.bias]: int((row, now) => Math.round(row.bias(now) * 500)),
      [at.tx]: int((row, now) => Math.round(row.tx(now) * 10)),
    })
  }
