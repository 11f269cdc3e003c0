import { randomUUID } from 'node:crypto'
import type { Action, ActionStart, ActionStatus, Caller } from '@linecard/plugin-kit'
import type { StoredChange } from '../entities/action.ts'

/** A row of `system_action` as it is inserted. */
export interface ActionRow {
  time: Date
  action: string
  status: ActionStatus
  user_id: number | null
  login: string | null
  device_id: number | null
  message: string
  meta: Record<string, unknown>
  error_code: string | null
  ip: string | null
  session_id: number | null
  request_id: string | null
  operation_id: string | null
  duration_ms: number | null
  run_id: string | null
  process_id: string | null
  changes: StoredChange[] | null
}

/** A row to insert, or the end of the row with this id. */
export interface Entry {
  id: number | null
  row: ActionRow
}

const idOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= 2_147_483_647
    ? number
    : null
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The device of an action: the handler names it, or the path, the body or the answer does. */
function deviceIdOf(
  { note, params, body: sent, action }: ActionStart,
  result_id: number | null,
): number | null {
  if (note.device_id !== undefined) return note.device_id
  const body = isObject(sent) ? sent : {}
  const device = isObject(body['device']) ? body['device']['id'] : body['device']
  const named = idOf(params['deviceId']) ?? idOf(body['device_id']) ?? idOf(device)
  return (
    named ?? (action.startsWith('device:') ? (idOf(params['id']) ?? idOf(body['id']) ?? result_id) : null)
  )
}

const withoutEmpty = (parts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([, part]) =>
        part !== null && part !== undefined && !(isObject(part) && Object.keys(part).length === 0),
    ),
  )

/** What a row has of an operation before and after its answer. */
const partsOf = (action: ActionStart, resultId: number | null) => ({
  action: action.note.action ?? action.action,
  user_id: action.user?.id ?? null,
  login: action.user?.login ?? null,
  device_id: deviceIdOf(action, resultId),
  meta: {
    ...action.note.meta,
    ...withoutEmpty({ params: action.params, query: action.query, body: action.body, result_id: resultId }),
  },
  ip: action.ip,
  session_id: action.session_id,
  request_id: action.request_id,
  operation_id: action.operation_id,
  run_id: action.run_id,
})

/** The row of an action that the kernel reports. */
export function actionRowOf(action: Action): ActionRow {
  const { note, error } = action
  return {
    time: action.time,
    ...partsOf(action, action.result_id),
    status: action.status < 400 ? 'SUCCESS' : 'FAILED',
    message: note.message ?? error?.description ?? '',
    error_code: error?.code ?? null,
    duration_ms: action.duration_ms,
    process_id: null,
    changes: null,
  }
}

interface IntentParts {
  processId: string
  change: StoredChange
}

/** The row of an operation that is about to change a device. */
export const intentRowOf = (action: ActionStart, { processId, change }: IntentParts): ActionRow => ({
  ...partsOf(action, null),
  time: action.time,
  device_id: deviceIdOf(action, null) ?? change.device_id,
  status: 'STARTED',
  message: '',
  error_code: null,
  duration_ms: null,
  process_id: processId,
  changes: [change],
})

/** The row of a change that is no operation of the API. */
export const ownIntentRowOf = (
  caller: Caller | null,
  { processId, change }: IntentParts,
  time: Date,
): ActionRow => ({
  time,
  action: `swcore:${change.module}`,
  status: 'STARTED',
  user_id: caller?.userId ?? null,
  login: caller?.login ?? null,
  device_id: change.device_id,
  message: '',
  meta: { params: change.args },
  error_code: null,
  ip: null,
  session_id: caller?.sessionId ?? null,
  request_id: null,
  operation_id: null,
  duration_ms: null,
  run_id: randomUUID(),
  process_id: processId,
  changes: [change],
})

/** The row that tells how many actions could not be recorded. */
export const lostActionsRow = (count: number): ActionRow => ({
  time: new Date(),
  action: 'system-logs:lost',
  status: 'FAILED',
  user_id: null,
  login: null,
  device_id: null,
  message: `${count} actions could not be recorded`,
  meta: { lost: count },
  error_code: null,
  ip: null,
  session_id: null,
  request_id: null,
  operation_id: null,
  duration_ms: null,
  run_id: randomUUID(),
  process_id: null,
  changes: null,
})
