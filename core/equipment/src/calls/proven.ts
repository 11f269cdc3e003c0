import { DeviceError, type Module } from '@linecard/driver-kit'
import type { CallSession } from './session.ts'

/**
 * The answer when the ports of the call are proven. A change that may have reached another port is not
 * verified.
 */
export async function provenAnswer(
  data: unknown,
  { prover }: Pick<CallSession, 'prover'>,
  { kind }: Module,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    if (!signal.aborted) await prover.settle()
  } catch (error) {
    // A change can cut the way to the device: what was read back before counts.
    if (kind !== 'change' || !(error instanceof DeviceError)) throw error
  }
  const { moved } = prover
  if (!moved) return data
  if (kind !== 'change') throw moved
  const { evidence = null, ...outcome } = data as { evidence?: string | null }
  const told = evidence?.includes(moved.message)
    ? evidence
    : [evidence, moved.message].filter(Boolean).join('\n')
  return { ...outcome, evidence: told, verified: false }
}

/**
 * Asks for open proofs after a refusal: the port may only be unknown because kept indexes or names are wrong.
 */
export async function proveRefused(error: unknown, { prover }: Pick<CallSession, 'prover'>): Promise<void> {
  if (error instanceof DeviceError && error.kind === 'BadArgument')
    await prover.settle().catch(() => undefined)
}
