import type { SnmpAccess } from './target.ts'

/**
 * How an address was asked: with ICMP echo, else a TCP handshake (a refusal is an answer too), else an SNMP
 * GET of sysUpTime.
 */
export type PingMethod = 'icmp' | 'tcp' | 'snmp'

/** What came back of the probes of one ping. */
export interface PingAnswer {
  /** In its canonical form. */
  ip: string
  method: PingMethod
  sent: number
  received: number
  /** Round trip of each probe in ms; null: no answer in time. */
  times_ms: (number | null)[]
  /** Why it was not asked with ICMP; null if it was. */
  instead: string | null
}

/** One probe of a trace; each hop has one. */
export interface TraceHop {
  /** Number of routers, with the one that answered. */
  hop: number
  /** The address that answered; null: none in time. */
  ip: string | null
  /** Round trip, in ms. */
  time_ms: number | null
  /**
   * An answer other than "time exceeded", in the notation of traceroute: `!H` host unreachable, `!N` network
   * unreachable, `!X` forbidden; null: none.
   */
  note: string | null
}

/** The path to an address. `ip` is in its canonical form. */
export interface TraceAnswer {
  ip: string
  hops: TraceHop[]
  /** The address itself answered. */
  reached: boolean
  /** False if the time ran out before the last hop was tried. */
  complete: boolean
}

/** How an address is pinged. Numbers out of range become the nearest allowed ones. */
export interface PingOptions {
  /** Number of probes, 1 to 20; 3 by default. */
  count?: number
  /** Longest wait for one answer, 50 to 10,000 ms; 1000 by default. */
  timeoutMs?: number
  /** It is asked if ICMP is not possible and TCP gave no answer. */
  snmp?: SnmpAccess
  signal?: AbortSignal
}

/** How a path is traced. Numbers out of range become the nearest allowed ones. */
export interface TraceOptions {
  /** 1 to 64; 30 by default. */
  maxHops?: number
  /** Longest wait for one answer, 100 to 5000 ms; 1000 by default. */
  timeoutMs?: number
  /** Longest time of the whole trace; then it gives what it has. 1 to 120 s; 30 s by default. */
  totalMs?: number
  signal?: AbortSignal
}

/** Which ports are tried, and how long. Without ports only SNMP is asked. */
export interface ReachOptions {
  /** TCP ports, at most 10, tried at the same time. */
  ports: readonly number[]
  /** Longest wait for TCP and for SNMP each, in ms. */
  timeoutMs: number
  /** It is asked if no port answers. */
  snmp?: SnmpAccess
  signal?: AbortSignal
}

/** What answered first. A refusal is preferred to an open port: the device then logs no session. */
export interface ReachAnswer {
  /** In its canonical form. */
  ip: string
  /** Null: no answer. */
  method: 'tcp' | 'snmp' | null
  /** The port that answered. */
  port: number | null
  /** The TCP port refused the connection: the device has seen no session begin. */
  refused: boolean
  time_ms: number | null
}

/**
 * Tests from this machine whether addresses in the networks of the equipment answer. Offered by `equipment`.
 */
export interface Ping {
  /**
   * Without an answer `received` is 0. If this machine cannot send to the address, it is an error, because
   * that says nothing about the address.
   * @throws ApiError EQUIPMENT_ADDRESS_REFUSED, EQUIPMENT_NO_ROUTE, EQUIPMENT_OVERLOADED
   */
  ping(ip: string, options?: PingOptions): Promise<PingAnswer>
  /**
   * One try without ICMP, for devices that do not answer it.
   * @throws ApiError as `ping`
   */
  reach(ip: string, options: ReachOptions): Promise<ReachAnswer>
  /**
   * The address in its canonical form, if it may be asked. Sends nothing.
   * @throws ApiError EQUIPMENT_ADDRESS_REFUSED
   */
  address(ip: string): string
  /** @throws ApiError the same, EQUIPMENT_TRACEROUTE_MISSING, EQUIPMENT_TRACEROUTE_FAILED */
  trace(ip: string, options?: TraceOptions): Promise<TraceAnswer>
}
