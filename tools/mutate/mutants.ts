import type { Node, SourceFile } from 'typescript/unstable/ast'
import { SyntaxKind as K } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { saysSql, sqlMistakes } from './sql.ts'

/** One small mistake in a file. */
export interface Mutant {
  file: string
  /** Counted from 1. */
  line: number
  /** The part of the file that is replaced. */
  start: number
  end: number
  text: string
  /** The line before and after, for people and for the list of those that change nothing. */
  was: string
  became: string
}

type Edit = Pick<Mutant, 'start' | 'end' | 'text'>

const comparisons: ReadonlyMap<K, string> = new Map([
  [K.LessThanToken, '<='],
  [K.LessThanEqualsToken, '<'],
  [K.GreaterThanToken, '>='],
  [K.GreaterThanEqualsToken, '>'],
  [K.EqualsEqualsEqualsToken, '!=='],
  [K.ExclamationEqualsEqualsToken, '==='],
])
const signs: ReadonlyMap<K, string> = new Map([
  [K.PlusToken, '-'],
  [K.MinusToken, '+'],
  [K.AsteriskToken, '/'],
  [K.SlashToken, '*'],
  [K.PercentToken, '*'],
  [K.PlusEqualsToken, '-='],
  [K.MinusEqualsToken, '+='],
])
const logical: ReadonlySet<K> = new Set([K.AmpersandAmpersandToken, K.BarBarToken, K.QuestionQuestionToken])
/** Steps of a chain that may be forgotten. */
const steps = new Set(
  'filter sort toSorted reverse toReversed slice trim trimEnd trimStart toLowerCase toUpperCase flat'.split(
    ' ',
  ),
)
const twins: Readonly<Record<string, string>> = { some: 'every', every: 'some' }

/** Texts are joined with `+` as well. */
const isText = (node: Node): boolean =>
  is.isStringLiteral(node) ||
  is.isNoSubstitutionTemplateLiteral(node) ||
  is.isTemplateExpression(node) ||
  (is.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))

/** A bound is off by one; one that is large is twice as large, which tests can tell. */
const otherNumber = (text: string): string => {
  const value = Number(text.replaceAll('_', ''))
  return value <= 100 ? String(value + 1) : `${text} * 2`
}

const isPiece = (node: Node): boolean =>
  is.isTemplateHead(node) ||
  is.isTemplateMiddle(node) ||
  is.isTemplateTail(node) ||
  is.isNoSubstitutionTemplateLiteral(node)

/** Whether a piece of a template belongs to SQL: by the tag, or by what the whole template says. */
function isSql(piece: Node, textOf: (node: Node) => string): boolean {
  let template = piece
  while (is.isTemplateSpan(template.parent) || is.isTemplateExpression(template.parent))
    template = template.parent
  const { parent } = template
  return is.isTaggedTemplateExpression(parent) ? textOf(parent.tag) === 'sql' : saysSql.test(textOf(template))
}

/** The mistakes that can be made at one node, without those inside of it. */
function* editsAt(node: Node, file: SourceFile): Generator<Edit> {
  const from = (one: Node) => one.getStart(file)
  const textOf = (one: Node) => file.text.slice(from(one), one.end)
  const whole = (text: string): Edit => ({ start: from(node), end: node.end, text })
  const at = (one: Node, text: string): Edit => ({ start: from(one), end: one.end, text })

  if (is.isIfStatement(node) || is.isWhileStatement(node)) {
    yield at(node.expression, 'false')
    if (is.isIfStatement(node) && node.expression.kind !== K.TrueKeyword) yield at(node.expression, 'true')
  }
  if (is.isConditionalExpression(node)) {
    yield at(node.condition, 'false')
    yield at(node.condition, 'true')
  }
  if (is.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    const { kind } = operatorToken
    const other = comparisons.get(kind) ?? (isText(node) ? undefined : signs.get(kind))
    if (other) yield at(operatorToken, other)
    // One of two terms is forgotten.
    if (logical.has(kind)) {
      // Nobody tells undefined from null.
      if (right.kind !== K.NullKeyword) yield whole(textOf(left))
      yield whole(textOf(right))
    }
  }
  if (is.isPrefixUnaryExpression(node)) {
    if (node.operator === K.ExclamationToken || node.operator === K.MinusToken)
      yield whole(textOf(node.operand))
    if (node.operator === K.PlusPlusToken) yield whole(`--${textOf(node.operand)}`)
  }
  if (is.isPostfixUnaryExpression(node))
    yield whole(`${textOf(node.operand)}${node.operator === K.PlusPlusToken ? '--' : '++'}`)
  if (is.isNumericLiteral(node)) yield whole(otherNumber(textOf(node)))
  if (node.kind === K.TrueKeyword) yield whole('false')
  if (node.kind === K.FalseKeyword) yield whole('true')
  if (is.isExpressionStatement(node) || is.isContinueStatement(node) || is.isBreakStatement(node))
    yield whole(';')
  if (is.isSpreadAssignment(node) || is.isSpreadElement(node))
    if (!is.isCallExpression(node.parent)) yield at(node.expression, is.isSpreadElement(node) ? '[]' : '{}')
  if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    if (steps.has(name.text) && textOf(expression) !== 'sql') yield whole(textOf(expression))
    const twin = twins[name.text]
    if (twin) yield at(name, twin)
    // A bound is forgotten.
    if (textOf(expression) === 'Math')
      for (const one of node.arguments) if (node.arguments.length === 2) yield whole(textOf(one))
  }
  if (is.isForStatement(node) && node.condition) yield at(node.condition, 'false')
  if (isPiece(node) && isSql(node, textOf))
    for (const { at: offset, length, text } of sqlMistakes(textOf(node)))
      yield { start: from(node) + offset, end: from(node) + offset + length, text }
}

const isDead = (node: Node): boolean =>
  is.isTypeNode(node) ||
  is.isImportDeclaration(node) ||
  is.isInterfaceDeclaration(node) ||
  is.isTypeAliasDeclaration(node)

/** The line of an offset, from 1, and where it begins. */
function lineOf(text: string, offset: number): { line: number; begin: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, begin: before.lastIndexOf('\n') + 1 }
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** A mutant from the part of the text that it replaces. */
export function mutantOf(file: string, source: string, edit: Edit): Mutant {
  const { line, begin } = lineOf(source, edit.start)
  const lineEnd = source.indexOf('\n', edit.end)
  const rest = source.slice(edit.end, lineEnd < 0 ? source.length : lineEnd)
  const was = squeezed(source.slice(begin, edit.end) + rest)
  const became = squeezed(source.slice(begin, edit.start) + edit.text + rest)
  return { file, line, ...edit, was, became }
}

/** Every mutant of a file, in the order of its text. */
export function mutantsOf(file: string, parsed: SourceFile): Mutant[] {
  const edits = new Map<string, Edit>()
  const visit = (node: Node): void => {
    if (isDead(node)) return
    for (const edit of editsAt(node, parsed)) edits.set(`${edit.start} ${edit.end} ${edit.text}`, edit)
    node.forEachChild(visit)
  }
  visit(parsed)
  return [...edits.values()]
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(edit => mutantOf(file, parsed.text, edit))
}
