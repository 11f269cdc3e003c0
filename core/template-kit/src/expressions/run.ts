import type { ASTNode } from '@marcbachmann/cel-js'
import { ExpressionError } from './error.ts'
import { functions, maxText, overLists } from './functions.ts'
import { didYouMean } from '../base/nearest.ts'
import { operators } from './operators.ts'
import type { Expression } from './parse.ts'
import { isRecord, kindOf, same, truthy } from './values.ts'

/** Steps that are left; a step is a part that is looked at. May be shared by many expressions. */
export interface Budget {
  left: number
}

/** What one evaluation knows. */
interface Frame {
  expression: Expression
  variables: Readonly<Record<string, unknown>>
  budget: Budget
}

function failed(frame: Frame, node: ASTNode, problem: string, hint: string): ExpressionError {
  return new ExpressionError(frame.expression.source, frame.expression.column(node.start), problem, hint)
}

function spend(frame: Frame, node: ASTNode, steps = 1): void {
  frame.budget.left -= steps
  if (frame.budget.left < 0)
    throw failed(frame, node, 'the expression takes too long', 'Use fewer loops over long lists.')
}

/** A text or list that was made: its size counts as steps, so that memory is bounded too. */
function made(frame: Frame, node: ASTNode, result: unknown): unknown {
  const size = typeof result === 'string' || Array.isArray(result) ? result.length : 0
  if (size > maxText)
    throw failed(frame, node, 'the text or list is too long', `${maxText} characters or items are allowed.`)
  spend(frame, node, Math.ceil(typeof result === 'string' ? size / 64 : size))
  return result
}

function variable(frame: Frame, node: ASTNode, name: string): unknown {
  if (Object.hasOwn(frame.variables, name)) return frame.variables[name] ?? null
  if (name === 'undefined') return null
  throw failed(
    frame,
    node,
    `there is no variable \`${name}\``,
    didYouMean(name, Object.keys(frame.variables)),
  )
}

/** A field. Nothing has only nothing: a field of null is null, and so is one that is missing. */
function field(frame: Frame, node: ASTNode, from: unknown, key: unknown): unknown {
  if (from === null || from === undefined) return null
  if (key === 'length' && (typeof from === 'string' || Array.isArray(from))) return from.length
  if (Array.isArray(from) && typeof key === 'number') return from[key] ?? null
  if (isRecord(from) && (typeof key === 'string' || typeof key === 'number'))
    return Object.hasOwn(from, key) ? (from[key] ?? null) : null
  throw failed(
    frame,
    node,
    `${kindOf(from)} has no field \`${String(key).slice(0, 60)}\``,
    'Fields are those of objects; items of lists have numbers from 0.',
  )
}

function call(frame: Frame, node: ASTNode, name: string, args: readonly ASTNode[]): unknown {
  if (name === 'has') return args[0] !== undefined && value(frame, args[0]) !== null
  const known = functions.get(name)
  if (!known)
    throw failed(
      frame,
      node,
      `there is no function \`${name}\``,
      didYouMean(name, [...functions.keys(), ...overLists]),
    )
  if (args.length < known.least || args.length > known.most)
    throw failed(frame, node, `\`${name}\` has the wrong number of arguments`, `Write \`${known.usage}\`.`)
  const values = args.map(arg => value(frame, arg))
  for (const each of values) made(frame, node, each)
  spend(frame, node, Math.ceil(known.steps?.(values) ?? 0))
  try {
    return made(frame, node, known.run(values))
  } catch (error) {
    if (error instanceof ExpressionError) throw error
    if (error instanceof RangeError || error instanceof TypeError) throw error
    throw failed(frame, node, (error as Error).message, `Write \`${known.usage}\`.`)
  }
}

/** `list.exists(x, x.id == 1)` and its like. */
function overList(
  frame: Frame,
  node: ASTNode,
  name: string,
  from: ASTNode,
  args: readonly ASTNode[],
): unknown {
  const list = value(frame, from) ?? []
  const items = Array.isArray(list) ? list : isRecord(list) ? Object.keys(list) : null
  const [item, ...bodies] = args
  if (item?.op !== 'id' || bodies.length === 0)
    throw failed(
      frame,
      node,
      `\`${name}\` has the wrong number of arguments`,
      `Write \`list.${name}(x, x.id == 1)\`.`,
    )
  if (items === null)
    throw failed(
      frame,
      from,
      `\`${name}\` needs a list, not ${kindOf(list)}`,
      'Name a list, e.g. `interfaces_list`.',
    )
  const of = (body: ASTNode, each: unknown) =>
    value({ ...frame, variables: { ...frame.variables, [item.args as string]: each } }, body)
  const holds = (each: unknown) => truthy(of(bodies[0]!, each))
  if (name === 'all') return items.every(holds)
  if (name === 'exists') return items.some(holds)
  if (name === 'exists_one') return items.filter(holds).length === 1
  if (name === 'filter') return items.filter(holds)
  const chosen = bodies.length > 1 ? items.filter(holds) : items
  return chosen.map(each => of(bodies.at(-1)!, each))
}

function binary(frame: Frame, node: ASTNode, op: string, left: unknown, right: unknown): unknown {
  const step = () => spend(frame, node)
  if (op === '==') return same(left, right, step)
  if (op === '!=') return !same(left, right, step)
  const result = operators[op]!(left, right)
  if (result.ok) return made(frame, node, result.value)
  throw failed(frame, node, `\`${op}\` does not work on ${kindOf(left)} and ${kindOf(right)}`, result.hint)
}

/** The value of a part. */
function value(frame: Frame, node: ASTNode): unknown {
  spend(frame, node)
  const of = (part: ASTNode) => value(frame, part)
  switch (node.op) {
    case 'value':
      if (typeof node.args === 'bigint') return Number(node.args)
      if (typeof node.args !== 'object' || node.args === null) return node.args
      throw failed(
        frame,
        node,
        'octets and unsigned numbers are not supported',
        'Write a text or a plain number.',
      )
    case 'id':
      return variable(frame, node, node.args)
    case '.':
      return field(frame, node, of(node.args[0]), node.args[1])
    case '[]':
      return field(frame, node, of(node.args[0]), of(node.args[1]))
    case '!_':
      return !truthy(of(node.args))
    case '-_':
      return binary(frame, node, '-', 0, of(node.args))
    case '||':
    case '&&': {
      const left = of(node.args[0])
      return truthy(left) === (node.op === '||') ? left : of(node.args[1])
    }
    case '?:':
      return truthy(of(node.args[0])) ? of(node.args[1]) : of(node.args[2])
    case 'list':
      return node.args.map(of)
    case 'map':
      return Object.fromEntries(node.args.map(([key, each]) => [String(of(key)), of(each)]))
    case 'call':
      return call(frame, node, node.args[0], node.args[1])
    case 'rcall': {
      const [name, from, args] = node.args
      return overLists.has(name)
        ? overList(frame, node, name, from, args)
        : call(frame, node, name, [from, ...args])
    }
    case '.?':
    case '[?]':
      throw failed(frame, node, '`.?` is not supported', 'Write `.`: a missing field is null.')
    default:
      return binary(frame, node, node.op, of(node.args[0]), of(node.args[1]))
  }
}

/** The value of a parsed expression. @throws ExpressionError */
export const run = (
  expression: Expression,
  variables: Readonly<Record<string, unknown>>,
  budget: Budget,
): unknown => value({ expression, variables, budget }, expression.ast)
