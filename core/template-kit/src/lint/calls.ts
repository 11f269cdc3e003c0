import { helperNamed, helperNames, type Helper } from '../helpers/index.ts'
import { didYouMean } from '../base/nearest.ts'
import type { CallLike } from '../render/rewrite/expression.ts'
import type { Say } from './say.ts'

/** Words of other languages where a helper is expected. */
const foreign: Readonly<Record<string, string>> = {
  elseif: 'Write `{{else if (eq a b)}}`.',
  elsif: 'Write `{{else if (eq a b)}}`.',
  elif: 'Write `{{else if (eq a b)}}`.',
  endif: 'Write `{{/if}}`.',
  end: 'Write `{{/if}}` or `{{/each}}`.',
  endfor: 'Write `{{/each}}`.',
  for: 'Write `{{#each list as |item|}}` … `{{/each}}`.',
  foreach: 'Write `{{#each list as |item|}}` … `{{/each}}`.',
  include: 'Write `{{> name}}`.',
  is: 'Write `(eq a b)`.',
  equals: 'Write `(eq a b)`.',
  neq: 'Write `(ne a b)`.',
  ge: 'Write `(gte a b)`.',
  le: 'Write `(lte a b)`.',
}

export const placeOf = (node: hbs.AST.Node) => ({
  line: node.loc.start.line,
  column: node.loc.start.column + 1,
})

const nameOf = ({ path }: CallLike) => String((path as hbs.AST.PathExpression).original)

/** The helper of a call, after its name and its arguments were checked; null: there is none. */
export function checkCall(call: CallLike, as: 'block' | 'value', say: Say): Helper | null {
  const name = nameOf(call)
  const helper = call.path.type === 'PathExpression' ? helperNamed(name) : undefined
  if (!helper) {
    const hint = foreign[name] ?? didYouMean(name, helperNames)
    say('HELPER_UNKNOWN', placeOf(call.path), `there is no helper \`${name}\``, hint)
    return null
  }
  const isBlock = helper.group === 'block'
  if (as === 'block' && !isBlock)
    say(
      'HELPER_KIND',
      placeOf(call.path),
      `\`${name}\` makes no block`,
      `Write \`{{#if (${name} …)}}\` … \`{{/if}}\`.`,
    )
  else if (as === 'value' && isBlock)
    say(
      'HELPER_KIND',
      placeOf(call.path),
      `\`${name}\` is a block`,
      `Write \`{{#${name} …}}\` … \`{{/${name}}}\`.`,
    )
  else checkCount(call, helper, say)
  return helper
}

function checkCount({ path, params, hash }: CallLike, helper: Helper, say: Say): void {
  const { name, least, most, usage } = helper
  const pair = hash?.pairs[0]
  if (pair)
    return say(
      'HELPER_ARGUMENTS',
      placeOf(pair),
      `\`${pair.key}=\`: helpers have no named arguments`,
      `Write \`${usage}\`.`,
    )
  if (params.length >= least && (most === null || params.length <= most)) return
  const wanted = most === null ? `at least ${least}` : least === most ? String(least) : `${least} to ${most}`
  const s = wanted === '1' ? '' : 's'
  const message = `\`${name}\` needs ${wanted} argument${s}, not ${params.length}`
  say('HELPER_ARGUMENTS', placeOf(path), message, `Write \`${usage}\`.`)
}

/** Whether `{{name …}}` is a call: it has arguments, or a helper has this name. */
export function isCall(node: CallLike, names: ReadonlyMap<string, unknown>): boolean {
  if (node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0) return true
  const { type, parts, data, depth, original } = node.path as hbs.AST.PathExpression
  if (type !== 'PathExpression' || data || depth > 0 || parts.length !== 1) return false
  return original === parts[0] && !names.has(parts[0]!) && helperNamed(parts[0]!) !== undefined
}
