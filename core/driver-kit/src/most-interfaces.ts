import type { DeviceType } from './contract/model.ts'

/** What a switch may have beside its ports: VLANs, aggregates, tunnels, loopbacks. */
const [aPort, aSwitch] = [50, 5_000]
/** The part of the setting for a switch with line cards, or of a model that nobody knows. */
const anySwitch = 0.4

/**
 * How many interfaces a device of this model may have: `setting`, or less for a switch, above all if its
 * model always has the same number of ports. An OLT has ONUs below its ports, and a router has subscribers.
 */
export function mostInterfaces(
  { type, ports }: { type: DeviceType | string; ports?: number | null },
  setting: number,
): number {
  if (type !== 'SWITCH') return setting
  return ports ? Math.min(setting, Math.max(aSwitch, aPort * ports)) : Math.ceil(anySwitch * setting)
}
