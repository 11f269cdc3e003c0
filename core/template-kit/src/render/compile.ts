import Handlebars from 'handlebars'
import type { TemplateText } from '../contract/template.ts'
import { allHelpers } from '../helpers/index.ts'
import { maxTexts } from '../base/bounds.ts'
import { forbidden } from '../base/forbidden.ts'
import { parseText } from './parse.ts'
import { refused } from '../base/refused.ts'
import { rewriteProgram } from './rewrite/program.ts'
import type { Gathered } from './rewrite/scope.ts'
import { box } from './runtime/box.ts'
import { branch, context, each, set, unless, within } from './runtime/blocks.ts'
import { callable } from './runtime/call.ts'
import { at, enter, leave, out } from './runtime/output.ts'
import { from, get, up } from './runtime/read.ts'
import { state } from './runtime/state.ts'
import type { Site } from '../base/site.ts'

/** A template that can run, in the thread that compiled it. */
export interface Compiled {
  run(root: Record<string, unknown>): string
  sites: readonly Site[]
  /** Variables of the top level that it may read; null: all of them. */
  reads: readonly string[] | null
}

type Run = (...given: never[]) => unknown

const inner: Readonly<Record<string, Run>> = {
  $get: get,
  $from: from,
  $up: up,
  $out: out,
  $at: at,
  $enter: enter,
  $leave: leave,
  $set: set,
  $context: context,
  $root: () => state().root,
  if: branch,
  unless,
  each,
  with: within,
}

/** An instance of Handlebars with our helpers and no others. */
function createEnvironment() {
  const own = Handlebars.create()
  for (const name of Object.keys(own.helpers)) own.unregisterHelper(name)
  const runs: Record<string, Run> = { ...inner }
  for (const helper of allHelpers) if (helper.run) runs[helper.name] = callable(helper)
  for (const [name, run] of Object.entries(runs))
    own.registerHelper(name, run as unknown as Handlebars.HelperDelegate)
  const knownHelpers = Object.fromEntries(Object.keys(runs).map(name => [name, true]))
  return { own, knownHelpers }
}

const environment = createEnvironment()

/**
 * What Handlebars' `compile` does, which keeps the whole tree in memory, though: half a megabyte for 100
 * lines. The code is Handlebars' own, made of a tree that has passed `rewriteProgram`.
 */
function runnable(code: string): Handlebars.TemplateDelegate {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const specification = new Function(`return ${code}`)() as TemplateSpecification
  return environment.own.template(specification)
}

const inlineNames = (text: string) =>
  [...text.matchAll(/\{\{~?#\*\s*inline\s+["']([^"'{}]{1,100})["']/g)].map(([, name]) => name!)

/** All texts of a template, by the part that errors name. */
function partsOf({ text, blocks = {} }: TemplateText, where: string): [name: string, text: string][] {
  const parts: [string, string][] = [[where, text]]
  for (const [name, block] of Object.entries(blocks)) {
    if (!/^[A-Za-z]\w{0,63}$/.test(name) || forbidden.has(name))
      throw refused(
        { where: `block:${name}`, line: 1, column: 1 },
        { code: 'BLOCK_NAME', message: 'this is no name of a block', hint: 'Use letters, digits and _.' },
      )
    parts.push([`block:${name}`, block])
  }
  const length = parts.reduce((sum, [, part]) => sum + part.length, 0)
  if (length <= maxTexts) return parts
  throw refused(
    { where, line: 1, column: 1 },
    {
      code: 'TEXT_LENGTH',
      message: `a template with its blocks may have at most ${maxTexts} characters, not ${length}`,
      hint: 'Split it into several templates.',
    },
  )
}

/**
 * Compiles a template with its blocks.
 * @throws Refused for a mistake of the author
 */
export function compile(template: TemplateText, where: string): Compiled {
  const parts = partsOf(template, where)
  const blocks = new Set([
    ...Object.keys(template.blocks ?? {}),
    ...parts.flatMap(([, text]) => inlineNames(text)),
  ])
  const gathered: Gathered = { sites: [], reads: new Set(), readsAll: false, blocks }
  const { own, knownHelpers } = environment
  const compiled = parts.map(([part, text]) => {
    const scope = { where: part, gathered, names: new Set<string>(), contexts: 0, depth: 0, lazy: false }
    const program = rewriteProgram(parseText(text, part), scope)
    const code = own.precompile(program, {
      knownHelpers,
      knownHelpersOnly: true,
      strict: true,
      noEscape: true,
      preventIndent: true,
      // The parser has dealt with white space; a second pass would take more of it.
      ignoreStandalone: true,
    })
    return runnable(String(code))
  })
  const [main, ...rest] = compiled as [Handlebars.TemplateDelegate, ...Handlebars.TemplateDelegate[]]
  const partials: Record<string, Handlebars.TemplateDelegate> = Object.create(null)
  rest.forEach((block, nth) => {
    partials[parts[nth + 1]![0].slice('block:'.length)] = block
  })
  const options = { partials, allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }
  return {
    run: root => main(box(root), options),
    sites: gathered.sites,
    reads: gathered.readsAll ? null : [...gathered.reads],
  }
}
