import { FailedSignIn, KnownAddress } from './attempts.ts'
import { Role } from './role.ts'
import { UserSession } from './session.ts'
import { RecoveryCode, TwoFactor } from './two-factor.ts'
import { User } from './user.ts'
import { UserGroup } from './user-group.ts'

export * from './attempts.ts'
export * from './role.ts'
export * from './session.ts'
export * from './user.ts'
export * from './user-group.ts'
export * from './two-factor.ts'

export const entities = [
  Role,
  User,
  UserGroup,
  UserSession,
  TwoFactor,
  RecoveryCode,
  FailedSignIn,
  KnownAddress,
] as const
