import { Type as T } from 'typebox'
import type { Caller, ConfirmCaller, Context } from '@linecard/plugin-kit'

/**
 * Members of a body with which the caller confirms a change of grave settings. No component has such a key:
 * keys have no underscore.
 */
export const proofMembers = {
  current_password: T.Optional(
    T.String({
      maxLength: 256,
      writeOnly: true,
      description: "The caller's own password; required if a grave setting changes",
    }),
  ),
  current_pin: T.Optional(
    T.String({
      maxLength: 32,
      writeOnly: true,
      description:
        'Code of the authenticator, or a recovery code; required if a grave setting changes and the caller ' +
        'has two-factor on',
    }),
  ),
}

export interface ProofMembers {
  current_password?: string
  current_pin?: string
}

/** Asks the service `auth` whether the caller is the person who signed in. */
export const confirmBy =
  (ctx: Context, { caller, ip }: { caller: Caller; ip: string }, proof: ProofMembers): ConfirmCaller =>
  () =>
    ctx.use('auth').confirm(caller, { ip, password: proof.current_password, pin: proof.current_pin })
