import type { Caution } from './caution.ts'
import type { CliProfile } from './cli.ts'
import type { Implementation } from './implementation.ts'
import type { Notification } from './notification.ts'
import type { Revert } from './revert.ts'

/** How the SNMP agents of a family must be asked. */
export interface SnmpTuning {
  /** Maximum number of rows per GETBULK. It is halved for a device whose agent drops the request. */
  maxRepetitions?: number
  /** Maximum number of columns in one request. */
  maxColumns?: number
  /** The agent does not answer GETBULK at all. */
  noBulk?: true
  /**
   * The agent does not sort its rows, so OIDs of a column can decrease. A column then ends where it leaves
   * its subtree, or at a row that was read before.
   */
  unordered?: true
}

/** How a console says what the device is, for a device without SNMP. */
export interface ConsoleIdentity {
  /** A command that only shows something. */
  command: string
  /** What only the output of this family has. */
  is: RegExp
  /** The line with sysObjectID, in group 1. */
  objectId?: RegExp
  /** The part that stands for sysDescr, and how it is written there (`$1`). The whole output if absent. */
  descr?: { pattern: RegExp; as: string }
}

/**
 * Models that are asked in the same way. `Params` is the type of the facts in which they differ; a family
 * without it has models without `params`.
 */
export interface Family<Params = undefined> {
  id: string
  snmp?: SnmpTuning
  /** How its console behaves. Absent: the models have no console. */
  cli?: CliProfile
  /** How the device undoes a change by itself. Absent: as `cli.revert` says, if it is there. */
  revert?: Revert<Params>
  modules: readonly Implementation<Params>[]
  /**
   * Implementations that read the console: the last source of their modules, and the only one of a module
   * that `modules` does not have. Their `source` is `console`.
   */
  console?: readonly Implementation<Params>[]
  /** What its devices should not be asked routinely, for all models of the family. */
  cautions?: readonly Caution[]
  /** What its traps and informs mean, beside those that agents of all vendors send. */
  notifications?: readonly Notification[]
  /** How its console says what it is. Absent: such a device is not found without SNMP. */
  identity?: ConsoleIdentity | readonly ConsoleIdentity[]
}

/** Declares a family: `defineFamily({ … })`, or `defineFamily<Params>({ … })` if its models have params. */
export const defineFamily = <Params = undefined>(family: Family<NoInfer<Params>>): Family<Params> => family
