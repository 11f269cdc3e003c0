import type { OnuState } from '@linecard/simulator'

export interface PortReading {
  ifIndex: number
  up: boolean
  enabled: boolean
  mbps: number
  received: number
  sent: number
  errors: number
}
export interface OnuReading {
  /** Its serial number or MAC address. */
  ident: string
  state: OnuState
  rx: number
  tx: number
  oltRx: number
}
/** A MAC address behind a port (by its ifIndex) or an ONU (by its ident). */
export interface StationReading {
  at: number | string
  mac: string
  vlan: number
}
export interface ArpReading {
  ifIndex: number
  ip: string
  mac: string
  vlan: number
}

/** One device at one time. */
export interface Reading {
  name: string
  /** Round trip of an echo, seconds. */
  echo: number
  ports: PortReading[]
  onus: OnuReading[]
  stations: StationReading[]
  arp: ArpReading[]
}
export interface Moment {
  time: number
  readings: Reading[]
}

/** A subscriber with the address that the router gives it. */
export interface Subscriber extends StationReading {
  device: string
  ip: string
  /** The time in the middle of the past day; null: it was not heard then. */
  heardAt: number | null
}
