import type { Missing, Module } from '@linecard/driver-kit'
import type { Detection } from '@linecard/driver-kit/detection'
import type { Static, TSchema } from 'typebox'
import type { Caller } from '../caller.ts'

/** How a device is reached: what the inventory knows of it, with opened secrets. Never logged. */
export interface Target {
  /** Null while the device is not in the inventory (detection, `linecard snmpwalk`). */
  deviceId: number | null
  ip: string
  /** Key of its model; null when unknown. */
  modelKey: string | null
  snmp: SnmpAccess
  /** Absent where nobody said how to sign in to its console. */
  console?: ConsoleAccess
  /** Absent where nobody said with which login. */
  routerOs?: RouterOsAccess
}

export interface SnmpAccess {
  version: '1' | '2c' | '3'
  port: number
  timeoutMs: number
  retries: number
  /** v1, v2c. */
  community: string
  writeCommunity: string
  /** v3 only. */
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
  /** For the way into a privileged mode. */
  enable: string
  /** Longest time of one command, ms. */
  commandMs: number
  /** Longest silence, ms. */
  idleMs: number
  /** Weak SSH algorithms of old firmwares may be used. */
  allowLegacy: boolean
}

/** The API of RouterOS. */
export interface RouterOsAccess {
  port: number
  tls: boolean
  login: string
  password: string
  /** Longest time of one answer, ms. */
  commandMs: number
  /** Longest silence, ms. */
  idleMs: number
  /** Old TLS and TLS without certificate may be used. */
  allowLegacy: boolean
}

/**
 * `device` asks the hardware; `cache` a stored answer, and the hardware where it is absent or stale; `store`
 * the stored answer only.
 */
export type Source = 'device' | 'cache' | 'store'

export interface AnswerMeta {
  source: 'device' | 'cache' | 'store'
  from_cache: boolean
  /** When the device gave the answer, RFC 3339 with milliseconds. */
  time: string
  age_sec: number
  /** Time spent asking the device, in ms; that of the original question for a stored answer. */
  spent_ms: number
  error: { code: string; description: string } | null
  /** What did not arrive, where the rest did. */
  missing: Missing[]
}
export interface Answer<T> {
  data: T
  meta: AnswerMeta
}

/**
 * Event of this process when a device of the inventory has answered a reading module: `DeviceAnswered`.
 * Answers out of the store are none.
 */
export const DEVICE_ANSWERED = 'equipment.answered'
export interface DeviceAnswered {
  device_id: number
  module: string
  /** {}: all of the device was asked for. */
  args: Readonly<Record<string, unknown>>
  /** As the module's schema says; shared with the caller, so not to be changed. */
  data: unknown
  /** False: rows are lacking. */
  complete: boolean
  time: Date
}

export interface CallOptions {
  from?: Source
  /** For the call log. */
  caller?: Caller | null
  signal?: AbortSignal
}

/**
 * A network as it is swept: written in its canonical form, and how many addresses it has without those of the
 * network itself.
 */
export interface SweepNetwork {
  cidr: string
  addresses: number
}

/**
 * Something that answered SNMP. Texts are what the device says, cut to 500 characters; null where it does not
 * say it.
 */
export interface SweepFound {
  ip: string
  /** Position of the access that was answered; null: none of them, see `refused`. */
  access: number | null
  /** SNMPv2-MIB sysObjectID, sysDescr, sysName. */
  objectId: string | null
  descr: string | null
  name: string | null
  /** SNMP-FRAMEWORK-MIB snmpEngineID, hexadecimal. */
  engineId: string | null
  /** Why an agent that is there gave no answer: user or keys are wrong. */
  refused: string | null
}

export interface SweepCounters {
  /** Of the network, and how many of them are settled. */
  addresses: number
  done: number
  /**
   * Datagrams sent, repetitions included; answers to them; answers that came from another address than was
   * asked.
   */
  sent: number
  received: number
  foreign: number
}

/** Asks while it is iterated, once; leaving the loop ends it. */
export interface Sweep extends AsyncIterable<SweepFound> {
  /** As they are now. */
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
   * The same by name, with arguments as a client sent them: validated here (400 names the field), refused
   * when unsupported (422).
   */
  callByName(target: Target, module: string, args: unknown, options?: CallOptions): Promise<Answer<unknown>>
  /** Which model stands at this address, and why not another. */
  detect(target: Target): Promise<Detection>
  /**
   * Checks a network against the allow-list and the greatest size, and sends nothing. @throws ApiError
   * EQUIPMENT_NETWORK_REFUSED with the reason
   */
  sweepable(cidr: string): SweepNetwork
  /**
   * Asks all addresses of a network who they are, thousands at once, at the send rate of the settings. Each
   * address is asked with one access after the other until it answers. What is found comes as it answers.
   * @throws ApiError EQUIPMENT_NETWORK_REFUSED before anything is sent
   */
  sweep(cidr: string, access: readonly SnmpAccess[], options?: { signal?: AbortSignal }): Sweep
  /** Forgets stored answers and the open session of a device. */
  forget(deviceId: number): Promise<void>
}

/** The log of module calls, offered by `equipment`. */
export interface CallLogService {
  /** Removes what is older than `days`; null: than the settings say. Gives how many. */
  clear(days: number | null): Promise<number>
}
