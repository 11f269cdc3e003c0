import type { Caller } from '@linecard/plugin-kit'
import { rulesSaved, type Rules } from './book.ts'
import { forgetTexts } from './firing.ts'
import type { RuleParts } from './parts.ts'
import type { StoredRule } from './rule.ts'
import { saveRules } from './stored.ts'

/** A set as clients see it. */
export const viewOf = ({ saved_at, ...set }: Rules) => ({
  ...set,
  saved_at: saved_at?.toISOString() ?? null,
  rules: [...set.rules],
})

/** Stores a set and tells every process. */
export async function save(
  parts: RuleParts,
  rules: readonly StoredRule[],
  { caller, base }: { caller: Caller; base: number | undefined },
) {
  const { ctx, book } = parts
  const before = new Map((await book.now()).rules.map(rule => [rule.name, rule]))
  await saveRules(ctx, rules, { by: caller.login, base })
  const reworded = rules.filter(({ name, title, description }) => {
    const own = before.get(name)
    return own !== undefined && (own.title !== title || own.description !== description)
  })
  await forgetTexts(
    ctx.em(),
    reworded.map(({ name }) => name),
  )
  await ctx.events.broadcast(rulesSaved, null)
  return viewOf(await book.now())
}
