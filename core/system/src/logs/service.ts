import {
  masked,
  type ActionLog,
  type Context,
  type EndedAction,
  type Action,
  type ActionStatus,
  type ChangeEnd,
  type IntendedChange,
} from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { settleEnded } from './ended.ts'
import { deleteOldActions } from './retention.ts'
import { recordedRun, storeChanges } from './store.ts'
import type { ActionWriter } from './writer.ts'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { randomUUID } from 'node:crypto'
import type { StoredChange } from '../entities/action.ts'
import { actionRowOf, intentRowOf, ownIntentRowOf, type ActionRow } from './row.ts'

const argumentLimits = { depth: 8, text: 4_000, size: 40_000, list: 200, fields: 200 }

function storedChange(change: IntendedChange, drivers: Context['drivers']): StoredChange {
  const { module, device_id, ip, args, expected, step = null } = change
  const shown = masked(args, { drivers, limits: argumentLimits }).value as StoredChange['args']
  return {
    module,
    step,
    device_id,
    ip,
    args: shown,
    masked: JSON.stringify(shown) !== JSON.stringify(args),
    expected,
    outcome: 'started',
    evidence: null,
  }
}

const maxEvidence = 2_000

/** The change with its end. */
function endedChange(change: StoredChange, { outcome, data, error }: ChangeEnd): StoredChange {
  const { evidence } = (data ?? {}) as { evidence?: unknown }
  const told = typeof evidence === 'string' ? evidence : (error?.message ?? null)
  return { ...change, outcome, evidence: told && told.slice(0, maxEvidence) }
}

/** A record whose operation has not ended. */
interface Open {
  id: number
  row: ActionRow
  changes: StoredChange[]
  started: number
}

type Opened = ActionRow & { changes: StoredChange[] }

const unknownCode = 'DEVICE_OUTCOME_UNKNOWN'
const isUndecided = ({ outcome }: StoredChange) => outcome === 'unknown' || outcome === 'started'

/** The status of an operation that has changed a device, or tried to. */
const statusOf = ({ status, error_code: code }: ActionRow, changes: readonly StoredChange[]): ActionStatus =>
  code === unknownCode || changes.some(isUndecided) ? 'UNKNOWN' : status

/** A further change of an operation: the row has it before it is sent. */
async function extend({ em }: Pick<Context, 'em'>, record: Open, change: StoredChange): Promise<void> {
  await storeChanges(em(), record.id, [...record.changes, change])
  record.changes.push(change)
}

/** The row of a change outside of an operation, with its end. */
const endedRow = ({ row, started }: Open, { outcome, error }: ChangeEnd): ActionRow => ({
  ...row,
  status: outcome === 'done' ? 'SUCCESS' : 'FAILED',
  message: error?.message ?? '',
  error_code: error?.code ?? null,
  duration_ms: Math.round(performance.now() - started),
})

/** Writes that devices are about to be changed, and what came of it. */
function createIntents(
  ctx: Pick<Context<Config>, 'em' | 'drivers' | 'clock' | 'processes'>,
  actions: ActionWriter,
): Pick<ActionLog, 'intend' | 'operation'> {
  /** By the run of their operation. */
  const open = new Map<string, Promise<Open>>()

  async function commit(row: Opened): Promise<Open> {
    const id = await actions.write(row)
    return { id, row, changes: row.changes, started: performance.now() }
  }

  async function ofOperation(
    change: StoredChange,
    operation: NonNullable<IntendedChange['operation']>,
  ): Promise<Open> {
    const before = open.get(operation.id)
    if (before) {
      const next = before.then(async record => {
        await extend(ctx, record, change)
        return record
      })
      // A change that cannot be written does not spoil the record of those before it.
      open.set(
        operation.id,
        next.catch(() => before),
      )
      return next
    }
    const row = intentRowOf(operation.describe(), { processId: ctx.processes.id, change })
    const record = commit(row as Opened)
    open.set(operation.id, record)
    operation.intended = true
    return record.catch((error: unknown) => {
      open.delete(operation.id)
      operation.intended = false
      throw error
    })
  }

  const complete = (record: Open, row: ActionRow) =>
    actions.commit({
      id: record.id,
      row: { ...row, status: statusOf(row, record.changes), changes: record.changes },
    })

  return {
    async intend(intended) {
      const { operation, caller } = intended
      const change = storedChange(intended, ctx.drivers)
      // Its answer may have been recorded since the call, e.g. that of a run that goes on behind a 202.
      const goesOn = operation && (!operation.ended || open.has(operation.id))
      const record = goesOn
        ? await ofOperation(change, operation)
        : await commit(ownIntentRowOf(caller, { processId: ctx.processes.id, change }, ctx.clock()) as Opened)
      return {
        id: record.id,
        async end(how) {
          const at = record.changes.indexOf(change)
          record.changes[at] = endedChange(change, how)
          // The record of an operation is completed with its answer.
          if (!goesOn || operation.ended) await complete(record, endedRow(record, how))
        },
      }
    },
    async operation(action: Action) {
      const intent = open.get(action.run_id)
      open.delete(action.run_id)
      const record = await intent?.catch(() => null)
      const row = actionRowOf(action)
      if (record) return complete(record, row)
      if (action.status < 400) return actions.commit({ id: null, row })
      actions.add({ id: null, row })
    },
  }
}

/** The row of an action that is no operation of the API. */
const runOf = (): Pick<ActionRow, 'run_id' | 'process_id' | 'changes'> => ({
  run_id: randomUUID(),
  process_id: null,
  changes: null,
})

const personOf = (id: number | null, login: string | null) =>
  id === null && login === null ? null : { id, login }

/** Actions that ended after `seq`, in the order of their ends. Removed ones are left out. */
async function endedAfter(em: SqlEntityManager, seq: number, limit: number): Promise<EndedAction[]> {
  const rows = await tables(em)
    .selectFrom('system_action_end as e')
    .innerJoin('system_action as a', 'a.id', 'e.action_id')
    .select(['e.seq', 'a.id', 'a.time', 'a.action', 'a.status', 'a.user_id', 'a.login', 'a.device_id'])
    .select(['a.message', 'a.error_code', 'a.ip'])
    .where('e.seq', '>', String(seq))
    .orderBy('e.seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq: at, id, user_id: userId, login, ...row }) => ({
    ...row,
    seq: Number(at),
    id: Number(id),
    user: personOf(userId, login),
  }))
}

/** The last action after a time that changed the device, or may have. */
async function lastChange(
  em: SqlEntityManager,
  deviceId: number,
  after: Date,
): Promise<Omit<EndedAction, 'seq'> | null> {
  const row = await tables(em)
    .selectFrom('system_action')
    .select(['id', 'time', 'action', 'status', 'user_id', 'login', 'device_id', 'message'])
    .select(['error_code', 'ip'])
    .where('device_id', '=', deviceId)
    .where('time', '>', after)
    .where('changes', 'is not', null)
    .where('status', 'in', ['SUCCESS', 'UNKNOWN', 'DONE'])
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id, user_id: userId, login, ...more } = row
  return { ...more, id: Number(id), user: personOf(userId, login) }
}

/** The last `seq`; 0: no action has ended. */
async function lastEnd(em: SqlEntityManager): Promise<number> {
  const row = await tables(em)
    .selectFrom('system_action_end')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.seq ?? 0)
}

/** The action log for other plugins. */
export const actionLog = (ctx: Context<Config>, actions: ActionWriter): ActionLog => ({
  ...createIntents(ctx, actions),
  flush: () => actions.flush(),
  record({ user, meta, message, ...more }) {
    const { value, clean } = masked(meta, { drivers: ctx.drivers })
    return actions.write({
      ...more,
      ...runOf(),
      time: ctx.clock(),
      user_id: user?.id ?? null,
      login: user?.login ?? null,
      message: clean(message),
      meta: clean(value as Record<string, unknown>),
      error_code: null,
      operation_id: null,
      duration_ms: null,
    })
  },
  async run(id) {
    await settleEnded(ctx)
    return recordedRun(ctx.em(), id)
  },
  endedAfter: (seq, limit) => endedAfter(ctx.em(), seq, limit),
  lastChange: (deviceId, after) => lastChange(ctx.em(), deviceId, after),
  lastEnd: () => lastEnd(ctx.em()),
  async clear(days) {
    await actions.flush()
    return deleteOldActions(ctx, days ?? ctx.config.action_log_days)
  },
})
