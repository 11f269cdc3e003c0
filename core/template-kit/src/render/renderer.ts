import { createHash } from 'node:crypto'
import { TemplateError } from '../contract/error.ts'
import type { Rendered, RenderLimits, Renderer, TemplateText, Variables } from '../contract/template.ts'
import { decode } from '../lines/decode.ts'
import { createRecent } from './cache.ts'
import { defaultLimits } from './limits.ts'
import type { Site } from '../base/site.ts'
import type { Answer } from './task.ts'
import { createThreads } from './threads.ts'
import { createTurns } from './turns.ts'

interface Known {
  sites: readonly Site[]
  reads: readonly string[] | null
}

const keyOf = (template: TemplateText, where: string): string =>
  createHash('sha256')
    .update(JSON.stringify([where, template.text, template.blocks ?? {}]))
    .digest('base64')

function picked(variables: Variables, reads: readonly string[] | null): Variables {
  if (reads === null) return variables
  return Object.fromEntries(
    reads.filter(name => Object.hasOwn(variables, name)).map(name => [name, variables[name]]),
  )
}

function checked<K extends Answer['kind']>(answer: Answer, kind: K): Extract<Answer, { kind: K }> {
  if (answer.kind === 'refused') throw new TemplateError(answer.finding)
  if (answer.kind !== kind) throw new Error(`A worker answered ${answer.kind} instead of ${kind}`)
  return answer as Extract<Answer, { kind: K }>
}

/** Renders templates in worker threads, with limits of time, memory and output. */
export function createRenderer(limits: Partial<RenderLimits> = {}): Renderer {
  const all = { ...defaultLimits, ...limits }
  const threads = createThreads(all)
  const turns = createTurns(all)
  const known = createRecent<Known>({ entries: 500, weight: 5_000_000 })

  async function knownOf(key: string, template: TemplateText, where: string, signal?: AbortSignal) {
    const before = known.get(key)
    if (before) return before
    const begin = () => ({ where, line: 1, column: 1 })
    const answer = await threads.run({ key, template, where, names: [], variables: null }, begin, signal)
    const { sites, reads } = checked(answer, 'compiled')
    const made = { sites, reads }
    // A site is about as big as 100 characters.
    known.set(key, made, sites.length * 100)
    return made
  }

  return {
    async render(given, variables, { signal, where = 'template' } = {}): Promise<Rendered> {
      const started = performance.now()
      const template = { text: given.text, blocks: given.blocks ?? {} }
      const key = keyOf(template, where)
      await turns.take(signal)
      try {
        const { sites, reads } = await knownOf(key, template, where, signal)
        const answer = await threads.run(
          { key, template, where, names: Object.keys(variables), variables: picked(variables, reads) },
          site => sites[site] ?? { where, line: 1, column: 1 },
          signal,
        )
        const lines = decode(checked(answer, 'output').output, sites)
        return { lines, text: lines.map(line => line.text).join('\n'), spentMs: performance.now() - started }
      } finally {
        turns.give()
      }
    },
    close: () => threads.close(),
  }
}
