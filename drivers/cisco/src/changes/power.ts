import type { Interface } from '@linecard/driver-kit/modules'

const panels: ReadonlySet<string> = new Set(['ETH', 'FE', 'GE'])

/**
 * Finds the port of a row of POWER-ETHERNET-MIB. The group is the switch of a stack or the slot of a chassis.
 * The port is the number on its panel. The name decides, because ifIndexes of IOS XE are small numbers too:
 * `Gi2/0/5` in a stack, `Gi3/5` in a chassis, `Fa0/5` on a single switch. Uplink modules (`Gi2/1/1`) give no
 * power.
 */
export const panelPort = (
  group: number,
  port: number,
  interfaces: readonly Interface[],
): Interface | undefined =>
  interfaces.find(({ name, type }) => {
    const [first, second, third, ...rest] = name.split(/\D+/).filter(Boolean).map(Number)
    if (!panels.has(type) || second === undefined || rest.length > 0) return false
    if (third !== undefined) return first === group && second === 0 && third === port
    return second === port && (first === group || (first === 0 && group === 1))
  })
