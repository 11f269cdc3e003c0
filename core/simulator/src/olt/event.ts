export type OltEventName =
  | 'power-loss'
  | 'fibre-cut'
  | 'repair'
  | 'drift'
  | 'reboot'
  | 'delete'
  | 'enable'
  | 'disable'
  | 'rogue'
  | 'replace'
  | 'appear'
  | 'leave'
  | 'refuse'
  | 'allow'
  | 'register'
  | 'port-down'
  | 'port-up'
  | 'card-out'
  | 'card-in'
  | 'uplink-down'
  | 'uplink-up'
  | 'restart'

/** What an event is about: one ONU, a share of the ONUs of a port, all of a port, or all of the OLT. */
export interface EventTarget {
  /** `<port>:<number>`, as in ifName, or the serial number. */
  onu?: string
  /** ifName of a PON port; of an uplink for `uplink-down` and `uplink-up`. */
  port?: string
  /** Part of the ONUs of `port`, 0…1. Always the same ones. Default all. */
  share?: number
}

interface Extra {
  /** Of the ONU that appears, leaves, is registered or takes the place of another. */
  serial?: string
  type?: string
  number?: number
  name?: string
  description?: string
  /** `power-loss`: types of ONUs that send no dying gasp. */
  silent?: readonly string[]
  /** `card-out`, `card-in`: the slot. */
  slot?: number
  /** `drift`: change of the light in dB, and how long it takes. Default at once. */
  db?: number
  overSeconds?: number
}

/** Something that happens at an OLT. */
export interface OltEvent extends EventTarget, Extra {
  do: OltEventName
}
/** An event of a script: `at` seconds after the start, and `every` so many seconds from then. */
export interface ScriptedEvent extends OltEvent {
  at: number
  every?: number
}
