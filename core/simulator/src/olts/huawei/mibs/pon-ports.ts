import type { SimulatedOlt } from '../../../olt/olt.ts'
import { isOnline } from '../../../olt/onu.ts'
import { type Subtree, int, table, text } from '../../../simulated/columns.ts'
import { wander } from '../../../simulated/values.ts'
import { xponNode } from '../node.ts'

const notAvailable = 2_147_483_647

/** PON ports: state and ONUs (2.21), the transceiver (2.22), its levels (2.23: °C, 0.01 V, mA, 0.01 dBm). */
export const ponPorts = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    const rows = olt.pons.map(
      port =>
        [
          port.ifIndex,
          {
            port,
            heat: wander(`${port.ifName} heat`, 38, 3),
            volts: wander(`${port.ifName} volts`, 3.26, 0.03),
            bias: wander(`${port.ifName} bias`, 24, 3),
            tx: wander(`${port.ifName} tx`, 4.5, 0.3),
          },
        ] as const,
    )
    yield* table(listing, `${xponNode}.2.21.1`, rows, {
      10: int(({ port }, now) => (port.onus.some(onu => isOnline(onu, now)) ? 1 : 2)),
      16: int(({ port }) => port.onus.length),
    })
    yield* table(listing, `${xponNode}.2.22.1`, rows, {
      11: text(() => 'HUAWEI'),
      20: text(({ port }) => `SIM${port.slot}-${port.number}`),
      27: int(() => 2),
    })
    yield* table(listing, `${xponNode}.2.23.1`, rows, {
      1: int(({ heat }, now) => heat(now)),
      2: int(({ volts }, now) => Math.round(volts(now) * 100)),
      3: int(({ bias }, now) => bias(now)),
      4: int(({ tx }, now) => Math.round(tx(now) * 100)),
      5: int(() => notAvailable),
    })
  }
