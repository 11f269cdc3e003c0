import { enumeration, integer, type Implementation } from '@linecard/driver-kit'
import { cableTest, integerTo } from '@linecard/driver-kit/builders'
import { huawei } from '../tables.ts'

const entry = `${huawei}.5.25.31.1.1.7.1`
const states = {
  1: 'OK',
  2: 'Open',
  3: 'Short',
  4: 'OpenShort',
  5: 'CrossTalk',
  6: 'Unknown',
  7: 'NotSupported',
} as const
/** A test takes seconds. Some firmware leaves the operation at `startTest` after the test. */
const [minTestMs, maxTestMs] = [2000, 6000]

/**
 * hwVirtualCableTestTable of HUAWEI-ENTITY-EXTENT-MIB, by ifIndex. It has one result for all pairs of a
 * cable.
 */
export const cableDiagnostics = (): Implementation =>
  cableTest({
    pairs: [{ status: enumeration(`${entry}.2`, states), length: integer(`${entry}.3`, { none: [-1] }) }],
    state: enumeration(`${entry}.4`, { 1: 'Running', 2: 'Reset', 3: 'Ready' }),
    start: ({ if_index: index }) => [integerTo(`${entry}.4.${index}`, 1)],
    running: ({ state }, _, elapsed) => elapsed < minTestMs || (state === 'Running' && elapsed < maxTestMs),
  })
