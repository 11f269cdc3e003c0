import type { Missing } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'

/** How long it is remembered which sources of a module have values. */
const keepMs = 3_600_000
/** How long a console that failed, or that was as empty as SNMP, is not opened again for a module. */
export const consolePauseMs = 600_000
/** How long SNMP is not asked again after the console answered for a silent agent. */
export const silencePauseMs = 60_000

/** What is remembered of the sources of one module of a device. */
export interface SourceMemory {
  /** Sources that gave parts of the last whole answer. Empty: all sources are asked. */
  givers: ReadonlySet<string>
  /** The parts that they gave. */
  parts: ReadonlySet<string>
  /** Sources that are not asked until this time (Unix ms), and what to say of them meanwhile. */
  paused: Map<string, { until: number; missing: Missing | null }>
}

export const newMemory = (): SourceMemory => ({ givers: new Set(), parts: new Set(), paused: new Map() })

/** The device's memory of a module. Who asks changes it. */
export const memoryOf = (session: Session, module: string): Promise<SourceMemory> =>
  session.memo<SourceMemory>(
    `sources ${module} ${session.access?.prefer ?? 'snmp'}`,
    async () => newMemory(),
    keepMs,
  )

export const isPaused = ({ paused }: SourceMemory, source: string): boolean =>
  (paused.get(source)?.until ?? 0) > Date.now()

export const pause = (
  { paused }: SourceMemory,
  source: string,
  forMs: number,
  missing: Missing | null = null,
): void => {
  paused.set(source, { until: Date.now() + forMs, missing })
}
