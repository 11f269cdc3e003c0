import type { Context, Job } from '@linecard/plugin-kit'
import { createRenderer, type Renderer } from '@linecard/template-kit'
import type { Config } from '../config.ts'
import { createBook, type Book } from './book.ts'
import { evaluateRules } from './evaluate.ts'

/** Longest time of one render, ms. */
const renderMs = 2000

/** What the rules need. */
export interface RuleParts {
  ctx: Context<Config>
  book: Book
  renderer: Renderer
}

export const createRuleParts = (ctx: Context<Config>): RuleParts => ({
  ctx,
  book: createBook(ctx),
  renderer: createRenderer({ timeMs: renderMs, threads: 1 }),
})

export async function stopRules({ book, renderer }: RuleParts): Promise<void> {
  book.stop()
  await renderer.close()
}

/** In one process at a time; PostgreSQL or the store of the series does the work. */
export const evaluateJob: Job<{ rules: RuleParts }> = {
  summary: 'Evaluates the rules on series',
  cron: '* * * * *',
  timeoutSec: 300,
  async run({ rules: { ctx, book, renderer } }, { signal, log }) {
    const parts = { ctx, renderer, rules: async () => (await book.now()).rules }
    const { rules, firing, failed } = await evaluateRules(parts, signal)
    for (const one of failed) log.warn(one, 'a rule could not be evaluated')
    if (rules > 0) log.info({ rules, firing }, 'rules evaluated')
  },
}
