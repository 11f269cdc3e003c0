import { fieldOf, type VariableSchema } from '../expressions/schema.ts'

/** What is known of a value: its schema; null: it may be anything. */
export type Shape = VariableSchema | null

/** Where in a template lint is. */
export interface Scope {
  /** The variables of the top level, with `params`. */
  root: VariableSchema
  /** Contexts of `each` and `with` around, the innermost last. */
  contexts: readonly Shape[]
  /** Block parameters: `as |item index|`. */
  names: ReadonlyMap<string, Shape>
  /** Paths that conditions around ask about. */
  conditions: readonly string[]
}

/** What `set` wrote so far, by name. */
export type Written = Map<string, Shape>

export type Resolved =
  | { ok: true; shape: Shape; set?: string }
  /** `at`: the name that does not exist; `names`: those that do. */
  | { ok: false; at: string; names: readonly string[]; top: boolean }

/** Follows names from a shape. */
function follow(shape: Shape, parts: readonly string[]): Resolved {
  let at = shape
  for (const part of parts) {
    if (at === null) return { ok: true, shape: null }
    const found = fieldOf(at, part)
    if (found === null) return { ok: true, shape: null }
    if ('missing' in found) return { ok: false, at: part, names: found.missing, top: false }
    at = found.schema
  }
  return { ok: true, shape: at }
}

const has = (shape: VariableSchema, name: string): boolean => {
  const found = fieldOf(shape, name)
  return found !== null && 'schema' in found
}

/** A bare name: a block parameter, then the context, then what was set, then the top. */
function bare(parts: readonly string[], scope: Scope, written: Written): Resolved {
  const [first, ...rest] = parts as [string, ...string[]]
  if (scope.names.has(first)) return follow(scope.names.get(first)!, rest)
  const context = scope.contexts.at(-1)
  if (context && has(context, first)) return follow(context, parts)
  if (written.has(first)) {
    const found = follow(written.get(first)!, rest)
    return found.ok ? { ...found, set: first } : found
  }
  if (has(scope.root, first)) return follow(scope.root, parts)
  if (context === null) return { ok: true, shape: null }
  const found = follow(scope.root, parts)
  if (found.ok) return found
  const inner = context ? fieldOf(context, first) : null
  const names = [
    ...(inner && 'missing' in inner ? inner.missing : []),
    ...scope.names.keys(),
    ...written.keys(),
  ]
  return { ...found, names: [...names, ...found.names], top: true }
}

/** What is known of a path. */
export function resolvePath(path: hbs.AST.PathExpression, scope: Scope, written: Written): Resolved {
  const { parts, depth, original } = path
  if (path.data) {
    const [top, name, ...rest] = parts
    if (top === 'root' && name !== undefined && written.has(name)) return follow(written.get(name)!, rest)
    if (top === 'root') return follow(scope.root, parts.slice(1))
    return { ok: true, shape: parts[0] === 'index' ? { type: 'integer' } : null }
  }
  const scoped = depth > 0 || /^(\.|this(?=$|[./]))/.test(original) || parts.length === 0
  if (!scoped) return bare(parts, scope, written)
  const at = scope.contexts.length - 1 - depth
  if (at >= 0) return follow(scope.contexts[at]!, parts)
  const [first] = parts
  if (first !== undefined && written.has(first))
    return { ...follow(written.get(first)!, parts.slice(1)), set: first } as Resolved
  return follow(scope.root, parts)
}
