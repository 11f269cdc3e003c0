import { type Part, int, table, text } from '../columns.ts'
import type { Body } from '../models/model.ts'
import { type Port, isUp } from '../port.ts'
import { wander } from '../values.ts'

/** HUAWEI-ENTITY-EXTENT-MIB. */
const extent = '1.3.6.1.4.1.2011.5.25.31.1.1'
/** entPhysicalIndex of the board and of its ports. */
export const boardEntity = 67_108_873
export const portEntity = (port: Port): number => 67_371_017 + port.ifIndex

/** hwEntityStateTable of the board: load and memory in percent, size in octets, °C; hwFanStatusTable. */
export const boards = ({ seed }: Body): readonly Part[] => {
  const load = wander(`${seed} cpu`, 15, 7)
  const heat = wander(`${seed} board`, 44, 3)
  return [function* (moment) {
    yield* table(moment, `${extent}.1.1`, [[boardEntity, null]], {
      5: int((_, now) => load(now)), 7: int((_, now) => 40 + load(now) / 10), 9: int(() => 268_435_456), 11: int((_, now) => heat(now)),
    })
    yield* table(moment, `${extent}.10.1`, [['0.1', null]], { 1: int(() => 0), 2: int(() => 1), 5: int(() => 40), 6: int(() => 1), 7: int(() => 1), 8: text(() => 'FAN 1') })
  }]
}

/** hwOpticalModuleInfoTable: °C, mV, µA, 0.01 dBm; −1 for what is not measured. */
export const optics = (ports: readonly Port[], seed: string): Part => function* (moment) {
  const rows = ports.filter(port => port.fiber).map(port => [portEntity(port), {
    port, heat: wander(`${seed} ${port.ifIndex} heat`, 37, 5), bias: wander(`${seed} ${port.ifIndex} bias`, 21_000, 2000), tx: wander(`${seed} ${port.ifIndex} tx`, -240, 25), rx: wander(`${seed} ${port.ifIndex} rx`, -710, 90),
  }] as const)
  yield* table(moment, `${extent}.3.1`, rows, {
    1: int(() => 2), 2: int(() => 1310), 4: text(row => `HW${row.port.mac.toString('hex').toUpperCase()}`), 5: int((row, now) => row.heat(now)), 6: int(() => 3290), 7: int((row, now) => row.bias(now)),
    8: int((row, now) => isUp(row.port, now) ? row.rx(now) : -1), 9: int((row, now) => row.tx(now)), 13: int(() => -1680), 15: int(() => -880), 24: text(() => 'HUAWEI'), 25: text(() => '34060473'),
  })
}
