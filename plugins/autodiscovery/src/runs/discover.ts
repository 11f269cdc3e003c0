import { ApiError, type Context, type JobTools } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { Rule, Run, type RunStatus } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'
import { createReport, type Report } from './report.ts'
import { rowsOf, type Rows } from './rows.ts'
import { searchRule } from './search.ts'
import { takingIn } from './take-in.ts'

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
