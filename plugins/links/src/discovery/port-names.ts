import { formless } from '@linecard/driver-kit/ports'
import { addressOf } from './address.ts'
import { carries, type Network } from './network.ts'
import type { Neighbour } from './scene.ts'

/** The inventory cuts names there; longer texts of a hostile neighbour are not looked at. */
const longest = 200
const several = -1

/** What the ports of one device are called, by each way to call them. */
interface PortNames {
  announced: Map<string, number>
  names: Map<string, number>
  macs: Map<number, number>
  indexes: Map<number, number>
}

const put = <K>(map: Map<K, number>, key: K, port: number): void => {
  map.set(key, (map.get(key) ?? port) === port ? port : several)
}
const key = (text: string): string => formless(text.slice(0, longest))

function namesOn({ devices, portOf, ports }: Network, device: number): PortNames {
  const all: PortNames = { announced: new Map(), names: new Map(), macs: new Map(), indexes: new Map() }
  const labels: [string, number][] = []
  for (const one of devices[device]!.interfaces) {
    const port = portOf.get(one.id)!
    if (!carries(ports[port]!)) continue
    if (one.announced) put(all.announced, one.announced.slice(0, longest), port)
    put(all.names, key(one.name), port)
    for (const name of one.names) labels.push([key(name), port])
    const mac = addressOf(one.mac ?? '')
    if (mac > 0) put(all.macs, mac, port)
    if (one.index !== null) put(all.indexes, one.index, port)
  }
  // A description that is the name of another port (`to Gi0/1`) names nothing.
  for (const [name, port] of labels) put(all.names, name, port)
  all.names.delete('')
  return all
}

/** Finds ports by what neighbours call them. */
export interface PortFinder {
  /** -1: not found, or several. */
  find(device: number, neighbour: Pick<Neighbour, 'port' | 'portDescription'>): number
}

/**
 * A port id is a name, an alias, a MAC, an ifIndex or a number of the neighbour's own, and tables do not keep
 * which. First what the device announces itself, last the number, which may be anything.
 */
export function portFinder(network: Network): PortFinder {
  const kept = new Map<number, PortNames>()
  return {
    find(device, { port, portDescription }) {
      let names = kept.get(device)
      if (!names) kept.set(device, (names = namesOn(network, device)))
      const id = (port ?? '').slice(0, longest).trim()
      const ways = [
        names.announced.get(id),
        names.macs.get(addressOf(id)),
        names.names.get(key(id)),
        names.names.get(key(portDescription ?? '')),
        /^\d{1,9}$/.test(id) ? names.indexes.get(Number(id)) : undefined,
      ]
      return ways.find(found => found !== undefined && found !== several) ?? several
    },
  }
}
