/** A network in its canonical form, and the number of its addresses without those of the network itself. */
export interface SweepNetwork {
  cidr: string
  addresses: number
}

/**
 * An agent that answered SNMP. Texts are those of the device, cut to 500 characters; null if it does not give
 * them.
 */
export interface SweepFound {
  ip: string
  /** Position of the access that it answered; null: none of them, see `refused`. */
  access: number | null
  /** SNMPv2-MIB sysObjectID, sysDescr, sysName. */
  objectId: string | null
  descr: string | null
  name: string | null
  /** SNMP-FRAMEWORK-MIB snmpEngineID, hexadecimal. */
  engineId: string | null
  /** Why the agent refused the answer: user or keys are wrong. */
  refused: string | null
}

/** How far a sweep is. The values change while it runs. */
export interface SweepCounters {
  /** Addresses of the network, and how many of them are done. */
  addresses: number
  done: number
  /** Datagrams sent, with repetitions; answers; answers from an address that was not asked. */
  sent: number
  received: number
  foreign: number
}

/** The search runs while it is iterated. This is possible once. Leaving the loop ends it. */
export interface Sweep extends AsyncIterable<SweepFound> {
  /** The present values. */
  readonly counters: Readonly<SweepCounters>
}
