import type { Static, TSchema } from 'typebox'
import type { CliProfile, CliSession } from './cli/profile.ts'
import type { Missing } from './errors.ts'
import type { RouterOsSession } from './router-os.ts'
import type { SnmpSession } from './snmp.ts'

/**
 * What a module asks and answers, declared once by the kit (one file in `modules/`) and the same for every
 * vendor.
 */
export interface Module<A extends TSchema = TSchema, R extends TSchema = TSchema> {
  /** Name as clients call it, e.g. `interfaces_list`; a vendor's own module is `<driver>.<name>`. */
  name: string
  kind: 'read' | 'change'
  /**
   * A reading module that makes the device do something (a cable test): it locks the device as a change does,
   * and is asked of the device unless said.
   */
  exclusive?: true
  /**
   * Permission a caller needs: `device_show` for every reading module, the module's own for one that changes
   * a device.
   */
  permission: string
  summary: string
  args: A
  /** Shape of the answer, with units and what null means in the descriptions. */
  result: R
  /** An answer as a real device would give it; validated by the tests and shown in the OpenAPI document. */
  example: Static<R>
}

/** Declares a module. The identity function, for inference. */
export const defineModule = <A extends TSchema, R extends TSchema>(module: Module<A, R>): Module<A, R> =>
  module

/**
 * What a module answers, and what it is asked, as types: for a driver's own functions, which then need not
 * know TypeBox.
 */
export type ResultOf<M extends Module> = Static<M['result']>
export type ArgsOf<M extends Module> = Static<M['args']>

/** What a driver's functions get: one device, for the time of one call. Never a socket. */
export interface Session {
  readonly ip: string
  readonly model: Model
  readonly snmp: SnmpSession
  /** Its command line, signed in on first use; `Unsupported` where the family has none. */
  readonly cli: CliSession
  /** Its RouterOS API, signed in on first use. */
  readonly routerOs: RouterOsSession
  /** Aborted when the caller has gone or the call's time is up. */
  readonly signal: AbortSignal
  /**
   * Another module of the same device. A module is read once per call, however many others ask for it, unless
   * `again`: after a change.
   */
  call<A extends TSchema, R extends TSchema>(
    module: Module<A, R>,
    args: Static<A>,
    options?: { again?: true },
  ): Promise<Static<R>>
  /**
   * Keeps what is dear to read and rarely changes (index maps, card lists) for `ttlMs`, per device; failures
   * are not kept.
   */
  memo<T>(key: string, make: () => Promise<T>, ttlMs?: number): Promise<T>
  /** Notes what did not arrive. The call goes on; its answer says what is missing. */
  report(missing: Missing): void
  /**
   * True once the device has answered anything in this call: silence after that is a partial answer, not a
   * failure.
   */
  readonly answered: boolean
}

/** A module as one family of devices does it. */
export interface Implementation {
  module: Module
  run(session: Session, args: unknown): Promise<unknown>
  /** Must be said by the second implementation of a module in one family. */
  override?: true
}

/** Ties a function to a module; `tsc` checks its arguments and its result against the module's schemas. */
export const implement = <A extends TSchema, R extends TSchema>(
  module: Module<A, R>,
  run: (session: Session, args: Static<A>) => Promise<Static<R>>,
  options: { override?: true } = {},
): Implementation => ({ module, run: (session, args) => run(session, args as Static<A>), ...options })

export const deviceTypes = ['SWITCH', 'ROUTER', 'L3', 'ROUTEROS', 'OLT', 'ONU', 'SENSORS', 'ICMP'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** How a model is told from all others. All given parts must fit. */
export interface Detect {
  /** sysObjectID, without leading dot: it, or anything below it. The longest match of all drivers wins. */
  objectId?: string | readonly string[]
  /** sysDescr must match; decides among models of one sysObjectID. */
  descr?: RegExp
  /** Costs one more request, asked only when the above leave several models: the value as text must match. */
  probe?: { oid: string; matches: RegExp }
}

/** How a family's agents want to be asked. */
export interface SnmpTuning {
  /** Rows per GETBULK at most; halved and learnt per device when an agent chokes. */
  maxRepetitions?: number
  /** Columns asked in one request at most. */
  maxColumns?: number
  /** The agent does not answer GETBULK at all. */
  noBulk?: true
  /**
   * OIDs of a column may go back: the agent's rows stand in no order. A column then ends where it leaves its
   * subtree or a row comes twice.
   */
  unordered?: true
}

export interface Family {
  id: string
  snmp?: SnmpTuning
  /** How its command line behaves. */
  cli?: CliProfile
  modules: readonly Implementation[]
}

export interface Model {
  /**
   * Stable key in lower case with underscores, e.g. `zte_c320`; unique over all drivers; the inventory stores
   * it.
   */
  key: string
  name: string
  type: DeviceType
  family: string
  /** Physical ports, where the model fixes them. */
  ports?: number
  detect: Detect | readonly Detect[]
  /**
   * Facts of this model for the family's functions (port tables, offsets). Read with the family's own type.
   */
  params?: Readonly<Record<string, unknown>>
  /** Modules that only this model has, or has another way. */
  modules?: readonly Implementation[]
}

export interface Driver {
  /** Equals the folder and the package's suffix. */
  id: string
  vendor: string
  /** Major version of this contract. */
  api: 1
  families: readonly Family[]
  models: readonly Model[]
}

/** Declares a driver. Data only: what is wrong with it is found by `checkDriver` at start and in tests. */
export const defineDriver = (driver: Driver): Driver => driver
