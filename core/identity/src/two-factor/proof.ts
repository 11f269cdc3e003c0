import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import type { Author } from '../users/store.ts'
import { isOwnPassword, passwordRefused } from '../users/passwords.ts'
import { acceptPin, isEnabled } from './status.ts'

/**
 * Proves that the caller is the person who signed in: with the password and, where two-factor is on, a code.
 * Both are one attempt, so that a right password gives no more guesses at the code. `paths` are the fields of
 * the request.
 * @throws ApiError IDENTITY_PASSWORD_MISSING, IDENTITY_PASSWORD_WRONG, IDENTITY_PIN_REFUSED,
 *   IDENTITY_SIGN_IN_BLOCKED
 */
export async function assertOwnProof(
  identity: Identity,
  { caller, ip }: Author,
  { password, pin }: { password: string | undefined; pin: string | undefined },
  paths: { password: string; pin: string },
): Promise<void> {
  const pinRefused = () =>
    fail('IDENTITY_PIN_REFUSED', {}, [
      { path: paths.pin, message: 'must be a code of your authenticator or a recovery code' },
    ])
  if (!password) throw passwordRefused('IDENTITY_PASSWORD_MISSING', paths.password)
  let refused = passwordRefused('IDENTITY_PASSWORD_WRONG', paths.password)
  const isRight = await identity.attempts.run(ip, caller.login, async () => {
    if (!(await isOwnPassword(identity, caller, password))) return false
    if (!(await isEnabled(identity.ctx.em(), caller.userId))) return true
    // Not counted: the person does not know yet that a code is needed.
    if (!pin) throw pinRefused()
    refused = pinRefused()
    return acceptPin(identity, caller.userId, pin)
  })
  if (!isRight) throw refused
}
