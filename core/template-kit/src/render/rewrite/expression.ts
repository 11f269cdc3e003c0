import { helperNamed, helperNames, type Helper } from '../../helpers/index.ts'
import { maxDepth } from '../../base/bounds.ts'
import { meant } from '../../base/nearest.ts'
import type { Why } from '../../base/refused.ts'
import { callNode, numberNode, pathNode, textNode } from './nodes.ts'
import { placeOf, siteOf, wrongAt, type Scope } from './scope.ts'
import { forbidden, whyForbidden } from '../../base/forbidden.ts'

const privateData = new Set(['root', 'index', 'key', 'first', 'last'])

interface Base {
  node: hbs.AST.Expression
  /** Names of the path that the node has read. */
  taken: number
  /** The node is a context, which is boxed. */
  boxed: boolean
}

/** Where a path begins, as Handlebars resolves it; null: a bare name, which is looked for. */
function baseOf(path: hbs.AST.PathExpression, scope: Scope): Base | null {
  const [first] = path.parts
  if (path.data) {
    if (first === undefined || !privateData.has(first))
      throw wrongAt(path, scope, {
        code: 'DATA_UNKNOWN',
        message: `"${path.original}" is not known`,
        hint: 'Known are @index, @key, @first, @last and @root.',
      })
    if (first === 'root') {
      if (path.parts.length === 1) scope.gathered.readsAll = true
      else scope.gathered.reads.add(path.parts[1]!)
      return { node: callNode('$root', []), taken: 1, boxed: false }
    }
    const node = pathNode([first], { depth: path.depth, data: true })
    return { node, taken: 1, boxed: false }
  }
  const scoped = path.depth > 0 || /^(\.|this(?=$|[./]))/.test(path.original) || first === undefined
  if (!scoped && !scope.names.has(first)) return null
  if (!scoped) return { node: pathNode([first]), taken: 1, boxed: false }
  if (first === undefined && path.depth >= scope.contexts) scope.gathered.readsAll = true
  return { node: pathNode([], { depth: path.depth }), taken: 0, boxed: true }
}

/**
 * A read of a variable as a call: `$get` looks for a bare name in the context and then at the top, `$up`
 * takes fields of a context, `$from` of a value. They know their place.
 */
function rewritePath(
  path: hbs.AST.PathExpression,
  scope: Scope,
  { soft = false }: { soft?: boolean } = {},
): hbs.AST.Expression {
  const bad = path.parts.find(part => forbidden.has(part))
  if (bad !== undefined) throw wrongAt(path, scope, whyForbidden(bad))
  const base = baseOf(path, scope)
  const site = numberNode(siteOf(placeOf(path, scope), scope, { name: path.original, soft }))
  if (!path.data && path.parts.length > 0) scope.gathered.reads.add(path.parts[0]!)
  if (base === null) return callNode('$get', [...path.parts.map(textNode), site])
  const names = path.parts.slice(base.taken).map(textNode)
  return callNode(base.boxed ? '$up' : '$from', [base.node, ...names, site])
}

/** A path, a literal or a call as its author wrote it, shortened. */
export function written(node: hbs.AST.Expression): string {
  if (node.type === 'SubExpression') {
    const { path, params } = node as hbs.AST.SubExpression
    return `(${[path, ...params].map(written).join(' ')})`.slice(0, 100)
  }
  const { original } = node as hbs.AST.PathExpression
  return node.type === 'StringLiteral' ? JSON.stringify(original) : String(original)
}

/** A call of a helper, as a statement or inside of another. */
export interface CallLike extends hbs.AST.Node {
  path: hbs.AST.Expression
  params: hbs.AST.Expression[]
  hash?: hbs.AST.Hash
}

/** Operators of other languages, which are names for the parser. */
const operators: Readonly<Record<string, string>> = Object.fromEntries([
  ...['gt >', 'lt <', 'gte >=', 'lte <=', 'ne !=', 'sub -', 'mul *', 'add +', 'div /', 'mod %'].map(pair => {
    const [name, operator] = pair.split(' ')
    return [operator, `(${name} a b)`]
  }),
  ...['and', 'or', 'in'].map(name => [name, `(${name} a b)`]),
  ['is', '(eq a b)'],
  ['?', '{{#if a}}b{{else}}c{{/if}}'],
  ['.', '{{name}}'],
])

function whyUnknown(name: string, params: readonly hbs.AST.Expression[]): Why {
  const operator = params.map(written).find(word => Object.hasOwn(operators, word))
  if (operator !== undefined)
    return {
      code: 'SYNTAX',
      message: `"${operator}" is not part of an expression here`,
      hint: `Write ${operators[operator]}.`,
    }
  const known = meant(name, helperNames)
  return {
    code: 'HELPER_UNKNOWN',
    message: `there is no helper "${name}"`,
    hint: `${known}A helper comes first: {{helper argument argument}}; a variable is {{name}}.`,
  }
}

/** @throws Refused if there is no helper of this name, or the number of arguments is wrong */
export function helperOf({ path, params, hash }: CallLike, scope: Scope): Helper {
  const name = String((path as hbs.AST.PathExpression).original)
  const helper = path.type === 'PathExpression' ? helperNamed(name) : undefined
  if (!helper) throw wrongAt(path, scope, whyUnknown(name, params))
  if (hash && hash.pairs.length > 0)
    throw wrongAt(hash.pairs[0]!, scope, {
      code: 'HELPER_ARGUMENTS',
      message: `"${hash.pairs[0]!.key}=": helpers have no named arguments`,
      hint: `Write ${helper.usage}.`,
    })
  const { least, most } = helper
  if (params.length >= least && (most === null || params.length <= most)) return helper
  const wanted = most === null ? `at least ${least}` : least === most ? String(least) : `${least} to ${most}`
  throw wrongAt(path, scope, {
    code: 'HELPER_ARGUMENTS',
    message: `"${name}" needs ${wanted} argument${wanted === '1' ? '' : 's'}, not ${params.length}`,
    hint:
      params.length === 0
        ? `Write ${helper.usage}. A field with the name of a helper is {{this.${name}}}.`
        : `Write ${helper.usage}.`,
  })
}

/** A helper that gives a value. @throws Refused for a helper that only makes a block */
export function rewriteCall(
  call: CallLike,
  scope: Scope,
  { soft = false }: { soft?: boolean } = {},
): hbs.AST.SubExpression {
  const helper = helperOf(call, scope)
  if (!helper.run)
    throw wrongAt(call, scope, {
      code: 'HELPER_KIND',
      message: `"${helper.name}" gives no value`,
      hint: `Write ${helper.usage}.`,
    })
  const inner = { ...scope, depth: scope.depth + 1, lazy: scope.lazy || helper.args === 'lazy' }
  const takes = { soft: helper.args !== undefined }
  const params = call.params.map(param => rewriteExpression(param, inner, takes))
  const name = [call.path, ...call.params].map(written).join(' ').slice(0, 100)
  const last = call.params.at(-1)
  const mayBeEmpty = helper.name === 'default' && (last as hbs.AST.StringLiteral).value === ''
  const site = siteOf(placeOf(call, scope), scope, { name, mayBeEmpty, soft })
  return callNode(helper.name, [...params, numberNode(site)])
}

/** An expression in which every read and every call knows its place. @throws Refused */
export function rewriteExpression(
  node: hbs.AST.Expression,
  scope: Scope,
  options: { soft?: boolean } = {},
): hbs.AST.Expression {
  if (scope.depth > maxDepth)
    throw wrongAt(node, scope, {
      code: 'DEPTH_LIMIT',
      message: `more than ${maxDepth} calls inside of each other`,
      hint: 'Keep a result with {{set "name" …}}.',
    })
  if (node.type === 'PathExpression') return rewritePath(node as hbs.AST.PathExpression, scope, options)
  if (node.type === 'SubExpression') return rewriteCall(node as hbs.AST.SubExpression, scope, options)
  if (node.type === 'UndefinedLiteral')
    throw wrongAt(node, scope, {
      code: 'SYNTAX',
      message: 'undefined is not a value',
      hint: 'Write null, or check with {{#if name}}.',
    })
  return node
}
