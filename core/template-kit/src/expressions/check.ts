import type { ASTNode } from '@marcbachmann/cel-js'
import type { Finding } from '../contract/finding.ts'
import { ExpressionError } from './error.ts'
import { functions, overLists } from './functions.ts'
import { didYouMean } from '../base/nearest.ts'
import { parseExpression, type Expression } from './parse.ts'
import { fieldOf, type VariableSchema } from './schema.ts'

type Say = (code: string, node: ASTNode, message: string, hint: string, at?: number) => void
type Scope = Readonly<Record<string, VariableSchema>>

/** The parts of a node. */
function parts(node: ASTNode): ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return []
    case '.':
    case '.?':
      return [node.args[0]]
    case '!_':
    case '-_':
      return [node.args]
    case 'call':
      return node.args[1]
    case 'rcall':
      return [node.args[1], ...node.args[2]]
    case 'map':
      return node.args.flat()
    default:
      return [...node.args]
  }
}

function checkCall(say: Say, node: ASTNode, name: string, count: number): void {
  if (name === 'has') return
  const called = functions.get(name)
  if (!called) {
    const names = [...functions.keys(), ...overLists, 'has']
    say('FUNCTION_UNKNOWN', node, `there is no function \`${name}\``, didYouMean(name, names))
  } else if (count < called.least || count > called.most)
    say(
      'FUNCTION_ARGUMENTS',
      node,
      `\`${name}\` has the wrong number of arguments`,
      `Write \`${called.usage}\`.`,
    )
}

/** Checks a part, and tells what is known of its value; null: anything. */
function visit(say: Say, node: ASTNode, root: VariableSchema | null, scope: Scope): VariableSchema | null {
  const inner = (part: ASTNode, more: Scope = scope) => visit(say, part, root, more)
  if (node.op === 'id') {
    if (Object.hasOwn(scope, node.args)) return scope[node.args]!
    if (node.args === 'undefined' || root === null) return null
    return known(say, node, root, node.args, 'VARIABLE_UNKNOWN', `there is no variable \`${node.args}\``)
  }
  if (node.op === '.' || node.op === '[]') {
    const from = inner(node.args[0])
    const at = node.args[1]
    const key = typeof at === 'string' ? at : at.op === 'value' ? String(at.args) : (inner(at), null)
    if (from === null) return null
    const path = node.input.slice(node.start, node.end)
    return known(say, node, from, key, 'VARIABLE_UNKNOWN', `\`${path}\`: there is no \`${key}\``)
  }
  if (node.op === 'rcall' && overLists.has(node.args[0])) {
    const [, from, [item, ...bodies]] = node.args
    const found = inner(from)
    const items = found && fieldOf(found, null)
    const schema: VariableSchema = items && 'schema' in items ? items.schema : {}
    if (item?.op === 'id') for (const body of bodies) inner(body, { ...scope, [item.args]: schema })
    return null
  }
  if (node.op === 'call') checkCall(say, node, node.args[0], node.args[1].length)
  if (node.op === 'rcall') checkCall(say, node, node.args[0], node.args[2].length + 1)
  for (const part of parts(node)) inner(part)
  return null
}

function known(
  say: Say,
  node: ASTNode,
  from: VariableSchema,
  key: string | null,
  code: string,
  message: string,
): VariableSchema | null {
  const found = fieldOf(from, key)
  if (found === null) return null
  if ('schema' in found) return found.schema
  // The name stands at the end of a path.
  const at = node.op === '.' ? node.end - node.args[1].length : node.start
  if (key !== null) say(code, node, message, didYouMean(key, found.missing), at)
  return null
}

const findingsOf = (expression: Expression, where: string, schema: VariableSchema | null): Finding[] => {
  const findings: Finding[] = []
  const say: Say = (code, node, message, hint, at = node.start) =>
    findings.push({ severity: 'error', code, message, hint, where, line: 1, column: expression.column(at) })
  visit(say, expression.ast, schema, {})
  return findings
}

/**
 * Mistakes of an expression: what cannot be read, functions and, with a schema of all variables, names that
 * do not exist. Never throws.
 */
export function checkExpression(text: string, where: string, schema: object | null = null): Finding[] {
  try {
    return findingsOf(parseExpression(text), where, schema as VariableSchema | null)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { problem: message, hint, column } = error
    return [{ severity: 'error', code: 'EXPRESSION_WRONG', message, hint, where, line: 1, column }]
  }
}

/** Paths that an expression reads, e.g. `params.mode`. Names of loops are left out. */
export function readsOf(text: string): string[] {
  const found: string[] = []
  const walk = (node: ASTNode, bound: readonly string[]): void => {
    let path = ''
    let at = node
    for (; at.op === '.'; at = at.args[0]) path = `.${at.args[1]}${path}`
    if (at.op === 'id') {
      if (!bound.includes(at.args)) found.push(`${at.args}${path}`)
      return
    }
    const [first] = at.op === 'rcall' && overLists.has(at.args[0]) ? at.args[2] : []
    const inner = first?.op === 'id' ? [...bound, first.args] : bound
    for (const part of parts(at)) walk(part, inner)
  }
  walk(parseExpression(text).ast, [])
  return found
}
