import type { Action } from '@linecard/plugin-kit'

/** A row of `system_action` as it is inserted. */
export interface ActionRow {
  time: Date
  action: string
  status: 'SUCCESS' | 'FAILED'
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
function deviceIdOf({ note, params, body: sent, action, result_id }: Action): number | null {
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

/** The row of an action that the kernel reports. */
export function actionRowOf(action: Action): ActionRow {
  const { note, user, error } = action
  return {
    time: action.time,
    action: note.action ?? action.action,
    status: action.status < 400 ? 'SUCCESS' : 'FAILED',
    user_id: user?.id ?? null,
    login: user?.login ?? null,
    device_id: deviceIdOf(action),
    message: note.message ?? error?.description ?? '',
    meta: {
      ...note.meta,
      ...withoutEmpty({
        params: action.params,
        query: action.query,
        body: action.body,
        result_id: action.result_id,
      }),
    },
    error_code: error?.code ?? null,
    ip: action.ip,
    session_id: action.session_id,
    request_id: action.request_id,
    operation_id: action.operation_id,
    duration_ms: action.duration_ms,
  }
}

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
})
