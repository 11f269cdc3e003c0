import { integer, map, scaled, type Implementation } from '@linecard/driver-kit'
import { ownResources, temperatureTable } from '@linecard/driver-kit/builders'

/** S5-CHASSIS-MIB of ERS and BayStack (BOSS). Index: group, ten times the unit of a stack, board. */
const chassis = (number: string): string => `1.3.6.1.4.1.45.1.6.3.${number}`
const octets = (oid: string) => map(integer(oid), megabytes => megabytes * 1024 * 1024)
const unitOf = (index: string): string => `Unit ${Math.floor(Number(index.split('.')[1]) / 10)}`

/** Load and memory of s5ChasUtilTable, and s5ChasTmpSnrTmpValue in half degrees. */
export const boss: readonly Implementation[] = [
  ownResources({
    cpu: { min1: integer(chassis('8.1.1.5')) },
    memory: { total: octets(chassis('8.1.1.12')), free: octets(chassis('8.1.1.13')) },
    member: unitOf,
  }),
  temperatureTable({ value: scaled(chassis('7.1.1.5'), { by: 0.5 }) }, unitOf),
]
