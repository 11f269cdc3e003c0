import { enumeration, integer, type Implementation, type ModelFacts } from '@linecard/driver-kit'
import {
  cableTest,
  cableTestOr,
  consoleCableTest,
  integerTo,
  type CableTest,
} from '@linecard/driver-kit/builders'
import type { Interface, PairState } from '@linecard/driver-kit/modules'
import { common } from '../nodes.ts'
import { cable as parser } from '../parse.ts'

/** CABLE-DIAG-MIB. "Count" means that the length is known and no fault is found. */
const commonStates = {
  0: 'OK',
  1: 'Open',
  2: 'Short',
  3: 'OpenShort',
  4: 'CrossTalk',
  5: 'Unknown',
  6: 'Unknown',
  7: 'NoCable',
  8: 'Unknown',
} as const
/** companyCableDiag of the web-managed series. */
const webStates = {
  0: 'OK',
  1: 'Open',
  2: 'Short',
  3: 'OpenShort',
  4: 'CrossTalk',
  5: 'ImpedanceMismatch',
  6: 'Unknown',
  7: 'Unknown',
  8: 'Unknown',
  9: 'NoCable',
  10: 'Unknown',
} as const
const scalarStates = { 0: 'OK', 1: 'Open', 2: 'Short', 5: 'NotTested' } as const

/**
 * All ports of DGS models are gigabit ports. Gigabit ports of DES models have ifType gigabitEthernet (117).
 */
const pairsOf = (one: Interface, { key }: ModelFacts): number =>
  one.type === 'GE' || key.startsWith('dlink_dgs') ? 4 : 2

/**
 * Columns of the entry: status from column 4, length from column 8, action in 12, state in 13. `order` has
 * the column of each pair, counted from the first.
 */
const tested = (
  entry: string,
  states: Readonly<Record<number, PairState>>,
  order: readonly number[],
): CableTest => ({
  pairs: order.map(at => ({
    status: enumeration(`${entry}.${4 + at}`, states),
    length: integer(`${entry}.${8 + at}`),
  })),
  state: enumeration(`${entry}.13`, { 1: 'NotRun', 2: 'Processing', 3: 'Done', 4: 'Failed' }),
  start: ({ if_index: index }) => [integerTo(`${entry}.12.${index}`, 1)],
  running: ({ state }) => state === 'NotRun' || state === 'Processing',
  pairsOf,
})

/** On DES-3200/C1 and the web-managed series the first column has pair 3. */
const permuted = [1, 2, 0, 3]

/** On the console one command makes the test and prints its result. */
const console = consoleCableTest({ show: port => `cable_diag ports ${port}`, parser })
const either = (test: CableTest): Implementation => cableTestOr(cableTest(test), console)

export const commonCable = (): Implementation =>
  either(tested(common('58.1.1.1'), commonStates, [0, 1, 2, 3]))
export const c1Cable = (): Implementation => either(tested(common('58.1.1.1'), commonStates, permuted))
export const webManagedCable = (node: string): Implementation =>
  either(tested(`${node}.35.1.1`, webStates, permuted))

/**
 * DGS-1100/ME has one result for all ports. Writing the number of a port starts the test. No object says that
 * the result is ready. The driver does not use results of the first 3 s, because they can belong to an older
 * test.
 */
export const dgs1100Cable = (node: string): Implementation =>
  cableTest({
    pairs: permuted.map(at => ({
      status: enumeration(`${node}.35.${2 + 2 * at}`, scalarStates),
      length: integer(`${node}.35.${3 + 2 * at}`),
    })),
    indexOf: () => '0',
    start: ({ if_index: index }) => [integerTo(`${node}.35.1.0`, index!)],
    running: ({ pairs }, _, elapsed) =>
      elapsed < 3000 ||
      (elapsed < 8000 && pairs.every(({ status }) => status === null || status === 'NotTested')),
  })
