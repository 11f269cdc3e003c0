import { forbidden, whyForbidden } from '../../base/forbidden.ts'
import { helperNamed } from '../../helpers/index.ts'
import { meant } from '../../base/nearest.ts'
import { helperOf, rewriteCall, rewriteExpression, written, type CallLike } from './expression.ts'
import { callNode, contentNode, numberNode, outputNode, partialNode, pathNode, textNode } from './nodes.ts'
import { placeOf, siteOf, wrongAt, type Scope } from './scope.ts'

/** `{{name}}` is a call if a helper has this name; `{{this.name}}` is a field. */
function isCall(node: CallLike, scope: Scope): boolean {
  if (node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0) return true
  const { type, parts, data, depth, original } = node.path as hbs.AST.PathExpression
  if (type !== 'PathExpression' || data || depth > 0 || parts.length !== 1) return false
  const [name] = parts
  return original === name && !scope.names.has(name) && helperNamed(name) !== undefined
}

/** `{{set "name" value}}` */
function rewriteSet(node: CallLike, scope: Scope): hbs.AST.Statement {
  helperOf(node, scope)
  const [name, value] = node.params as [hbs.AST.StringLiteral, hbs.AST.Expression]
  if (name.type !== 'StringLiteral' || !/^[A-Za-z_]\w{0,63}$/.test(name.value))
    throw wrongAt(name, scope, {
      code: 'SET_NAME',
      message: 'the name of a variable is a text of letters, digits and _',
      hint: 'Write {{set "port" value}}, and read it as {{port}}.',
    })
  if (forbidden.has(name.value)) throw wrongAt(name, scope, whyForbidden(name.value))
  if (scope.names.has(name.value))
    throw wrongAt(name, scope, {
      code: 'SET_NAME',
      message: `"${name.value}" is already the name of an item of the block around`,
      hint: 'Choose another name.',
    })
  const site = siteOf(placeOf(node, scope), scope, { name: name.value })
  return outputNode('$set', [textNode(name.value), rewriteExpression(value, scope), numberNode(site)])
}

/** `{{expression}}`: its output is marked as a value. */
export function rewriteOutput(node: hbs.AST.MustacheStatement, scope: Scope): hbs.AST.Statement {
  if (!isCall(node, scope)) {
    const site = siteOf(placeOf(node, scope), scope, { name: written(node.path) })
    return outputNode('$out', [rewriteExpression(node.path, scope), numberNode(site)])
  }
  if (written(node.path) === 'set') return rewriteSet(node, scope)
  const call = rewriteCall(node, scope)
  const inner = scope.gathered.sites.at(-1)!
  const { name, mayBeEmpty } = inner
  const site = siteOf(placeOf(node, scope), scope, { name, mayBeEmpty })
  return outputNode('$out', [call, numberNode(site)])
}

/**
 * `{{> name}}`, with a context or named values. If it has a line for itself, what follows begins a new line,
 * also if the text of the block has no line break at its end.
 */
export function rewriteInclude(
  node: hbs.AST.PartialStatement,
  scope: Scope,
  ownLine: boolean,
): hbs.AST.Statement[] {
  const name = String((node.name as hbs.AST.PathExpression).original)
  if (node.name.type === 'SubExpression')
    throw wrongAt(node, scope, {
      code: 'BLOCK_NAME',
      message: 'a block is included by its name, not by an expression',
      hint: 'Write {{#if …}}{{> one}}{{else}}{{> other}}{{/if}}.',
    })
  if (!scope.gathered.blocks.has(name))
    throw wrongAt(node, scope, {
      code: 'BLOCK_UNKNOWN',
      message: `there is no block "${name}"`,
      hint: `${meant(name, scope.gathered.blocks)}Add it to the blocks of this template.`,
    })
  const site = numberNode(siteOf(placeOf(node, scope), scope, { name: `> ${name}` }))
  const around = outputNode('$enter', [site])
  const after = [outputNode('$leave', []), ...(ownLine ? [contentNode('\n')] : [])]
  const pairs = node.hash?.pairs ?? []
  const base = node.params[0]
    ? rewriteExpression(node.params[0], scope)
    : callNode('$up', [pathNode([]), site])
  if (node.params.length > 1)
    throw wrongAt(node, scope, {
      code: 'BLOCK_ARGUMENTS',
      message: 'a block takes one context',
      hint: `Write {{> ${name} port=1 vlan=2}}.`,
    })
  if (!node.params[0] && pairs.length === 0) return [around, partialNode(name, null), ...after]
  const given = pairs.flatMap(pair => [textNode(pair.key), rewriteExpression(pair.value, scope)])
  return [around, partialNode(name, callNode('$context', [base, ...given, site])), ...after]
}

/** `{{#*inline "name"}}`. Other decorators do not exist here. */
export function inlineName(node: hbs.AST.DecoratorBlock, scope: Scope): string {
  const [name] = node.params as hbs.AST.StringLiteral[]
  if (node.path.original === 'inline' && name?.type === 'StringLiteral') {
    if (/^[A-Za-z]\w{0,63}$/.test(name.value) && !forbidden.has(name.value)) return name.value
    throw wrongAt(name, scope, {
      code: 'BLOCK_NAME',
      message: `"${name.value.slice(0, 40)}" is no name of a block`,
      hint: 'Use letters, digits and _.',
    })
  }
  throw wrongAt(node, scope, {
    code: 'DECORATOR',
    message: `{{#*${node.path.original}}} is not known`,
    hint: 'A block in the text is {{#*inline "name"}} … {{/inline}}.',
  })
}
