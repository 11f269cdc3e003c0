import type { BoundConditionSource, Context } from '@linecard/plugin-kit'
import type { Lease, Led } from '@linecard/plugin-kit/lead'
import { mutex, shared } from '@linecard/plugin-kit/concurrency'
import type { Config } from '../config.ts'
import { NotYetEvaluated } from '../rules/sources.ts'
import { tables } from '../tables.ts'
import { askSources } from './ask.ts'
import { tellFailing } from './failing.ts'
import { createReconcile, type Scope } from './reconcile.ts'

/** The installation stood still if the last round ended so long ago, in ms. */
const stoodStillMs = 120_000
/** Longest wait for a source in a look at some devices, in ms. */
const quickMs = 5000

export interface Engine extends Led {
  /** Looks at everything now. */
  round(): Promise<void>
  /** Looks at some devices. `names` null: all events. */
  look(deviceIds: readonly number[], names: ReadonlySet<string> | null): Promise<void>
}

/** When the installation last knew what is wrong, and whether that is long ago. */
async function stoodStill(ctx: Context<Config>): Promise<boolean> {
  const { round_at: at } = await tables(ctx.em())
    .selectFrom('events_counter')
    .select('round_at')
    .executeTakeFirstOrThrow()
  const mostMs = stoodStillMs + ctx.config.round_sec * 2000
  return at !== null && ctx.clock().getTime() - at.getTime() > mostMs
}

/** Devices that were looked at, by name of events. */
function createLooked() {
  const devices = new Map<string, Set<number>>()
  return {
    add(names: readonly string[], ids: readonly number[]) {
      for (const name of names) devices.set(name, new Set([...(devices.get(name) ?? []), ...ids]))
    },
    of: (name: string): ReadonlySet<number> => devices.get(name) ?? new Set(),
  }
}

/**
 * Asks all sources again and again, and makes the events what they tell. It runs in the process that leads.
 */
export async function startEngine(
  ctx: Context<Config>,
  lease: Lease,
  sources: () => readonly BoundConditionSource[],
): Promise<Engine> {
  const reconcile = createReconcile(ctx, lease)
  const stopping = new AbortController()
  /** Looks that began after the present round: what that one knows of their devices is older. */
  let looked = createLooked()
  /** One transaction at a time. */
  const inTurn = mutex()
  let timer: NodeJS.Timeout | null = null

  const begun = ctx.clock().getTime()
  const old = await stoodStill(ctx)
  const inGrace = () => old && ctx.clock().getTime() - begun < ctx.config.grace_sec * 1000

  async function everything(): Promise<void> {
    const own = createLooked()
    looked = own
    const ms = ctx.config.source_timeout_sec * 1000
    const { told, failed } = await askSources(sources(), { deviceIds: null, ms, signal: stopping.signal })
    if (stopping.signal.aborted) return
    for (const some of Map.groupBy(failed, ({ error }) => error.message).values()) {
      const events = some.map(({ source: { component, name } }) => `${component}.${name}`)
      const { error } = some[0]!
      const level = error instanceof NotYetEvaluated ? 'debug' : 'warn'
      ctx.log[level]({ err: error, events }, 'conditions are not known')
    }
    const scope: Scope = { deviceIds: null, newer: own.of, grace: inGrace() }
    await inTurn(() => reconcile([...told, tellFailing(failed, ctx.clock())], scope))
    await tables(ctx.em()).updateTable('events_counter').set({ round_at: ctx.clock() }).execute()
  }
  const round = shared(everything)
  async function look(deviceIds: readonly number[], names: ReadonlySet<string> | null): Promise<void> {
    const asked = sources().filter(({ name }) => !names || names.has(name))
    looked.add(
      asked.map(({ name }) => name),
      deviceIds,
    )
    const { told } = await askSources(asked, { deviceIds, ms: quickMs, signal: stopping.signal })
    if (stopping.signal.aborted || told.length === 0) return
    const scope: Scope = { deviceIds, newer: () => new Set(), grace: inGrace() }
    await inTurn(() => reconcile(told, scope))
  }
  const again = () => {
    void round()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the events could not be brought up to date'))
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(again, ctx.config.round_sec * 1000).unref()
      })
  }
  again()

  return {
    round,
    look,
    async end() {
      stopping.abort(new Error('this process does not lead any more'))
      if (timer) clearTimeout(timer)
      await round.idle()
      await inTurn.idle()
    },
  }
}
