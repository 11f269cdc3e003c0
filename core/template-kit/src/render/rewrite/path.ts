import { forbidden, whyForbidden } from '../../base/forbidden.ts'
import { callNode, numberNode, pathNode, textNode } from './nodes.ts'
import { placeOf, siteOf, wrongAt, type Scope } from './scope.ts'

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
export function rewritePath(
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
