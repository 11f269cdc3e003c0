import type { Context, SweepFound } from '@linecard/plugin-kit'
import type { Result, Rule } from '../entities/index.ts'

/** What became of an address. */
export interface Outcome {
  result: Result
  device_id?: number
  known_ip?: string
  model?: { key: string; name: string } | null
  reason?: string
  /** Another try may do better. */
  retry?: boolean
}

/** Rows that are written together; what is found shows after a second at the latest. */
const together = 200
const mostWaiting = 10_000

export interface Rows {
  add(rule: Rule, found: SweepFound, outcome: Outcome): void
  /** Writes what waits; what could not be written waits on. */
  flush(): Promise<void>
  /** Writes where enough waits. Throws only where too much does, as the database has been away for long. */
  spill(): Promise<void>
}

const insert = `
  insert into autodiscovery_found (run_id, rule_id, rule, group_id, ip, result, device_id, known_ip, model_key, model, name, object_id, descr, reason, time)
  select ?, rule_id, rule, group_id, ip, result, device_id, known_ip, model_key, model, name, object_id, descr, reason, time from jsonb_to_recordset(?::jsonb)
    as r (rule_id integer, rule text, group_id integer, ip inet, result text, device_id integer, known_ip inet, model_key text, model text, name text, object_id text, descr text, reason text, time timestamptz)
  on conflict (run_id, ip) do nothing`

/** What one run found, on its way into the database. */
export function rowsOf(ctx: Pick<Context, 'em' | 'clock'>, runId: number): Rows {
  let waiting: object[] = []
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return
    const rows = waiting
    waiting = []
    try {
      await ctx.em().execute(insert, [runId, JSON.stringify(rows)], 'run')
    } catch (error) {
      waiting = [...rows, ...waiting]
      throw error
    }
  }
  return {
    flush,
    async spill() {
      if (waiting.length < together) return
      await flush().catch((error: unknown) => {
        if (waiting.length > mostWaiting) throw error
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
