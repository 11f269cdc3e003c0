import { type Subtree, int, scalars, table, text } from '../columns.ts'
import type { SwitchState } from '../switch-state.ts'
import { isUp } from '../port.ts'
import { wander } from '../values.ts'

const radlanNode = '1.3.6.1.4.1.89'
const eltexNode = '1.3.6.1.4.1.35265'

/** RADLAN's processor, unit and transceiver tables; Eltex's memory table. */
export const radlan = (
  { seed, serial, ports }: SwitchState,
  software: string,
  hardware: string,
): readonly Subtree[] => {
  const load = wander(`${seed} cpu`, 13, 6)
  const heat = wander(`${seed} board`, 42, 4)
  const free = wander(`${seed} memory`, 290_000_000, 4_000_000)
  const fibers = ports
    .filter(port => port.fiber)
    .map(port => ({
      port,
      heat: wander(`${seed} ${port.ifIndex} heat`, 39, 5),
      bias: wander(`${seed} ${port.ifIndex} bias`, 18_000, 1500),
      tx: wander(`${seed} ${port.ifIndex} tx`, -2600, 200),
      rx: wander(`${seed} ${port.ifIndex} rx`, -7900, 700),
    }))
  return [
    function* (listing) {
      yield* scalars(listing, `${radlanNode}.1`, {
        6: int(() => 1),
        7: int((_, now) => load(now)),
        8: int((_, now) => load(now) * 0.95),
        9: int((_, now) => load(now) * 0.9),
      })
      yield* table(listing, `${radlanNode}.53.14.1`, [[1, null]], {
        2: text(() => software),
        4: text(() => hardware),
        5: text(() => serial),
      })
      // rlPhdUnitEnvParamTable: six fans (1 normal, 5 notPresent), the thermometer and its state.
      yield* table(listing, `${radlanNode}.53.15.1`, [[1, null]], {
        4: int(() => 1),
        5: int(() => 5),
        6: int(() => 5),
        7: int(() => 5),
        8: int(() => 5),
        9: int(() => 5),
        10: int((_, now) => heat(now)),
        11: int(() => 1),
      })
      yield* table(listing, `${eltexNode}.41.1.2.1.1`, [[0, null]], {
        3: int(() => 536_870_912),
        7: int((_, now) => free(now)),
      })
      // rlPhyTestGetResult by ifIndex and test: 5 °C, 6 µV, 7 µA, 8 sent and 9 received power in 0.001 dBm.
      const tests = fibers.flatMap(row =>
        [5, 6, 7, 8, 9].map(test => [`${row.port.ifIndex}.${test}`, { ...row, test }] as const),
      )
      yield* table(listing, `${radlanNode}.90.1.2.1`, tests, {
        3: int(({ port, test, ...row }, now) =>
          test === 5
            ? row.heat(now)
            : test === 6
              ? 3_290_000
              : test === 7
                ? row.bias(now)
                : test === 8
                  ? row.tx(now)
                  : isUp(port, now)
                    ? row.rx(now)
                    : -40_000,
        ),
      })
    },
  ]
}
