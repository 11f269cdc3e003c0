import type { Job } from '@linecard/plugin-kit'
import { batch, forgetCalls, removeAll } from './calls/forget.ts'
import type { Equipping } from './plugin.ts'

const day = 86_400_000
/** Stored answers of one device and module, one a set of arguments. */
const answersOfModule = 200

/** Forgets old calls and old answers, and bounds how many there are. */
const retention: Job<Equipping> = {
  summary: 'Forgets old calls and stored answers',
  cron: '23 * * * *',
  timeoutSec: 600,
  async run({ ctx }, { signal, log }) {
    const { call_log_days: callDays, call_log_max_rows: maxCalls, answer_keep_days: answerDays } = ctx.config
    const before = (days: number) => new Date(ctx.clock().getTime() - days * day).toISOString()
    const remove = (sql: string, params: unknown[]) => removeAll(ctx, sql, params, signal)
    const old = await forgetCalls(ctx, callDays, signal)
    const surplus = await remove(
      `delete from equipment_call where id in (
      select id from equipment_call where id <= (select id from equipment_call order by id desc offset ? limit 1) order by id limit ${batch})`,
      [maxCalls],
    )
    const answers = await remove(
      `delete from equipment_answer where ctid in (select ctid from equipment_answer where time < ?::timestamptz limit ${batch})`,
      [before(answerDays)],
    )
    const variants = await remove(
      `delete from equipment_answer where ctid in (
      select ctid from (select ctid, row_number() over (partition by device_id, module order by time desc) as place from equipment_answer) as ranked where place > ? limit ${batch})`,
      [answersOfModule],
    )
    log.info({ calls: old + surplus, answers: answers + variants }, 'old calls and stored answers removed')
  },
}

export const jobs = { retention }
