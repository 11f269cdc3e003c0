import type { Context, SweepFound } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Result, Rule } from '../entities/index.ts'
import { tables } from '../tables.ts'

/** What became of an address. */
export interface Outcome {
  result: Result
  device_id?: number
  known_ip?: string
  model?: { key: string; name: string } | null
  reason?: string
  /** Another attempt may succeed. */
  retry?: boolean
}

/** So many rows are written at once. The run also writes every second. */
const batchRows = 200
const maxWaiting = 10_000

export interface Rows {
  add(rule: Rule, found: SweepFound, outcome: Outcome): void
  /** Writes the waiting rows. Rows that cannot be written keep waiting. */
  flush(): Promise<void>
  /** Writes if enough rows wait. Throws only if too many wait, because the database is away for long. */
  spill(): Promise<void>
}

/** Rows as one JSON parameter: as single parameters many rows would exceed the limit of PostgreSQL. */
const insert = (runId: number, rows: readonly object[]) => sql`
  insert into autodiscovery_found (
    run_id, rule_id, rule, group_id, ip, result, device_id, known_ip,
    model_key, model, name, object_id, descr, reason, time
  )
  select ${runId}, rule_id, rule, group_id, ip, result, device_id, known_ip,
    model_key, model, name, object_id, descr, reason, time
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
    rule_id integer, rule text, group_id integer, ip inet, result text, device_id integer, known_ip inet,
    model_key text, model text, name text, object_id text, descr text, reason text, time timestamptz
  )
  on conflict (run_id, ip) do nothing`

/** Buffers what one run found, and writes it to the database. */
export function rowsOf(ctx: Pick<Context, 'em' | 'clock'>, runId: number): Rows {
  let waiting: object[] = []
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return
    const rows = waiting
    waiting = []
    try {
      await insert(runId, rows).execute(tables(ctx.em()))
    } catch (error) {
      waiting = [...rows, ...waiting]
      throw error
    }
  }
  return {
    flush,
    async spill() {
      if (waiting.length < batchRows) return
      await flush().catch((error: unknown) => {
        if (waiting.length > maxWaiting) throw error
      })
    },
    add(rule, { ip, name, objectId, descr }, { model, retry: _retry, ...outcome }) {
      waiting.push({
        rule_id: rule.id,
        rule: rule.name,
        group_id: rule.groupId,
        ip,
        name,
        object_id: objectId,
        descr,
        model_key: model?.key ?? null,
        model: model?.name ?? null,
        ...outcome,
        reason:
          outcome.reason
            ?.replace(/\p{Cc}+/gu, ' ')
            .slice(0, 500)
            .toWellFormed() ?? null,
        time: ctx.clock().toISOString(),
      })
    },
  }
}
