import type { Neighbour, SceneDevice } from '../../plugins/links/src/discovery/scene.ts'
import type { Drawing } from './drawing.ts'
import type { Dice } from './random.ts'

/** How a device writes its port id, and how its interfaces are called in the inventory. */
const styles = ['short', 'index', 'mac', 'local', 'alias'] as const
export type Style = (typeof styles)[number]
export const styleOf = (roll: Dice): Style => roll.pick(styles)

export const idOf = (device: number, port: number): number => device * 10_000 + port
export const macText = (number: number): string =>
  number.toString(16).padStart(12, '0').match(/../g)!.join(':').toUpperCase()
/** Devices of five makers, in no order. */
export const macOfDevice = (device: number): string =>
  macText(
    [0x001b54, 0x00e0fc, 0x1c872c, 0x78a351, 0xd4ca6d][device % 5]! * 2 ** 24 + ((device * 7919) & 0xffffff),
  )

export function portText(style: Style, device: number, port: number): string {
  if (style === 'short') return port >= 900 ? `Po${port - 899}` : `Gi0/${port}`
  if (style === 'index') return `${1000 + port}`
  if (style === 'mac') return portMac(device, port)
  return style === 'local' ? `${port}` : `uplink ${port}`
}
export const portMac = (device: number, port: number): string =>
  macText(parseInt(macOfDevice(device).replaceAll(':', ''), 16) + 2 ** 25 + port * 2 ** 26)

interface Telling {
  drawing: Drawing
  devices: readonly SceneDevice[]
  /** Index of a node in `devices`; -1: it is not in the inventory. */
  places: Int32Array
  style: readonly Style[]
  roll: Dice
}

/** What every device hears over LLDP, with rows that are out of date and neighbours of customers. */
export function tellNeighbours({ drawing, devices, places, style, roll }: Telling): Neighbour[] {
  const { nodes, edges } = drawing
  const at: { port: number; to: number; toPort: number }[][] = nodes.map(() => [])
  for (const { a, aPort, b, bPort } of edges) {
    at[a]!.push({ port: aPort, to: b, toPort: bPort })
    at[b]!.push({ port: bPort, to: a, toPort: aPort })
  }
  const heard: Neighbour[] = []
  const hear = (node: number, port: number | null, from: number, fromPort: number) => {
    if (places[node]! < 0 || places[from]! < 0) return
    const { id, names, ips } = devices[places[from]!]!
    const own = style[from]!
    heard.push({
      device: devices[places[node]!]!.id,
      interface: port === null ? null : idOf(node, port),
      protocol: roll.chance(0.1) ? 'CDP' : 'LLDP',
      chassis: roll.chance(0.8) ? macOfDevice(from) : (names[0] ?? null),
      port: portText(own, from, fromPort),
      portDescription: roll.chance(0.5) ? `port ${fromPort}` : null,
      name: names[0] ?? `device ${id}`,
      address: roll.chance(0.5) ? ips[0]! : null,
    })
  }
  /** Who hears what leaves a port: the device at the other end, and through it, where it passes LLDP on. */
  const spread = (from: number, fromPort: number, link: (typeof at)[0][0], seen: Set<number>) => {
    if (seen.has(link.to)) return
    seen.add(link.to)
    const { mute, passes } = nodes[link.to]!
    if (!mute) hear(link.to, link.toPort, from, fromPort)
    if (passes)
      for (const next of at[link.to]!) if (next.port !== link.toPort) spread(from, fromPort, next, seen)
  }
  for (const [node, { mute }] of nodes.entries())
    if (!mute) for (const link of at[node]!) spread(node, link.port, link, new Set([node]))
  outOfDate({ drawing, devices, places, style, roll }, hear, heard)
  return heard
}

function outOfDate(
  { drawing: { nodes }, devices, places, roll }: Telling,
  hear: (node: number, port: number | null, from: number, fromPort: number) => void,
  heard: Neighbour[],
): void {
  for (const [node, { ports, mute, stations }] of nodes.entries()) {
    if (mute || places[node]! < 0) continue
    const other = roll.between(0, nodes.length - 1)
    if (other !== node && !nodes[other]!.mute && roll.chance(0.015))
      hear(
        node,
        roll.chance(0.6) ? 80 : roll.between(1, ports),
        other,
        roll.between(1, nodes[other]!.ports || 1),
      )
    for (const [port, station] of stations)
      if (roll.chance(0.02))
        heard.push({
          device: devices[places[node]!]!.id,
          interface: idOf(node, port),
          protocol: 'LLDP',
          chassis: macText(0x2c0000000000 + station),
          port: roll.pick(['eth0', '1', macText(0x2c0000000000 + station)]),
          portDescription: null,
          name: roll.pick(['switch', 'MikroTik', '']),
          address: null,
        })
  }
}
