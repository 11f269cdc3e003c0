import type { Caller, Proof } from '@linecard/plugin-kit'
import type { Identity } from '../identity.ts'
import { assertSignedInPerson } from '../sessions/store.ts'
import { assertOwnProof } from '../two-factor/proof.ts'

const proofPaths = { password: 'current_password', pin: 'current_pin' }

/** `confirm` of the service `auth`. */
export async function confirmCaller(
  identity: Identity,
  caller: Caller,
  { ip, password, pin }: Proof,
): Promise<void> {
  await assertSignedInPerson(identity.ctx.em(), caller)
  await assertOwnProof(identity, { caller, ip }, { password, pin }, proofPaths)
}
