import type { Context, KnownDevice, Logger, SnmpAccess, Sweep, SweepFound } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { Rule } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Outcome, Rows } from './rows.ts'
import type { TakingIn } from './take-in.ts'

interface Parts {
  ctx: Context<Config>
  rows: Rows
  takingIn: TakingIn
  signal: AbortSignal
  log: Logger
  /** Addresses that earlier rules of this run found. */
  seen: Set<string>
  /** A sweep began; its counters move while it goes on. */
  begun(sweep: Sweep): void
}

async function accessOf({ ctx }: Parts, rule: Rule): Promise<{ id: number; snmp: SnmpAccess }[]> {
  const profiles = await ctx.use('intake').access(rule.accessIds)
  const inOrder = rule.accessIds
    .flatMap(id => profiles.find(profile => profile.id === id) ?? [])
    .filter(({ snmp }) => !snmp.off)
  if (inOrder.length === 0) throw fail('AUTODISCOVERY_ACCESS_GONE', { name: rule.name })
  return inOrder
}

/**
 * Sweeps the network of one rule and takes in what answers, some at once. @throws ApiError for a network that
 * is not allowed any more, or without access
 */
export async function searchRule(rule: Rule, parts: Parts): Promise<void> {
  const { ctx, rows, takingIn, signal, log, seen, begun } = parts
  const access = await accessOf(parts, rule)
  const sweep = ctx.use('equipment').sweep(
    rule.cidr,
    access.map(({ snmp }) => snmp),
    { signal },
  )
  begun(sweep)
  const known = new Map<string, KnownDevice>(
    (await ctx.use('intake').within(rule.cidr)).map(device => [device.ip, device]),
  )
  const working = new Set<Promise<void>>()
  const later: SweepFound[] = []
  const take = async (found: SweepFound, last: boolean): Promise<void> => {
    const accessId = found.access === null ? null : access[found.access]!.id
    const outcome = await takingIn
      .take(rule, found, accessId, known.get(found.ip))
      .catch((error: unknown): Outcome => {
        if (!signal.aborted)
          log.error({ err: error, ip: found.ip }, 'an address that was found could not be taken in')
        return { result: 'failed', reason: 'a fault of the service; the reason is in its log', retry: true }
      })
    // What was interrupted has not failed.
    if (signal.aborted && outcome.result === 'failed') return
    if (outcome.retry && !last) later.push(found)
    else rows.add(rule, found, outcome)
  }
  const begin = async (found: SweepFound, last: boolean): Promise<void> => {
    const work = take(found, last).finally(() => working.delete(work))
    working.add(work)
    if (working.size >= ctx.config.detect_concurrency) await Promise.race(working)
    await rows.spill()
  }
  for await (const found of sweep) {
    if (seen.has(found.ip)) continue
    seen.add(found.ip)
    await begin(found, false)
  }
  await Promise.all(working)
  // It answered the sweep, so it is there: asked once more now that less is going on.
  for (const found of later.splice(0)) {
    signal.throwIfAborted()
    await begin(found, true)
  }
  await Promise.all(working)
  signal.throwIfAborted()
  await rows.flush()
}
