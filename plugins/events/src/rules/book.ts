import {
  componentsChanged,
  rulesChanged,
  settingsChanged,
  type BoundConditionSource,
  type Context,
} from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { RuleView, StoredRule } from './rule.ts'
import { offReason, rulesOf } from './set.ts'
import { createRuleSources, ruleComponent } from './sources.ts'
import { savedRules, type Saved } from './stored.ts'
import { tables } from '../tables.ts'

/** Event of every process: somebody has saved rules. */
export const rulesSaved = 'events.rules'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [rulesSaved]: null
  }
}

/** What is stored, with what plugins say now. */
export interface Rules extends Omit<Saved, 'rules'> {
  rules: RuleView[]
}

/** Rules are read again after this time, although nobody said that they have changed, ms. */
const staleMs = 60_000

/** Names of open events of rules. */
async function openNames(ctx: Context): Promise<string[]> {
  const rows = await tables(ctx.em())
    .selectFrom('events_event')
    .select('name')
    .distinct()
    .where('resolved_at', 'is', null)
    .where('created_by', '=', ruleComponent)
    .where('fingerprint', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** The rules as they are now, in this process: read again when somebody saves, or a plugin has others. */
export function createBook(ctx: Context<Config>) {
  const sources = createRuleSources(ctx)
  let present: readonly RuleView[] = []
  /** Names of open events whose rule is gone. */
  let gone: readonly string[] = []
  let readAt = -Infinity
  let reading: Promise<Rules> | null = null

  /** Puts what is stored together with what plugins say now. */
  function put(saved: Saved): Rules {
    const installation = ctx.use('installation')
    const series = ctx.find('series-rules')
    const conditions = new Map(installation.conditions().map(({ name, component }) => [name, component]))
    const reasonOf = (rule: StoredRule) => offReason(rule, series, conditions)
    return { ...saved, rules: rulesOf(saved.rules, installation.rules(), reasonOf) }
  }
  async function read(): Promise<Rules> {
    const found = put(await savedRules(ctx.em()))
    const names = new Set(found.rules.map(({ name }) => name))
    gone = (await openNames(ctx)).filter(name => !names.has(name))
    readAt = performance.now()
    present = found.rules
    return found
  }
  /** One reading at a time; who asks meanwhile gets the next one. */
  const now = async (): Promise<Rules> => {
    await reading?.catch(() => {})
    return (reading ??= read().finally(() => {
      reading = null
    }))
  }
  const refresh = async (): Promise<void> => {
    try {
      await now()
    } catch (error) {
      ctx.log.warn({ err: error }, 'the rules could not be read')
    }
  }
  const ends = ([rulesSaved, rulesChanged, settingsChanged, componentsChanged] as const).map(name =>
    ctx.events.on(name, refresh),
  )

  return {
    now,
    put,
    refresh,
    /** The rules as sources of conditions. A rule that is off or gone tells that nothing holds. */
    sources: (): BoundConditionSource[] => {
      if (performance.now() - readAt > staleMs) void refresh()
      const owned = new Set(
        ctx
          .use('installation')
          .conditions()
          .map(({ name }) => name),
      )
      const runs = ({ enabled, off_reason: reason }: RuleView) =>
        enabled && reason === null && ctx.config.evaluate_rules
      return [
        ...present
          .filter(({ name }) => !owned.has(name))
          .map(rule => (runs(rule) ? sources.of(rule) : sources.silent(rule.name))),
        ...gone.filter(name => !owned.has(name)).map(sources.silent),
      ]
    },
    stop: () => {
      for (const end of ends) end()
    },
  }
}
export type Book = ReturnType<typeof createBook>
