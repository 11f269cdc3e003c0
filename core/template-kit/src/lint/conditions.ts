import { didYouMean } from '../base/nearest.ts'
import type { Parameter } from '../contract/parameter.ts'
import { variantsOf } from '../parameters/options.ts'
import { written } from '../render/rewrite/expression.ts'
import type { Say } from './say.ts'

type Expression = hbs.AST.Expression
type Call = hbs.AST.SubExpression

const isCall = (node: Expression): node is Call => node.type === 'SubExpression'
const nameOf = (node: Expression) =>
  isCall(node) ? String((node.path as hbs.AST.PathExpression).original) : ''
const literals = new Set(['StringLiteral', 'NumberLiteral', 'BooleanLiteral', 'NullLiteral'])

/** The key of the parameter that a path reads: `params.key`; null: it is another path. */
function paramOf(node: Expression | undefined): string | null {
  if (node?.type !== 'PathExpression') return null
  const { parts, data } = node as hbs.AST.PathExpression
  return !data && parts.length === 2 && parts[0] === 'params' ? parts[1]! : null
}

const valueOf = (node: Expression): unknown =>
  node.type === 'NullLiteral' ? null : (node as hbs.AST.StringLiteral).value

const compares: Readonly<Record<string, (a: unknown, b: unknown) => boolean>> = {
  eq: (a, b) => String(a) === String(b),
  ne: (a, b) => String(a) !== String(b),
  lt: (a, b) => Number(a) < Number(b),
  gt: (a, b) => Number(a) > Number(b),
  lte: (a, b) => Number(a) <= Number(b),
  gte: (a, b) => Number(a) >= Number(b),
}

/** A condition that is always true or always false; null: it is not known. */
export function constantOf(node: Expression, parameters: ReadonlyMap<string, Parameter>): boolean | null {
  if (literals.has(node.type)) return Boolean(valueOf(node)) && valueOf(node) !== '0'
  const key = paramOf(node)
  if (key !== null) return alwaysTrue(parameters.get(key)) ? true : null
  if (!isCall(node)) return null
  const name = nameOf(node)
  const inner = node.params.map(param => constantOf(param, parameters))
  if (name === 'not') return inner[0] === null || inner[0] === undefined ? null : !inner[0]
  if (name === 'and') return inner.includes(false) ? false : inner.every(each => each === true) ? true : null
  if (name === 'or') return inner.includes(true) ? true : inner.every(each => each === false) ? false : null
  const [a, b] = node.params
  if (a === undefined || b === undefined || !compares[name]) return null
  if (literals.has(a.type) && literals.has(b.type)) return compares[name](valueOf(a), valueOf(b))
  if (name !== 'eq' && name !== 'ne') return null
  if (written(a) === written(b)) return name === 'eq'
  const [param, literal] = literals.has(b.type) ? [paramOf(a), b] : [paramOf(b), a]
  const empty = literals.has(literal.type) && (valueOf(literal) === null || valueOf(literal) === '')
  return param !== null && empty && alwaysFilled(parameters.get(param)) ? name === 'ne' : null
}

/** A field that has a value whenever the template runs. */
const alwaysFilled = (parameter: Parameter | undefined): parameter is Parameter =>
  parameter?.required === true && !parameter.visible_if?.trim()

/** One that is also true: the text `0` is a value, and false. */
const alwaysTrue = (parameter: Parameter | undefined): boolean =>
  alwaysFilled(parameter) &&
  (parameter.type === 'select_from_variable' ||
    (parameter.type === 'select_from_predefined' && !variantsOf(parameter).includes('0')))

/** A comparison with something that is no variant of the field. */
function checkVariants(node: Expression, parameters: ReadonlyMap<string, Parameter>, say: Say): void {
  if (!isCall(node)) return
  for (const param of node.params) checkVariants(param, parameters, say)
  if (!['eq', 'ne', 'in'].includes(nameOf(node))) return
  const key = node.params.map(paramOf).find(each => each !== null)
  const parameter = key === undefined || key === null ? undefined : parameters.get(key)
  if (parameter?.type !== 'select_from_predefined') return
  const variants = variantsOf(parameter)
  for (const literal of node.params) {
    if (literal.type !== 'StringLiteral' && literal.type !== 'NumberLiteral') continue
    const text = String(valueOf(literal))
    if (text === '' || variants.length === 0 || variants.includes(text)) continue
    say(
      'VARIANT_UNKNOWN',
      { line: literal.loc.start.line, column: literal.loc.start.column + 1 },
      `\`params.${key}\` is never "${text}"`,
      didYouMean(text, variants),
      'warning',
    )
  }
}

/** One branch of a block: its condition, and where it stands. */
export interface Branch {
  condition: Expression
  /** `unless`. */
  negated: boolean
  place: { line: number; column: number }
}

/** Branches that never run, or that need no condition. */
export function checkBranches(
  branches: readonly Branch[],
  hasElse: boolean,
  parameters: ReadonlyMap<string, Parameter>,
  say: Say,
): void {
  const seen = new Map<string, number>()
  for (const [index, { condition, negated, place }] of branches.entries()) {
    checkVariants(condition, parameters, say)
    const text = written(condition)
    const before = seen.get(text)
    if (before !== undefined)
      return say(
        'BRANCH_REPEATED',
        place,
        `\`${text}\` was already asked in line ${before}, so that this branch never runs`,
        'Change the condition, or delete the branch.',
        'warning',
      )
    seen.set(text, place.line)
    const constant = constantOf(condition, parameters)
    if (constant === null) continue
    const runs = constant !== negated
    const rest = index < branches.length - 1 || hasElse
    // A condition that always holds does no harm if nothing depends on it being false.
    if (runs && !rest && !literals.has(condition.type) && reads(condition)) continue
    const what = runs
      ? rest
        ? 'what comes after it never runs'
        : 'it needs no condition'
      : 'this branch never runs'
    return say(
      'BRANCH_UNREACHABLE',
      place,
      `\`${text}\` is always ${constant}: ${what}`,
      'Change the condition, or delete what never runs.',
      'warning',
    )
  }
}

const reads = (node: Expression): boolean => pathsIn(node).length > 0

/** The paths that an expression reads, as their authors wrote them. */
export const pathsIn = (node: Expression): string[] =>
  isCall(node) ? node.params.flatMap(pathsIn) : node.type === 'PathExpression' ? [pathText(node)] : []

const pathText = (node: Expression): string => (node as hbs.AST.PathExpression).original
