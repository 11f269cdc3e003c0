import { ApiError, type Context, type JobTools, type Sweep, type SweepCounters } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { Rule, Run, type RuleError, type RunStatus } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { rowsOf } from './rows.ts'
import { searchRule } from './search.ts'
import { takingIn } from './take-in.ts'

/** How often progress and what was found are written, in ms. */
const WRITE_MS = 1_000
/** A rule is due half a minute early: runs do not begin on the second. */
const SLACK_MS = 30_000

const isDue =
  (now: Date) =>
  ({ intervalMin, lastRunAt }: Rule) =>
    intervalMin == null ||
    lastRunAt == null ||
    now.getTime() - lastRunAt.getTime() >= intervalMin * 60_000 - SLACK_MS

/**
 * The run that was asked for, else one of all rules that are due; null: nothing is. Jobs never run beside
 * themselves, so whatever still runs is lost.
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

const counted = ['done', 'sent', 'received', 'foreign'] as const
type Counts = Record<(typeof counted)[number], number>

/** Addresses of all rules; those whose network is not allowed any more count nothing. */
const addressesOf = (ctx: Context<Config>, rules: readonly Rule[]): number =>
  rules.reduce((sum, { cidr }) => {
    try {
      return sum + ctx.use('equipment').sweepable(cidr).addresses
    } catch {
      return sum
    }
  }, 0)

/**
 * Searches all networks that are due, one after the other; each rule that fails is noted and harms no other.
 */
export async function discover(ctx: Context<Config>, { signal, log, progress }: JobTools): Promise<void> {
  const next = await nextRun(ctx)
  if (!next) return log.info('no rule is due')
  const { run, rules } = next
  const rows = rowsOf(ctx, run.id)
  const before: Counts = { done: 0, sent: 0, received: 0, foreign: 0 }
  let counters: Readonly<SweepCounters> | null = null
  const errors: RuleError[] = []
  const addresses = addressesOf(ctx, rules)
  let at: Rule | null = null

  const counts = (): Counts =>
    Object.fromEntries(counted.map(key => [key, before[key] + (counters?.[key] ?? 0)])) as Counts
  const write = async (more: Partial<Run> = {}) => {
    await rows.flush()
    await ctx
      .em()
      .nativeUpdate(
        Run,
        { id: run.id },
        {
          ...counts(),
          addresses,
          current: at ? `${at.name}, ${at.cidr}` : '',
          currentGroupId: at?.groupId ?? null,
          errors,
          heardAt: ctx.clock(),
          ...more,
        },
      )
  }
  let writing: Promise<unknown> | null = null
  const tick = setInterval(() => {
    progress(counts().done, addresses, at?.cidr)
    writing ??= write()
      .catch((error: unknown) => log.warn({ err: error }, 'the progress could not be written'))
      .finally(() => {
        writing = null
      })
  }, WRITE_MS)

  const taking = takingIn(ctx, signal)
  const seen = new Set<string>()
  let thrown: { error: unknown } | null = null
  try {
    for (const rule of rules) {
      signal.throwIfAborted()
      at = rule
      await Promise.all([write(), ctx.em().nativeUpdate(Rule, { id: rule.id }, { lastRunAt: ctx.clock() })])
      try {
        await searchRule(rule, {
          ctx,
          rows,
          takingIn: taking,
          signal,
          log,
          seen,
          begun: (sweep: Sweep) => {
            counters = sweep.counters
          },
        })
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiError)) throw error
        log.warn({ rule: rule.name, network: rule.cidr }, error.message)
        errors.push({
          rule_id: rule.id,
          rule: rule.name,
          group_id: rule.groupId,
          code: error.code,
          description: error.message,
        })
      } finally {
        Object.assign(before, counts())
        counters = null
      }
    }
  } catch (error) {
    thrown = { error }
  }
  clearInterval(tick)
  await writing
  at = null
  const failed = thrown !== null || (rules.length > 0 && errors.length === rules.length)
  const status: RunStatus = signal.aborted ? 'aborted' : failed ? 'failed' : 'ok'
  const fault =
    thrown === null || signal.aborted
      ? null
      : thrown.error instanceof ApiError
        ? thrown.error
        : fail('AUTODISCOVERY_FAILED')
  progress(counts().done, addresses)
  await write({
    status,
    finishedAt: ctx.clock(),
    ...(fault ? { errorCode: fault.code, error: fault.message } : {}),
  })
  if (thrown) throw thrown.error
  const results = await ctx
    .em()
    .execute<{ result: string; count: number }[]>(
      'select result, count(*)::int as count from autodiscovery_found where run_id = ? group by result',
      [run.id],
    )
  const { sent, received, foreign } = counts()
  log.info(
    {
      run: run.id,
      rules: rules.length,
      addresses,
      sent,
      received,
      foreign,
      ...Object.fromEntries(results.map(({ result, count }) => [result, count])),
    },
    'networks searched',
  )
}
