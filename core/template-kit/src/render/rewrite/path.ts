import { forbidden, whyForbidden } from '../../base/forbidden.ts'
import { callNode, numberNode, pathNode, textNode } from './nodes.ts'
import { placeOf, siteOf, wrongAt, type Scope } from './scope.ts'

const privateData = new Set(['root', 'index', 'key', 'first', 'last'])

/** Where a path begins, as Handlebars resolves it; null: a bare name, which is looked for. */
function baseOf(path: hbs.AST.PathExpression, scope: Scope): hbs.AST.Expression | null {
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
      return callNode('$root', [])
    }
    return pathNode([first], { depth: path.depth, data: true })
  }
  const scoped = path.depth > 0 || /^(\.|this(?=$|[./]))/.test(path.original) || first === undefined
  if (!scoped) return scope.names.has(first) ? pathNode([first]) : null
  if (first === undefined && path.depth >= scope.contexts) scope.gathered.readsAll = true
  return pathNode([], { depth: path.depth })
}

/**
 * A read of a variable as a call: `$get` looks for a bare name in the context and then at the top, `$from`
 * takes fields of what it is given. Both know their place.
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
  const named = path.data || (base as hbs.AST.PathExpression).parts?.length > 0
  return callNode('$from', [base, ...path.parts.slice(named ? 1 : 0).map(textNode), site])
}
