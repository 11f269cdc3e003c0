import { errorsOf, type ErrorTable } from './errors.ts'

/**
 * The user behind a request. The identity plugin finds it by a key or an address; `sys` is the service
 * itself.
 */
export interface Caller {
  userId: number
  login: string
  permissions: ReadonlySet<string>
  /** Device groups that the caller sees; null: all. Every query on devices must be limited to them. */
  groupIds: readonly number[] | null
  /** Session or key of the request; null for trusted networks and the service itself. */
  sessionId: number | null
  /** An operator on the host itself, with `linecard` or in this process; not a request over the network. */
  onHost?: boolean
  /** Of this request: devices that are known to be down are asked all the same. */
  insist?: boolean
}

/** Proves that a request comes from the person whom it names. @throws ApiError if it does not */
export type ConfirmCaller = () => Promise<void>

/** Whether a caller has all these permissions and is not limited to some device groups. */
export const hasEverything = (
  { permissions, groupIds }: Pick<Caller, 'permissions' | 'groupIds'>,
  all: readonly string[],
): boolean => groupIds === null && all.every(key => permissions.has(key))

/** Errors of every operation that needs a permission. */
export const permissionErrors = {
  PERMISSION_MISSING: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'This needs the permission "{permission}", which your role lacks',
  },
} as const satisfies ErrorTable

const fail = errorsOf(permissionErrors)

/**
 * For operations whose input decides which permission they need. The kernel checks the permission of a route.
 * @throws ApiError PERMISSION_MISSING (403)
 */
export function needPermission({ permissions }: Caller, permission: string): void {
  if (!permissions.has(permission))
    throw fail('PERMISSION_MISSING', { permission }, [{ path: 'permission', message: permission }])
}
