import { errorsOf, type ErrorTable } from './errors.ts'

/** Who is asking. Made by the identity plugin from a key or an address; `sys` for the service itself. */
export interface Caller {
  userId: number
  login: string
  permissions: ReadonlySet<string>
  /** Device groups the caller may see; null = all. Every query on devices must be limited by it. */
  groupIds: readonly number[] | null
  /** Session or key the request came with; null for trusted networks and the service itself. */
  sessionId: number | null
}

/** What every operation that needs a permission can answer. */
export const permissionErrors = {
  PERMISSION_MISSING: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'This needs the permission "{permission}", which your role lacks',
  },
} as const satisfies ErrorTable

const fail = errorsOf(permissionErrors)

/**
 * For operations whose input decides what they need; the kernel asks for the permission of a route by itself.
 * @throws ApiError PERMISSION_MISSING (403)
 */
export function needPermission({ permissions }: Caller, permission: string): void {
  if (!permissions.has(permission))
    throw fail('PERMISSION_MISSING', { permission }, [{ path: 'permission', message: permission }])
}
