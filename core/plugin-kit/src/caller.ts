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

/**
 * Whose object an operation is about. `group`: of device groups; its handler knows only those of the caller.
 * `user`: of a user; its handler knows the caller and whom the caller may manage (`People.manageable`).
 * `all`: it holds for everybody. Who is limited to device groups may read it and not change it, which is
 * checked before the handler.
 */
export const scopes = ['group', 'user', 'all'] as const
/** One of `scopes`. */
export type Scope = (typeof scopes)[number]

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
  LIMITED_TO_GROUPS: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'This holds for all device groups, and you see only some of them: somebody who sees all can change it',
  },
} as const satisfies ErrorTable

const fail = errorsOf(permissionErrors)

/** For what holds for everybody. @throws ApiError LIMITED_TO_GROUPS (403) */
export function needAllGroups({ groupIds }: Pick<Caller, 'groupIds'>): void {
  if (groupIds !== null) throw fail('LIMITED_TO_GROUPS')
}

/**
 * For operations whose input decides which permission they need. The kernel checks the permission of a route.
 * @throws ApiError PERMISSION_MISSING (403)
 */
export function needPermission({ permissions }: Caller, permission: string): void {
  if (!permissions.has(permission))
    throw fail('PERMISSION_MISSING', { permission }, [{ path: 'permission', message: permission }])
}
