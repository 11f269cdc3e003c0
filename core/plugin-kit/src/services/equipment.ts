import type { Caution, ExpectedPort, Missing, Module, Verification } from '@linecard/driver-kit'
import type { Detection } from '@linecard/driver-kit/detection'
import type { Static, TSchema } from 'typebox'
import type { Caller } from '../caller.ts'
import type { DeviceAnswered, Unkept } from '../keeps.ts'
import type { PolledAnswer } from '../pollers.ts'
import type { GuardedChanges } from './guarded.ts'
import type { DeviceHold, Holds } from './holds.ts'
import type { StoredAnswers } from './stored-answers.ts'
import type { Sweep, SweepNetwork } from './sweep.ts'
import type { SnmpAccess, Target } from './target.ts'

/** `device`: it is asked. `cache`: a fresh stored answer, else it is asked. `store`: only a stored answer. */
export type Source = 'device' | 'cache' | 'store'

/** Where an answer comes from, how old it is, and what it lacks. */
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
  /**
   * The sources that gave the answer: names of MIBs, `vendor` for the vendor's own objects, `RouterOS API`,
   * `console`. Empty for a change.
   */
  answered_by: string[]
  /**
   * The OLT was asked more slowly than it answers: `rate`: the setting; `answers`: its answers became slower;
   * `cpu`: its processor is busy. Null: it was not, or the answer is a stored one.
   */
  slowed: { reason: 'rate' | 'answers' | 'cpu'; waited_ms: number } | null
}
/** What a module gave. Callers with the same question may share `data`: do not change it. */
export interface Answer<T> {
  data: T
  meta: AnswerMeta
}

/** Event of this process: a device of the inventory has accepted a change. */
export const deviceChanged = 'equipment.changed'
/** Value of `deviceChanged`. A change that failed causes none, although a part of it may have been made. */
export interface DeviceChanged {
  device_id: number
  module: string
  args: Readonly<Record<string, unknown>>
  /** The device showed the effect afterwards. */
  verified: boolean
}

/** Event of this process: a device of the inventory gives more than one call takes. */
export const deviceExceeds = 'equipment.exceeds'
/** Value of `deviceExceeds`: once an hour for each module. `since`: when this process first saw it. */
export interface DeviceExceeds {
  device_id: number
  module: string
  /** The ceiling: `row_limit`, `byte_limit`, or `stored_interfaces`. */
  limit: string
  since: Date
  last: Date
}

/** One command of `multi_console_command` that has run. Secrets are masked. */
export interface CommandDone {
  /** Its number among the commands of the call, from 1. */
  at: number
  of: number
  command: string
  output: string
  success: boolean
  error: string | null
  spent_ms: number
}

/** What watches a call of `multi_console_command`, and may end it early. */
export interface CommandWatch {
  /**
   * Called after each command. The next one waits for it, so that what was stored of a killed process lacks
   * one command at most. What it throws is logged; the commands go on.
   */
  onCommand?(done: CommandDone): void | Promise<void>
  /**
   * Ends the sequence between two commands, and a pause after one. That is no error: the answer has the
   * commands that ran.
   */
  stop?: AbortSignal
}

/** How a module is called. `from`: by default `cache`, for a change and an exclusive module `device`. */
export interface CallOptions {
  from?: Source
  /** For the call log. */
  caller?: Caller | null
  signal?: AbortSignal
  /**
   * The port of the argument `interface` as the caller saw it. If another stands there now, the call fails
   * with InterfaceMoved. Null: the caller knows only what it sends. Absent: the stored port of this bind key.
   */
  expected?: ExpectedPort | null
  /**
   * Stands for one operation of a client. What its earlier calls have read of one port or ONU is not asked
   * again by the later ones, unless the device was changed meanwhile. Absent: every call asks for itself.
   */
  share?: object
  /** Name of this change in the answer of its operation, for the action log. */
  step?: string
  /** For `multi_console_command`. */
  commands?: CommandWatch
  /** The hold of this device by the task that calls: its changes pass. */
  hold?: DeviceHold | undefined
  /** False: the answer is not given to the slot `keeps`, because who asks does so, with `Equipment.keep`. */
  keep?: false
}

/** What a poll of one device gave. */
export interface PollAnswer {
  /** By the name of the module. Modules that the model does not support are absent. */
  answers: ReadonlyMap<string, PolledAnswer>
  /**
   * SNMPv2-MIB sysUpTime, 1/100 s, and when its reading began, as `performance.now()` tells it; null: not
   * answered, or SNMP is off.
   */
  uptime: number | null
  uptime_read: number | null
  /** Datagrams sent. */
  requests: number
  spent_ms: number
  /** For `PollOptions.failing` of the next poll. */
  failing: Failing
}

/** What fails in the polls of a device: codes by module; under the empty name: it answers nothing at all. */
export type Failing = Readonly<Record<string, string>>

/** How a device is polled. `caller` is for the call log. */
export interface PollOptions {
  /** Ends the poll: what was read until then is kept. */
  signal?: AbortSignal
  caller?: Caller | null
  /**
   * What failed in the poll before. Only what fails otherwise than before, and what succeeds again, is in the
   * call log. Absent: nothing of the poll is there.
   */
  failing?: Failing
}

export interface Equipment extends Holds, GuardedChanges, StoredAnswers {
  /** All modules that the model supports, by name; empty for an unknown model. */
  modules(modelKey: string | null): readonly Module[]
  /** Whether the model supports the module; false for an unknown model. */
  supports(modelKey: string | null, module: Pick<Module, 'name'>): boolean
  /** What the driver says that the model should not be asked routinely, by the names of the modules. */
  cautions(modelKey: string | null): ReadonlyMap<string, Caution>
  /**
   * Identical readings at the same time share one run. With `cache` an old answer is given if asking fails
   * for now; `meta.error` has the reason. `signal` does not stop a change whose turn has come.
   * @throws DeviceError; ApiError EQUIPMENT_ARGUMENTS_INVALID, EQUIPMENT_ANSWER_ABSENT,
   *   EQUIPMENT_ADDRESS_REFUSED, EQUIPMENT_OVERLOADED, for a change also EQUIPMENT_DEVICE_HELD
   */
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
  /**
   * Looks whether the device shows a change, without changing anything. `UNKNOWN` with the reason if the
   * device does not tell, and for a change that leaves nothing to read back (a restart, cleared counters).
   */
  verify(
    target: Target,
    module: string,
    args: Readonly<Record<string, unknown>>,
    options?: Pick<CallOptions, 'caller' | 'expected' | 'signal'>,
  ): Promise<Verification>
  /**
   * Asks the device for several modules without arguments, each once: what one has read is not read again for
   * the others. A device that does not answer is asked once, and each answer has the error. Answers are
   * stored like those of `call`, and kept when who polls gives them to `keep`; in the call log are changes
   * between failure and success alone. Failures of the device are in the answers: it throws none.
   */
  poll(target: Target, modules: readonly Module[], options?: PollOptions): Promise<PollAnswer>
  /**
   * Gives answers to the plugins that keep such (slot `keeps`), and waits until they are stored. `call` does
   * it with its own answer. Gives what could not be kept, and never throws.
   */
  keep(answers: readonly DeviceAnswered[]): Promise<readonly Unkept[]>
  /** The module as the model's driver defines it, else as the catalogue does; undefined: there is none. */
  findModule(modelKey: string | null, name: string): Module | undefined
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
  /**
   * Removes the stored answers about single ports, and marks the others as outdated: bind keys have
   * changed.
   */
  renumbered(deviceId: number): Promise<void>
  /**
   * Allows targets with `copyOf` at this loopback address: a device that this process plays itself. Gives
   * what ends it. No other target may use the address meanwhile.
   * @throws TypeError for an address that is no loopback address, or is lent already
   */
  lend(ip: string): () => void
  /** Removes the stored answers of a device and closes its connections. */
  forget(deviceId: number): Promise<void>
}

/** Failed calls of one device. */
export interface FailedCalls {
  device_id: number
  /** All that failed. */
  errors: number
  /** Of them: the device did not answer at all. */
  no_response: number
  last: Date
}

/** The log of module calls, offered by `equipment`. */
export interface CallLogService {
  /** Removes calls older than `days`; null: the days of the settings. Gives their number. */
  clear(days: number | null): Promise<number>
  /** Devices with failed calls since a time, those with the most first; `deviceIds` null: of all devices. */
  failures(asked: { since: Date; deviceIds: readonly number[] | null; limit: number }): Promise<FailedCalls[]>
}
