import type { CliProfile } from './cli.ts'
import type { Implementation } from './implementation.ts'

/** How a family's agents want to be asked. */
export interface SnmpTuning {
  /** Rows per GETBULK at most. The transport halves it for a device whose agent drops the request. */
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

/**
 * Models that are asked in the same way. `Params` is the type of the facts in which they differ; a family
 * without it has models without `params`.
 */
export interface Family<Params = undefined> {
  id: string
  snmp?: SnmpTuning
  /** How its command line behaves; without it the models have no console. */
  cli?: CliProfile
  modules: readonly Implementation<Params>[]
}

/** Declares a family: `defineFamily({ … })`, or `defineFamily<Params>({ … })` if its models have params. */
export const defineFamily = <Params = undefined>(family: Family<NoInfer<Params>>): Family<Params> => family
