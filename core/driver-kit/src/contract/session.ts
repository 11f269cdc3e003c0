import type { Static, TSchema } from 'typebox'
import type { CliSession } from './cli.ts'
import type { Missing } from './errors.ts'
import type { ModelFacts } from './model.ts'
import type { Module } from './module.ts'
import type { CallPort } from './port.ts'
import type { RouterOsSession } from './router-os.ts'
import type { SnmpSession } from './snmp.ts'

/** See `Session.access`. */
export interface SourceAccess {
  /** There is a login to the console. */
  console: boolean
  /** What is asked first. */
  prefer: 'snmp' | 'console'
}

/** What a driver's functions get: access to one device for the time of one call. */
export interface Session<Params = unknown> {
  readonly ip: string
  readonly model: ModelFacts<Params>
  readonly snmp: SnmpSession
  /** Its console, signed in on first use; `Unsupported` if the family has no console profile. */
  readonly cli: CliSession
  /** Its RouterOS API, signed in on first use. */
  readonly routerOs: RouterOsSession
  /** The port of the call. `interfacesFor` proves it; only a driver with its own lookup needs it. */
  readonly port: CallPort
  /** Aborts when the caller disconnects or the time of the call is over. */
  readonly signal: AbortSignal
  /**
   * Calls another module of the same device. A module is read once per call, even if several others use it.
   * With `again` it is read again: after a change.
   */
  call<A extends TSchema, R extends TSchema>(
    module: Module<A, R>,
    args: Static<A>,
    options?: { again?: true },
  ): Promise<Static<R>>
  /**
   * Keeps a value that is expensive to read and rarely changes (index maps, card lists) for `ttlMs`, per
   * device. Failures are not kept.
   */
  memo<T>(key: string, make: () => Promise<T>, ttlMs?: number): Promise<T>
  /**
   * Reports a part that did not arrive. The call continues, and its answer lists what is missing. `held`: who
   * calls the driver keeps the report, and decides whether it belongs to the answer.
   */
  report(missing: Missing, held?: 'held'): void
  /**
   * Which ways to the device the access profile opens. By default only SNMP.
   */
  readonly access?: SourceAccess
  /** The sources of the answers of this call, by the name of their module. */
  readonly answeredBy?: Map<string, readonly string[]>
  /** True if the device has answered anything in this call. If it then stops, the answer is partial. */
  readonly answered: boolean
}
