import { ApiError, type Context, type JobTools, type Sweep, type SweepCounters } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { Rule, Run, type RunStatus, type RuleError } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import { rowsOf, type Rows } from './rows.ts'
import { searchRule } from './search.ts'
import { takingIn } from './take-in.ts'

/** How often progress and results are written. */
const writeMs = 1_000

const counted = ['done', 'sent', 'received', 'foreign'] as const
type Counts = Record<(typeof counted)[number], number>

/** The progress of one run, on its way into the database. */
interface Report {
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
function createReport(
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

/** A rule is due half a minute early, because runs do not begin on the second. */
const slackMs = 30_000

const isDue =
  (now: Date) =>
  ({ intervalMin, lastRunAt }: Rule) =>
    intervalMin == null ||
    lastRunAt == null ||
    now.getTime() - lastRunAt.getTime() >= intervalMin * 60_000 - slackMs

/**
 * The run that a user requested, or else a run of all rules that are due; null if no rule is due. A job never
 * runs twice at a time, so a run that is still `running` is lost.
 */
async function nextRun(ctx: Context<Config>): Promise<{ run: Run; rules: Rule[] } | null> {
  const em = ctx.em()
  await em.nativeUpdate(Run, { status: 'running' }, { status: 'lost' })
  const waiting = await em.findOne(Run, { status: 'waiting' }, { orderBy: { id: 'asc' } })
  const rules = await em.find(Rule, waiting ? { id: { $in: waiting.ruleIds } } : { enabled: true }, {
    orderBy: { id: 'asc' },
  })
  const due = waiting ? rules : rules.filter(isDue(ctx.clock()))
  if (!waiting && due.length === 0) return null
  const run =
    waiting ??
    em.create(Run, {
      status: 'running',
      ruleIds: due.map(({ id }) => id),
      groupIds: [...new Set(due.map(({ groupId }) => groupId))],
      errors: [],
    })
  Object.assign(run, { status: 'running', startedAt: ctx.clock(), heardAt: ctx.clock() })
  await em.flush()
  return { run, rules: due }
}

/** Number of addresses of all rules. A network that is not allowed any more counts nothing. */
const addressesOf = (ctx: Context<Config>, rules: readonly Rule[]): number =>
  rules.reduce((sum, { cidr }) => {
    try {
      return sum + ctx.use('equipment').sweepable(cidr).addresses
    } catch {
      return sum
    }
  }, 0)

/** Searches the networks of the rules, one after the other. A rule that fails is noted; the others go on. */
async function searchRules(
  ctx: Context<Config>,
  rules: readonly Rule[],
  { rows, report, signal, log }: Pick<JobTools, 'signal' | 'log'> & { rows: Rows; report: Report },
): Promise<void> {
  const taking = takingIn(ctx, signal)
  const seen = new Set<string>()
  for (const rule of rules) {
    signal.throwIfAborted()
    report.begin(rule)
    await Promise.all([
      report.write(),
      ctx.em().nativeUpdate(Rule, { id: rule.id }, { lastRunAt: ctx.clock() }),
    ])
    try {
      await searchRule(rule, { ctx, rows, takingIn: taking, signal, log, seen, begun: report.sweeping })
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) throw error
      log.warn({ rule: rule.name, network: rule.cidr }, error.message)
      report.failed(rule, error)
    } finally {
      report.end()
    }
  }
}

async function logResults(ctx: Context<Config>, run: Run, report: Report, { log }: JobTools): Promise<void> {
  const results = await tables(ctx.em())
    .selectFrom('autodiscovery_found')
    .select(['result', sql<number>`count(*)::int`.as('count')])
    .where('run_id', '=', run.id)
    .groupBy('result')
    .execute()
  const { sent, received, foreign } = report.counts()
  log.info(
    {
      run: run.id,
      rules: run.ruleIds.length,
      addresses: report.addresses,
      sent,
      received,
      foreign,
      ...Object.fromEntries(results.map(({ result, count }) => [result, count])),
    },
    'networks searched',
  )
}

/** Searches all networks that are due. @throws the error that ended the run */
export async function discover(ctx: Context<Config>, tools: JobTools): Promise<void> {
  const { signal, log } = tools
  const next = await nextRun(ctx)
  if (!next) return log.info('no rule is due')
  const { run, rules } = next
  const rows = rowsOf(ctx, run.id)
  const report = createReport(ctx, { runId: run.id, rows, addresses: addressesOf(ctx, rules) }, tools)
  let thrown: { error: unknown } | null = null
  try {
    await searchRules(ctx, rules, { rows, report, signal, log })
  } catch (error) {
    thrown = { error }
  }
  const failed = thrown !== null || (rules.length > 0 && report.errors.length === rules.length)
  const status: RunStatus = signal.aborted ? 'aborted' : failed ? 'failed' : 'ok'
  const fault =
    thrown === null || signal.aborted
      ? null
      : thrown.error instanceof ApiError
        ? thrown.error
        : fail('AUTODISCOVERY_FAILED')
  await report.close({
    status,
    finishedAt: ctx.clock(),
    ...(fault ? { errorCode: fault.code, error: fault.message } : {}),
  })
  if (thrown) throw thrown.error
  await logResults(ctx, run, report, tools)
}
