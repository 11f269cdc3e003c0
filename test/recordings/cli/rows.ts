import type { CliArea } from '@linecard/driver-kit/cli'

/** Cells of one row by their names. */
export type Row = Readonly<Record<string, unknown>>

/** Where two rows come from. */
export interface Head {
  source: 'ntc-templates' | 'noc'
  platform: string
  vendor: string
  area: CliArea
  sample: string
  command: string
}

/**
 * A row of the other system and a row of ours, and how they compare. Null: the row exists on one side only.
 */
export interface Compared extends Head {
  result: 'equal' | 'explained' | 'different'
  /** Id of the reason that explains the difference. */
  reason: string | null
  theirs: Row | null
  ours: Row | null
  /** Names of the cells that differ. */
  cells: string[]
}

/** Key of the set of cells for which the template of the other system has a field. */
export const stated = 'stated'
