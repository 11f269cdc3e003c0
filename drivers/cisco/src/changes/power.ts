import type { Interface } from '@linecard/driver-kit/modules'

const panels: ReadonlySet<string> = new Set(['ETH', 'FE', 'GE'])

/**
 * The port of a row of POWER-ETHERNET-MIB: group is the switch of a stack or the slot of a chassis, port the
 * number on its panel. ifIndexes of IOS XE are small too, so only the name counts: `Gi2/0/5` of a stack,
 * `Gi3/5` of a chassis, `Fa0/5` of a switch alone. Modules for uplinks (`Gi2/1/1`) give no power.
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
