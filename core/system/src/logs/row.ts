import type { Action } from '@linecard/plugin-kit'

/** A row of `system_action` as it is inserted. */
export interface ActionRow {
  time: string
  action: string
  status: 'SUCCESS' | 'FAILED'
  user_id: number | null
  login: string | null
  device_id: number | null
  message: string
  meta: Readonly<Record<string, unknown>>
  error_code: string | null
  ip: string | null
  session_id: number | null
  request_id: string | null
  operation_id: string | null
  duration_ms: number | null
}

const idIn = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value
  return Number.isInteger(number) && Math.abs(number as number) <= 2_147_483_647 ? (number as number) : null
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The device an action was about: as the handler says, else as path, body or answer name it. */
function deviceOf({ note, params, body: sent, action, result_id }: Action): number | null {
  if (note.device_id !== undefined) return note.device_id
  const body = isObject(sent) ? sent : {}
  const device = isObject(body['device']) ? body['device']['id'] : body['device']
  const named = idIn(params['deviceId']) ?? idIn(body['device_id']) ?? idIn(device)
  return (
    named ?? (action.startsWith('device:') ? (idIn(params['id']) ?? idIn(body['id']) ?? result_id) : null)
  )
}

const filled = (parts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([, part]) =>
        part !== null && part !== undefined && !(isObject(part) && Object.keys(part).length === 0),
    ),
  )

/** The action as it is stored. */
export function rowOf(action: Action): ActionRow {
  const { note, user, error } = action
  return {
    time: action.time.toISOString(),
    action: note.action ?? action.action,
    status: action.status < 400 ? 'SUCCESS' : 'FAILED',
    user_id: user?.id ?? null,
    login: user?.login ?? null,
    device_id: deviceOf(action),
    message: note.message ?? error?.description ?? '',
    meta: {
      ...note.meta,
      ...filled({
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
