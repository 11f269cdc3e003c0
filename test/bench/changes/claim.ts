import { DeviceError } from '@linecard/driver-kit'

/**
 * What a call claims, compared with the switch. `right`: done, and it is so. `refused`: not done, and it is
 * not. `unproven`: accepted, without a proof. `unknown`: the call says that it does not know. `false`: the
 * switch shows something else.
 */
export type Claim = 'right' | 'refused' | 'unproven' | 'unknown' | 'false'

interface Truth {
  /** Whether the switch had the wanted state before, and has it now. */
  before: boolean
  after: boolean
  /** The device refuses this command always. */
  refused: boolean
}

const unknownKinds = new Set([
  'NoPrompt',
  'SessionLost',
  'DeviceTimeout',
  'DeviceUnreachable',
  'AuthFailed',
  'OutcomeUnknown',
])

/** Compares the outcome of a change with the truth. */
export function claimOf(
  outcome: { data: unknown } | { error: unknown },
  { before, after, refused }: Truth,
): Claim {
  if ('error' in outcome) {
    const { error } = outcome
    if (!(error instanceof DeviceError)) return 'false'
    // Some commands were executed and some not: the caller has been told, and has to look.
    if (/[1-9]\d* of \d+ commands/.test(error.message)) return 'unknown'
    // "Not executed" is a claim too.
    if (/not executed/.test(error.message)) return !before && after ? 'false' : 'refused'
    if (unknownKinds.has(error.kind)) return 'unknown'
    return !before && after ? 'false' : 'refused'
  }
  const { data } = outcome
  if (Array.isArray(data)) {
    const done = (data as { success: boolean }[]).every(({ success }) => success)
    if (done) return after ? 'right' : 'false'
    return !before && after ? 'false' : 'refused'
  }
  const { success, verified } = data as { success?: boolean; verified?: boolean }
  if (success !== undefined) return success === refused ? 'false' : success ? 'right' : 'refused'
  if (verified) return after ? 'right' : 'false'
  return 'unproven'
}
