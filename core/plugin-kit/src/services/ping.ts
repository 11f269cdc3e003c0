import type { SnmpAccess } from './equipment.ts'

/**
 * How an address was asked: ICMP echo, else a TCP handshake (a refusal is an answer too), else an SNMP GET of
 * sysUpTime.
 */
export type PingMethod = 'icmp' | 'tcp' | 'snmp'

export interface PingAnswer {
  /** In its canonical form. */
  ip: string
  method: PingMethod
  sent: number
  received: number
  /** Round trip of each probe in ms; null: no answer within the time. */
  times_ms: (number | null)[]
  /** Why it was not asked by ICMP; null where it was. */
  instead: string | null
}

export interface TraceHop {
  /** Routers passed, the answering one included. */
  hop: number
  /** Who answered; null: nobody within the time. */
  ip: string | null
  /** Round trip, ms. */
  time_ms: number | null
  /**
   * What the answer says beside "time exceeded", as traceroute writes it: `!H` host, `!N` network
   * unreachable, `!X` forbidden; null: nothing.
   */
  note: string | null
}

export interface TraceAnswer {
  ip: string
  hops: TraceHop[]
  /** The address itself answered. */
  reached: boolean
  /** False: the time ran out before the last hop was tried. */
  complete: boolean
}

export interface PingOptions {
  /** Probes, 1 to 20; 3 unless said. */
  count?: number
  /** Longest wait for one answer, 50 to 10,000 ms; 1000 unless said. */
  timeoutMs?: number
  /** Asked where neither ICMP is possible nor TCP answered. */
  snmp?: SnmpAccess
  signal?: AbortSignal
}

export interface TraceOptions {
  /** 1 to 64; 30 unless said. */
  maxHops?: number
  /** Longest wait for one answer, 100 to 5000 ms; 1000 unless said. */
  timeoutMs?: number
  /** Longest time of all; what was found until then is the answer. 1 to 120 s; 30 s unless said. */
  totalMs?: number
  signal?: AbortSignal
}

/**
 * Asks addresses within the networks of the equipment whether they answer, from this machine; offered by
 * `equipment`.
 */
export interface Ping {
  /**
   * No answer is an answer: `received` is 0. What stands in this machine's own way is an error, for it says
   * nothing of the address.
   * @throws ApiError EQUIPMENT_ADDRESS_REFUSED, EQUIPMENT_NO_ROUTE, EQUIPMENT_OVERLOADED
   */
  ping(ip: string, options?: PingOptions): Promise<PingAnswer>
  /** @throws ApiError the same, EQUIPMENT_TRACEROUTE_MISSING, EQUIPMENT_TRACEROUTE_FAILED */
  trace(ip: string, options?: TraceOptions): Promise<TraceAnswer>
}
