import type { ApiError, Context, JobTools, Sweep, SweepCounters } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { Run, type Rule, type RuleError } from '../entities/index.ts'
import type { Rows } from './rows.ts'

/** How often progress and results are written. */
const writeMs = 1_000

const counted = ['done', 'sent', 'received', 'foreign'] as const
type Counts = Record<(typeof counted)[number], number>

/** The progress of one run, on its way into the database. */
export interface Report {
  /** Addresses of all rules. */
  readonly addresses: number
  readonly errors: readonly RuleError[]
  /** Of all rules so far. */
  counts(): Counts
  begin(rule: Rule): void
  /** The counters of this sweep count from now on. */
  sweeping(sweep: Sweep): void
  failed(rule: Rule, error: ApiError): void
  /** Ends the rule that was begun last. */
  end(): void
  write(more?: Partial<Run>): Promise<void>
  /** Writes for the last time. */
  close(last: Partial<Run>): Promise<void>
}

/** Creates the report of a run, which is written every second until it is closed. */
export function createReport(
  ctx: Context<Config>,
  { runId, rows, addresses }: { runId: number; rows: Rows; addresses: number },
  { log, progress }: Pick<JobTools, 'log' | 'progress'>,
): Report {
  const before: Counts = { done: 0, sent: 0, received: 0, foreign: 0 }
  const errors: RuleError[] = []
  let counters: Readonly<SweepCounters> | null = null
  let at: Rule | null = null
  let writing: Promise<unknown> | null = null

  const counts = (): Counts =>
    Object.fromEntries(counted.map(key => [key, before[key] + (counters?.[key] ?? 0)])) as Counts
  async function write(more: Partial<Run> = {}): Promise<void> {
    await rows.flush()
    const fields = {
      ...counts(),
      addresses,
      current: at ? `${at.name}, ${at.cidr}` : '',
      currentGroupId: at?.groupId ?? null,
      errors,
      heardAt: ctx.clock(),
    }
    await ctx.em().nativeUpdate(Run, { id: runId }, { ...fields, ...more })
  }
  const timer = setInterval(() => {
    progress(counts().done, addresses, at?.cidr)
    writing ??= write()
      .catch((error: unknown) => log.warn({ err: error }, 'the progress could not be written'))
      .finally(() => {
        writing = null
      })
  }, writeMs)

  return {
    addresses,
    errors,
    counts,
    write,
    begin(rule) {
      at = rule
    },
    sweeping(sweep) {
      counters = sweep.counters
    },
    failed({ id, name, groupId }, { code, message }) {
      errors.push({ rule_id: id, rule: name, group_id: groupId, code, description: message })
    },
    end() {
      Object.assign(before, counts())
      counters = null
    },
    async close(last) {
      clearInterval(timer)
      await writing
      at = null
      progress(counts().done, addresses)
      await write(last)
    },
  }
}
