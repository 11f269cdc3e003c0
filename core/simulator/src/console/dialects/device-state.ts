import { type Port, type Zero, adminUp, inOctets, isUp, outOctets } from '../../simulated/port.ts'
import type { SimulatedSwitch } from '../../simulated/switch.ts'
import type { ConsoleSession } from '../dialect.ts'

/** The FDB at this moment, sorted by VLAN and MAC address. */
export function fdbOf({ stations, control }: SimulatedSwitch): { mac: Buffer; vlan: number; port: Port }[] {
  const now = control.now()
  return stations
    .filter(({ active, port }) => active.at(now).state && isUp(port, now))
    .map(({ mac, vlan, port }) => ({ mac, vlan, port }))
    .toSorted((a, b) => a.vlan - b.vlan || a.mac.compare(b.mac))
}

/** Whether the port has carrier. */
export const up = ({ control }: ConsoleSession, port: Port): boolean => isUp(port, control.now())
/** Whether the admin state of the port is up. */
export const enabled = adminUp

/** Finds a port by its name, which may be abbreviated: `gi1/0/1`, `Gi 1/0/1`, `GigabitEthernet1/0/1`. */
export function portNamed(session: ConsoleSession, text: string): Port | undefined {
  const [, kind, place] = /^([a-z]+)\s*([\d/]+)$/i.exec(text.trim()) ?? []
  if (!kind) return undefined
  return session.device.ports.find(port => {
    const [, ownKind, ownPlace] = /^([a-z]+)([\d/]+)$/i.exec(port.ifDescr)!
    return ownPlace === place && ownKind!.toLowerCase().startsWith(kind.toLowerCase())
  })
}

export interface Counters {
  in: number
  out: number
}
/**
 * Octets of a port. `zero`: where the counters of the console were cleared, if they differ from those of
 * SNMP.
 */
export const counters = (session: ConsoleSession, port: Port, zero?: Zero): Counters => {
  const now = session.control.now()
  return zero
    ? { in: Math.floor(inOctets(port, now, { zero })), out: Math.floor(outOctets(port, now, { zero })) }
    : { in: Math.floor(inOctets(port, now)), out: Math.floor(outOctets(port, now)) }
}

/** Time since the start: `4 days, 3 hours, 2 minutes, 1 seconds`. */
export function uptimeText({ control }: ConsoleSession): string {
  const seconds = Math.max(0, Math.floor((control.now() - control.facts.bootMs) / 1000))
  const hours = Math.floor(seconds / 3600) % 24
  const minutes = Math.floor(seconds / 60) % 60
  return `${Math.floor(seconds / 86_400)} days, ${hours} hours, ${minutes} minutes, ${seconds % 60} seconds`
}
