import type { DeviceType } from './contract/model.ts'

/** What a switch may have beside its ports: VLANs, aggregates, tunnels, loopbacks. */
const [aPort, aSwitch] = [50, 5_000]

/**
 * How many interfaces a device of this model may have: `setting`, or less for a switch whose model always
 * has the same number of ports. An OLT has ONUs below its ports, and a router has subscribers.
 */
export const mostInterfaces = (
  { type, ports }: { type: DeviceType | string; ports?: number | null },
  setting: number,
): number => (type === 'SWITCH' && ports ? Math.min(setting, Math.max(aSwitch, aPort * ports)) : setting)
