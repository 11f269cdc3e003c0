import type { Missing, Module } from '@linecard/driver-kit'
import type { Detection } from '@linecard/driver-kit/detection'
import type { Static, TSchema } from 'typebox'
import type { Caller } from '../caller.ts'

/** A device with everything that is needed to connect to it. It has opened secrets and is never logged. */
export interface Target {
  /** Null if the device is not in the inventory (detection, `linecard snmpwalk`). */
  deviceId: number | null
  ip: string
  /** Key of its model; null if unknown. */
  modelKey: string | null
  snmp: SnmpAccess
  /** Absent if no login to its console is configured. */
  console?: ConsoleAccess
  /** Absent if no login to its RouterOS API is configured. */
  routerOs?: RouterOsAccess
}

export interface SnmpAccess {
  version: '1' | '2c' | '3'
  port: number
  timeoutMs: number
  retries: number
  /** For v1 and v2c. */
  community: string
  writeCommunity: string
  /** For v3. */
  user?: {
    name: string
    level: 'noAuthNoPriv' | 'authNoPriv' | 'authPriv'
    auth?: { protocol: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512'; key: string }
    priv?: { protocol: 'des' | 'aes' | 'aes256b' | 'aes256r'; key: string }
  }
}

export interface ConsoleAccess {
  protocol: 'telnet' | 'ssh'
  port: number
  login: string
  password: string
  /** Password of a privileged mode. */
  enable: string
  /** Longest time of one command, in ms. */
  commandMs: number
  /** Longest silence, in ms. */
  idleMs: number
  /** Allows weak SSH algorithms of old firmware. */
  allowLegacy: boolean
}

/** The API of RouterOS. */
export interface RouterOsAccess {
  port: number
  tls: boolean
  login: string
  password: string
  /** Longest time of one answer, in ms. */
  commandMs: number
  /** Longest silence, in ms. */
  idleMs: number
  /** Allows old TLS, and TLS without a certificate. */
  allowLegacy: boolean
}

/**
 * `device`: the device is asked. `cache`: a stored answer if it is fresh, else the device is asked. `store`:
 * only a stored answer.
 */
export type Source = 'device' | 'cache' | 'store'

export interface AnswerMeta {
  source: 'device' | 'cache' | 'store'
  from_cache: boolean
  /** When the device gave the answer, RFC 3339 with milliseconds. */
  time: string
  age_sec: number
  /** How long asking the device took, in ms; for a stored answer too. */
  spent_ms: number
  error: { code: string; description: string } | null
  /** What the device did not tell, although it told the rest. */
  missing: Missing[]
}
export interface Answer<T> {
  data: T
  meta: AnswerMeta
}

/**
 * Event of this process: a device of the inventory has answered a reading module. Its value is
 * `DeviceAnswered`. Stored answers cause no event.
 */
export const deviceAnswered = 'equipment.answered'
export interface DeviceAnswered {
  device_id: number
  module: string
  /** {} if the whole device was asked. */
  args: Readonly<Record<string, unknown>>
  /** In the shape of the module's schema. The caller has the same object: do not change it. */
  data: unknown
  /** False if rows are missing. */
  complete: boolean
  time: Date
}

export interface CallOptions {
  from?: Source
  /** For the call log. */
  caller?: Caller | null
  signal?: AbortSignal
}

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

export interface SweepCounters {
  /** Addresses of the network, and how many of them are done. */
  addresses: number
  done: number
  /** Datagrams sent, with repetitions; answers; answers from an address that was not asked. */
  sent: number
  received: number
  foreign: number
}

/** It asks while it is iterated, which is possible once. Leaving the loop ends it. */
export interface Sweep extends AsyncIterable<SweepFound> {
  /** The present values. */
  readonly counters: Readonly<SweepCounters>
}

export interface Equipment {
  /** All modules that the model supports, by name; empty for an unknown model. */
  modules(modelKey: string | null): readonly Module[]
  /** Whether the model supports the module; false for an unknown model. */
  supports(modelKey: string | null, module: Pick<Module, 'name'>): boolean
  call<A extends TSchema, R extends TSchema>(
    target: Target,
    module: Module<A, R>,
    args: Static<A>,
    options?: CallOptions,
  ): Promise<Answer<Static<R>>>
  /**
   * The same by name, with the arguments of a client. Wrong arguments are 400 with the name of the field, an
   * unsupported module is 422.
   */
  callByName(target: Target, module: string, args: unknown, options?: CallOptions): Promise<Answer<unknown>>
  /** Finds the model of the device at this address, with the reasons against others. */
  detect(target: Target): Promise<Detection>
  /**
   * Checks a network against the allow-list and the largest size. Sends nothing.
   * @throws ApiError EQUIPMENT_NETWORK_REFUSED with the reason
   */
  sweepable(cidr: string): SweepNetwork
  /**
   * Asks all addresses of a network for SNMP agents, thousands at the same time, at the rate of the settings.
   * It tries one access after the other until an address answers, and gives each agent when it answers.
   * @throws ApiError EQUIPMENT_NETWORK_REFUSED before anything is sent
   */
  sweep(cidr: string, access: readonly SnmpAccess[], options?: { signal?: AbortSignal }): Sweep
  /** Removes the stored answers of a device and closes its connections. */
  forget(deviceId: number): Promise<void>
}

/** The log of module calls, offered by `equipment`. */
export interface CallLogService {
  /** Removes calls older than `days`; null: the days of the settings. Gives their number. */
  clear(days: number | null): Promise<number>
}
