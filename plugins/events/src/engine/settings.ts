import type { BoundConditionSource, Severity } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** What holds for one name: the source's own values, or an operator's. */
export interface Effective {
  enabled: boolean
  /** Null: that of each condition, else that of the source. */
  severity: Severity | null
  forSec: number
}

export type Overrides = ReadonlyMap<
  string,
  { enabled: boolean; severity: Severity | null; for_sec: number | null }
>

export async function overridesOf(em: SqlEntityManager): Promise<Overrides> {
  const rows = await tables(em).selectFrom('events_condition').selectAll().execute()
  return new Map(rows.map(({ name, ...row }) => [name, row]))
}

export function effectiveOf(
  source: Pick<BoundConditionSource, 'name' | 'forSec'>,
  overrides: Overrides,
): Effective {
  const found = overrides.get(source.name)
  return {
    enabled: found?.enabled ?? true,
    severity: found?.severity ?? null,
    forSec: found?.for_sec ?? source.forSec,
  }
}
