import type { Config } from '../config.ts'
import { safeName } from './paths.ts'

/** How Oxidized names a device. */
export interface Node {
  name: string
  /** Null: it has no group. */
  group: string | null
}

/** The name of a device as a node of Oxidized: unique, and without signs of paths. */
export const nodeName = ({ id, name, ip }: { id: number; name: string; ip: string }): string =>
  `${safeName(name, safeName(ip, 'device'))}-${id}`

/** How an outside Oxidized names a device, by the settings. */
export function nodeOf(
  config: Pick<Config, 'oxidized_node' | 'oxidized_group'>,
  device: { id: number; name: string; ip: string },
  group: string | null,
): Node {
  const names = { id: nodeName(device), name: device.name || device.ip, ip: device.ip }
  return { name: names[config.oxidized_node], group: config.oxidized_group ? group : null }
}

/** The node with its group, as Oxidized writes it. */
export const fullName = ({ name, group }: Node): string => (group === null ? name : `${group}/${name}`)
