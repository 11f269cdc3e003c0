import { users } from './0001-users.ts'
import { twoFactor } from './0002-two-factor.ts'
import { attempts } from './0003-attempts.ts'
import { keyLimits } from './0004-key-limits.ts'
import { waits } from './0005-waits.ts'
import { keysOnce } from './0006-keys-once.ts'

export const migrations = [users, twoFactor, attempts, keyLimits, waits, keysOnce]
