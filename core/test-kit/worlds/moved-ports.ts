import type { SimulatedDevice } from '@linecard/simulator'

type Port = SimulatedDevice['ports'][number]

/** What belongs to a place in the tables and not to the port that stands there. */
const ofPlace = ['ifIndex', 'bridgePort', 'lldpPort'] as const

const placeOf = (port: Port): Partial<Port> =>
  Object.fromEntries(ofPlace.flatMap(name => (name in port ? [[name, port[name]]] : [])))

/**
 * Re-indexes a simulated device: two ports change their places in all tables, with their names, links, VLANs
 * and descriptions, as after a card was inserted.
 */
export function swapPorts({ ports }: Pick<SimulatedDevice, 'ports'>, one: string, other: string): void {
  const named = (name: string): Port => {
    const found = ports.find(({ ifName }) => ifName === name)
    if (!found) throw new Error(`no port "${name}" among ${ports.map(({ ifName }) => ifName).join(' ')}`)
    return found
  }
  const [a, b] = [named(one), named(other)]
  const [first, second] = [{ ...a }, { ...b }]
  Object.assign(a, second, placeOf(first))
  Object.assign(b, first, placeOf(second))
}

/** Swaps two ports at the moment in which the device executes a change of the description of the first. */
export function swapAtChange(device: Pick<SimulatedDevice, 'ports'>, one: string, other: string): void {
  const port = device.ports.find(({ ifName }) => ifName === one)!
  const { alias } = port
  const field = { configurable: true, enumerable: true }
  Object.defineProperty(port, 'alias', {
    ...field,
    get: () => alias,
    set(text: string) {
      Object.defineProperty(port, 'alias', { ...field, writable: true, value: alias })
      swapPorts(device, one, other)
      port.alias = text
    },
  })
}
