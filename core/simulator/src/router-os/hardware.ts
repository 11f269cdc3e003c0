import { wander } from '../simulated/values.ts'
import { neighbour } from '../simulated/port.ts'
import type { RouterOsState } from './state.ts'

/** Versions of RouterOS by their first number. */
export const versions = { 6: '6.49.10', 7: '7.14.3' } as const

/** Sizes in octets. */
export const memoryBytes = 1_073_741_824
export const diskBytes = 536_870_912
/** Number of processors. */
export const cores = 4

/** Loads that `/system/resource` and HOST-RESOURCES-MIB show: percent, shares of 1, °C. */
export const loads = ({ seed }: RouterOsState) => ({
  cpu: Array.from({ length: cores }, (_, core) => wander(`${seed} core ${core}`, 18, 12)),
  memory: wander(`${seed} memory`, 0.31, 0.05),
  disk: wander(`${seed} disk`, 0.07, 0.001),
  celsius: wander(`${seed} heat`, 47, 4),
})

/** The serial number of the board. */
export const serialOf = ({ facts }: RouterOsState): string =>
  `B8E10${facts.mac.toString('hex', 3).toUpperCase()}`

/** The ports with a neighbour in LLDP at this moment. */
export const neighboursOf = (router: RouterOsState, now: number) =>
  router.ether.flatMap(port => {
    const far = neighbour(port, now)
    return far ? [{ port, far }] : []
  })
