import { isIPv6 } from 'node:net'
import type { Config } from '../config.ts'
import { createWaitingLine, type WaitingLine } from '../waiting/line.ts'

/**
 * Places of the datagrams of polls: how many may be under way at the same time in all, and how many of them
 * in one subnet, whose uplink they share. A place is held from the datagram to its answer, or until the
 * datagram counts as lost: a silent device holds none while it is waited for. Calls of users need no place.
 */
export interface Lanes {
  /** The lane of one device. */
  of(ip: string): Lane
  readonly inFlight: number
  readonly waiting: number
}

/** For one device. */
export interface Lane {
  /** Takes a place. Undefined: it has one at once; else when it resolves. Throws the signal's reason. */
  enter(signal?: AbortSignal): Promise<void> | undefined
  /** Gives the place back. */
  leave(): void
}

/** Settings of the plugin. They are read at every use. */
export type LaneLimits = Pick<Config, 'poll_datagrams' | 'poll_datagrams_subnet'>

interface Subnet {
  name: string
  taken: number
  line: WaitingLine
}

/** The /24 of an IPv4 address, the /64 of an IPv6 address as it is written. */
const subnetOf = (ip: string): string =>
  isIPv6(ip) ? (ip.split('::')[0] ?? '').split(':').slice(0, 4).join(':') : ip.slice(0, ip.lastIndexOf('.'))

const never = new AbortController().signal

export function createLanes(limits: LaneLimits): Lanes {
  const subnets = new Map<string, Subnet>()
  /** Subnets with waiters and a free place of their own, in the order in which they are served. */
  const ready = new Set<Subnet>()
  let [inFlight, waiting] = [0, 0]

  const enlist = (subnet: Subnet) => {
    if (subnet.line.length > 0 && subnet.taken < limits.poll_datagrams_subnet) ready.add(subnet)
    else ready.delete(subnet)
    if (subnet.taken === 0 && subnet.line.length === 0) subnets.delete(subnet.name)
  }
  /** Gives free places to those who wait, one subnet after the other. */
  const serve = () => {
    for (const subnet of ready) {
      if (inFlight >= limits.poll_datagrams) return
      ready.delete(subnet)
      subnet.taken++
      inFlight++
      if (!subnet.line.next()) {
        subnet.taken--
        inFlight--
      }
      enlist(subnet)
    }
  }
  const subnetNamed = (name: string): Subnet => {
    const known = subnets.get(name) ?? { name, taken: 0, line: createWaitingLine() }
    subnets.set(name, known)
    return known
  }
  return {
    of(ip) {
      const name = subnetOf(ip)
      return {
        enter(signal = never) {
          const subnet = subnetNamed(name)
          if (inFlight < limits.poll_datagrams && subnet.taken < limits.poll_datagrams_subnet) {
            subnet.taken++
            inFlight++
            return undefined
          }
          const turn = subnet.line.join(signal)
          waiting++
          enlist(subnet)
          return turn.finally(() => {
            waiting--
            enlist(subnet)
          })
        },
        leave() {
          const subnet = subnetNamed(name)
          subnet.taken--
          inFlight--
          enlist(subnet)
          serve()
        },
      }
    },
    get inFlight() {
      return inFlight
    },
    get waiting() {
      return waiting
    },
  }
}
