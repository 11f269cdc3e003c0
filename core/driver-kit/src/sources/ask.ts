import { DeviceError, type DeviceErrorKind, type Missing } from '../contract/errors.ts'
import { consoleSource, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'

/** What one source gave: an answer, or the error after which the next source is asked. */
export interface Outcome {
  source: string
  data: unknown
  error: DeviceError | null
  reports: Missing[]
}

/** Reports of one source: a nonsensical table must not fill the memory with them. */
const maxReports = 1000

/**
 * After these errors another source may still answer. The others are about the call, not about the source.
 */
const passing: ReadonlySet<DeviceErrorKind> = new Set<DeviceErrorKind>([
  'DeviceUnreachable',
  'DeviceTimeout',
  'AuthFailed',
  'NoPrompt',
  'HostKeyChanged',
  'SessionLost',
  'CommandRejected',
  'ParseFailed',
  'Unsupported',
])

/** The name of a source; an implementation without one reads the vendor's own objects. */
export const sourceOf = ({ source, from }: Implementation): string =>
  source ?? (from ? from.map(({ name }) => name).join(' ') : 'vendor')

export const isConsole = (source: string): boolean => source === consoleSource

/** After these errors no other object of the agent has to be asked. */
export const isSilence = ({ source, error }: Outcome): boolean =>
  !isConsole(source) &&
  (error?.kind === 'DeviceTimeout' || error?.kind === 'DeviceUnreachable' || error?.kind === 'AuthFailed')

/** Asks one source. What it reports is kept with its answer. */
export async function askSource(
  session: Session,
  implementation: Implementation,
  args: unknown,
): Promise<Outcome> {
  const reports: Missing[] = []
  // The session itself, but for its reports: its other members are functions and getters.
  const view = Object.create(session, {
    report: {
      value: (missing: Missing) => {
        session.report(missing, 'held')
        if (reports.length < maxReports) reports.push(missing)
      },
    },
  }) as Session
  const source = sourceOf(implementation)
  try {
    return { source, data: await implementation.run(view, args), error: null, reports }
  } catch (error) {
    if (!(error instanceof DeviceError) || !passing.has(error.kind) || session.signal.aborted) {
      for (const missing of reports) session.report(missing)
      throw error
    }
    return { source, data: undefined, error, reports }
  }
}
