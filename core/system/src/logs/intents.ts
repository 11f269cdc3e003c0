import { randomUUID } from 'node:crypto'
import type {
  Action,
  ActionLog,
  ActionStatus,
  ChangeEnd,
  Context,
  IntendedChange,
} from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { StoredChange } from '../entities/action.ts'
import { endedChange, storedChange } from './change.ts'
import { actionRowOf, intentRowOf, ownIntentRowOf, type ActionRow } from './row.ts'
import { storeChanges } from './store.ts'
import type { ActionWriter } from './writer.ts'

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
export function createIntents(
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
export const runOf = (): Pick<ActionRow, 'run_id' | 'process_id' | 'changes'> => ({
  run_id: randomUUID(),
  process_id: null,
  changes: null,
})
