import { getHeapStatistics } from 'node:v8'
import Handlebars from 'handlebars'
import { createRecent } from './cache.ts'
import { compile, type Compiled } from '../render/compile.ts'
import { isRefused, refused, type Refused } from '../base/refused.ts'
import { clockOf, setState } from '../render/runtime/state.ts'
import type { Answer, Limited, Task, TemplateTask } from './task.ts'

const compiled = createRecent<Compiled>({ entries: 200, weight: 2_000_000 })

function compiledOf({ key, template, where }: TemplateTask): Compiled {
  const known = compiled.get(key)
  if (known) return known
  // Compiled templates may not take the memory of the one that is rendered.
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
  if (used > most * 0.4) compiled.clear()
  const made = compile(template, where)
  const length = Object.values(template.blocks ?? {}).reduce((sum, text) => sum + text.length, 0)
  compiled.set(key, made, template.text.length + length)
  return made
}

function run({ sites, run: render }: Compiled, task: TemplateTask & Limited): string {
  const { budget, names } = task
  const clock = clockOf(task.clock)
  const root: Record<string, unknown> = { ...task.variables }
  const deadline = performance.now() + budget.timeMs
  setState({ sites, root, names, budget, clock, deadline, octets: 0, included: 0, steps: 0 })
  try {
    return render(root)
  } finally {
    setState(null)
  }
}

/** Errors of JavaScript and of Handlebars that a template can cause. */
function causedBy(error: unknown, { where, key, clock }: TemplateTask & Limited): Refused | null {
  const place = compiled.get(key)?.sites[clockOf(clock).site[0]!] ?? { where, line: 1, column: 1 }
  if (error instanceof RangeError)
    return refused(place, {
      code: 'DEPTH_LIMIT',
      message: 'the template is nested too deep',
      hint: 'Split it into blocks.',
    })
  if (!(error instanceof Handlebars.Exception)) return null
  return refused(place, {
    code: 'BLOCK_UNKNOWN',
    message: error.message.slice(0, 200),
    hint: 'A block that is written in {{#if}} or {{#each}} is only known there.',
  })
}

function rendered(task: TemplateTask & Limited): Answer {
  try {
    const template = compiledOf(task)
    if (task.variables === null) return { kind: 'compiled', sites: template.sites, reads: template.reads }
    return { kind: 'output', output: run(template, task) }
  } catch (error) {
    const known = isRefused(error) ? error : causedBy(error, task)
    if (known) return { kind: 'refused', finding: known.finding }
    throw error
  }
}

/** One task of a worker thread. Mistakes of authors are answers; other errors end up in the main thread. */
export default function work(task: Task): Answer | Promise<Answer> {
  const begin = () => {
    clockOf(task.clock).started[0] = Date.now()
  }
  if (!('work' in task)) {
    begin()
    return rendered(task)
  }
  // A worker that only renders does not load them. Loading belongs to the start of the thread.
  return import('./works.ts').then(({ done }) => {
    begin()
    return done(task)
  })
}
