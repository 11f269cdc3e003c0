import type { Learnt, Neighbour, Scene, SceneDevice, SceneInterface } from '../../src/discovery/scene.ts'

/** Address of a device or station by its number. */
export const macOf = (n: number): string =>
  `02:00:${[n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255].map(byte => byte.toString(16).padStart(2, '0')).join(':')}`
export const portOf = (device: number, port: number): number => device * 100 + port

export const anInterface = (
  device: number,
  port: number,
  more: Partial<SceneInterface> = {},
): SceneInterface => ({
  id: portOf(device, port),
  name: `GigabitEthernet0/${port}`,
  names: [],
  announced: null,
  index: port,
  mac: null,
  aggregate: null,
  up: true,
  kind: 'port',
  ...more,
})

export const aDevice = (id: number, more: Partial<SceneDevice> = {}): SceneDevice => ({
  id,
  name: `sw${id}`,
  names: [],
  ips: [`10.0.0.${id}`],
  macs: [macOf(id)],
  interfaces: Array.from({ length: 24 }, (_, at) => anInterface(id, at + 1)),
  fdb: 'whole',
  ...more,
})

/** A row of LLDP: at this port is that port of that device. */
export const hears = (device: number, port: number, other: number, otherPort: number): Neighbour => ({
  device,
  interface: portOf(device, port),
  protocol: 'LLDP',
  chassis: macOf(other),
  port: `Gi0/${otherPort}`,
  portDescription: null,
  name: null,
  address: null,
})

export const has = (device: number, port: number, ...macs: readonly number[]): Learnt[] =>
  macs.map(mac => ({ device, interface: portOf(device, port), mac: macOf(mac), vlan: 1 }))

export const aScene = (devices: readonly SceneDevice[], more: Partial<Scene> = {}): Scene => ({
  devices,
  neighbours: [],
  learnt: [],
  arp: [],
  roots: [],
  ...more,
})
