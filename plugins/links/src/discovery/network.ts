import { rest, slice } from '@linecard/driver-kit'
import type { Scene, SceneDevice, SceneInterface } from './scene.ts'

/** Devices and ports by numbers from 0 on: the places of the arrays of a scan. */
export interface Network {
  devices: readonly SceneDevice[]
  /** Place of a device by its id. */
  deviceOf: ReadonlyMap<number, number>
  ports: readonly SceneInterface[]
  /** Place of a port by the id of the interface. */
  portOf: ReadonlyMap<number, number>
  /** Device of each port. */
  owner: Int32Array
  /** The aggregate of each port, or the port itself: what forwards frames. */
  trunk: Int32Array
}

/** The first of two devices or interfaces with one id counts. */
export async function indexNetwork({ devices: given }: Scene): Promise<Network> {
  const turn = slice()
  const deviceOf = new Map<number, number>()
  const devices: SceneDevice[] = []
  for (const device of given) {
    if (deviceOf.has(device.id)) continue
    deviceOf.set(device.id, devices.length)
    devices.push(device)
  }
  const ports: SceneInterface[] = []
  const portOf = new Map<number, number>()
  const owners: number[] = []
  for (const [at, { interfaces }] of devices.entries()) {
    if (turn.over()) await rest()
    for (const one of interfaces) {
      if (portOf.has(one.id)) continue
      portOf.set(one.id, ports.length)
      ports.push(one)
      owners.push(at)
    }
  }
  const owner = Int32Array.from(owners)
  const trunk = Int32Array.from(ports, (one, port) => {
    const aggregate = one.aggregate === null ? undefined : portOf.get(one.aggregate)
    return aggregate !== undefined && owner[aggregate] === owner[port] ? aggregate : port
  })
  return { devices, deviceOf, ports, portOf, owner, trunk }
}

/** Can be an end of a link. */
export const carries = ({ kind }: SceneInterface): boolean => kind !== 'other'

/** Name of a device for a sentence. */
export const nameOf = ({ devices }: Network, device: number): string =>
  devices[device]!.name?.slice(0, 60) || `device ${devices[device]!.id}`
/** Name of a port for a sentence. */
export const portName = ({ ports }: Network, port: number): string =>
  port < 0 ? 'an unknown port' : ports[port]!.name.slice(0, 60)
