import type { Job } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { batchSize, forgetCalls, removeAll } from './calls/forget.ts'
import type { EquipmentContext } from './setup.ts'
import { tables } from './tables.ts'

const dayMs = 86_400_000
/** Stored answers of one device and module, one for each set of arguments. */
const maxAnswersOfModule = 200

/** Calls beyond the newest `count`. */
const surplusCalls = ({ ctx }: EquipmentContext, count: number) =>
  tables(ctx.em())
    .deleteFrom('equipment_call')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('equipment_call')
        .select('id')
        .where(
          'id',
          '<=',
          selectFrom('equipment_call').select('id').orderBy('id', 'desc').offset(count).limit(1),
        )
        .orderBy('id')
        .limit(batchSize),
    )

const oldAnswers = ({ ctx }: EquipmentContext, before: Date) =>
  tables(ctx.em())
    .deleteFrom('equipment_answer')
    .where('ctid', 'in', ({ selectFrom }) =>
      selectFrom('equipment_answer').select('ctid').where('time', '<', before).limit(batchSize),
    )

/** Answers beyond the newest ones of a device and module. */
const surplusAnswers = ({ ctx }: EquipmentContext) =>
  tables(ctx.em())
    .deleteFrom('equipment_answer')
    .where('ctid', 'in', ({ selectFrom }) =>
      selectFrom(
        selectFrom('equipment_answer')
          .select('ctid')
          .select(
            sql<number>`row_number() over (partition by device_id, module order by time desc)`.as('rank'),
          )
          .as('ranked'),
      )
        .select('ctid')
        .where('rank', '>', maxAnswersOfModule)
        .limit(batchSize),
    )

const retention: Job<EquipmentContext> = {
  summary: 'Removes old calls and old stored answers',
  cron: '23 * * * *',
  timeoutSec: 600,
  async run(equipment, { signal, log }) {
    const { ctx } = equipment
    const { call_log_days: callDays, call_log_max_rows: maxCalls, answer_keep_days: answerDays } = ctx.config
    const before = new Date(ctx.clock().getTime() - answerDays * dayMs)
    const calls =
      (await forgetCalls(ctx, callDays, signal)) +
      (await removeAll(() => surplusCalls(equipment, maxCalls), signal))
    const answers =
      (await removeAll(() => oldAnswers(equipment, before), signal)) +
      (await removeAll(() => surplusAnswers(equipment), signal))
    log.info({ calls, answers }, 'old calls and stored answers removed')
  },
}

export const jobs = { retention }
