import type { Port } from '../simulated/port.ts'
import type { Timeline } from '../simulated/timeline.ts'
import type { Card, Technology } from './hardware.ts'

export type OnuState = 'Online' | 'LOS' | 'PowerOff' | 'Offline' | 'Reboot' | 'Disabled'
export type DropReason = Exclude<OnuState, 'Online'>

/** A time online that has ended. */
export interface Drop {
  upMs: number
  downMs: number
  reason: DropReason
}

/** An Ethernet port of an ONU. */
export interface Uni {
  /** From 1. */
  number: number
  enabled: boolean
  /** Something is plugged in. The link is up while the ONU is online and the port enabled. */
  plugged: boolean
  speedMbps: 100 | 1000
  pvid: number
}

/** A device of the customer behind an ONU. */
export interface OnuStation {
  mac: Buffer
  vlan: number
}

/** A registered ONU behind a PON port. */
export interface Onu {
  readonly port: PonPort
  /** Number on its port. */
  id: number
  /** GPON: four letters for the vendor, then four octets. EPON: the MAC address, 6 octets. */
  serial: Buffer
  type: string
  /** Number of its Ethernet ports. */
  ethernet: number
  name: string
  description: string
  password: string
  profiles: { line: string; service: string }
  enabled: boolean
  /** Fibre length, m. */
  distance: number
  state: Timeline<OnuState>
  /** The last ten times online, the newest first. */
  drops: Drop[]
  registeredMs: number
  /** dBm at the ONU and at the OLT, °C, V, mA. */
  rx: (nowMs: number) => number
  tx: (nowMs: number) => number
  oltRx: (nowMs: number) => number
  heat: (nowMs: number) => number
  volts: (nowMs: number) => number
  bias: (nowMs: number) => number
  /** A change of light that an event has caused: dB in all, reached slowly. */
  drift: { db: number; fromMs: number; overMs: number }
  /** Mean octets per second, upstream and downstream. */
  rates: readonly [number, number]
  /** The counters at the last time they were cleared. */
  zero: [number, number]
  /** Not there: the ONU never comes online. */
  gone: boolean
  /** Without power, and with a cut fibre of its own, until repaired. */
  dark: boolean
  cut: boolean
  /** Sends outside of its time, as the OLT suspects. */
  rogue: boolean
  seed: string
  /** Drawn at the first use: see `unisOf` and `stationsOf`. */
  unis?: Uni[]
  stations?: OnuStation[]
}

/** A PON port, with the ONUs registered on it. */
export interface PonPort extends Port {
  card: Card
  slot: number
  /** Number on the card, as in the name of the port. */
  number: number
  technology: Technology
  /** The trunk fibre. A cut one means loss of signal of the whole port. */
  fibre: 'whole' | 'cut'
  /** Its card is not in its slot. */
  pulled: boolean
  /** Sorted by number. */
  onus: Onu[]
}
