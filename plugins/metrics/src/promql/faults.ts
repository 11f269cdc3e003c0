import type { RuleFault } from '@linecard/plugin-kit'
import { parser } from '@prometheus-io/lezer-promql'
import { unbalanced, type Unbalanced } from './brackets.ts'

/** Brackets in brackets: the grammar needs half a second for a thousand of them. */
const maxDepth = 50

/** Without the recovery that an editor wants: it ends at the first mistake. */
const strict = parser.configure({ strict: true })

type What = [code: string, message: string, hint: string]

const ofBrackets: Readonly<Record<Unbalanced['kind'], (text: string) => What>> = {
  unclosed: text => ['PROMQL_UNCLOSED', `"${text}" is never closed`, 'Add the bracket that closes it'],
  unopened: text => ['PROMQL_UNOPENED', `"${text}" closes nothing`, 'Remove it, or open it before'],
  quote: text => ['PROMQL_QUOTE', `the text after ${text} does not end`, 'Add the same quote at its end'],
  deep: () => [
    'PROMQL_DEEP',
    `brackets are deeper than ${maxDepth}`,
    'Make parts of it recording rules, and name these',
  ],
}

const fault = (text: string, at: number, [code, message, hint]: What): RuleFault => {
  const before = text.slice(0, at).split('\n')
  const place = { line: before.length, column: before.at(-1)!.length + 1 }
  return {
    path: 'promql',
    message: `line ${place.line}, column ${place.column}: ${message}`,
    code,
    hint,
    ...place,
  }
}

/** What is wrong at the place at which the grammar gave up. */
function atPlace(text: string, at: number): { at: number; what: What } {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  if (after.trim() === '')
    return { at, what: ['PROMQL_END', 'it ends too early', 'Add what is missing at its end'] }
  const name = /([A-Za-z_:][\w:]*)\s*$/.exec(before)
  if (name && after.startsWith('(')) {
    const hint = 'Functions are those of PromQL; look for a misspelled name'
    return { at: name.index, what: ['PROMQL_FUNCTION', `there is no function "${name[1]}"`, hint] }
  }
  if (/[{,]\s*[\w.]+\s*(=~|!~|!=|=)\s*$/.test(before))
    return { at, what: ['PROMQL_LABEL', 'the value of a label has no quotes', 'Write {type="ETH"}'] }
  if (/\[[^\]]*$/.test(before))
    return { at, what: ['PROMQL_DURATION', 'this is no time', 'Write a window as [5m] or [1h30m]'] }
  const found = JSON.stringify(after.trim().split(/\s/)[0]!.slice(0, 30))
  const hint = 'Look for a missing operator, comma or bracket before it'
  return { at, what: ['PROMQL_SYNTAX', `${found} cannot stand here`, hint] }
}

/** Results that no rule can compare series by. */
const noSeries: Readonly<Record<string, string>> = {
  StringLiteral: 'a text',
  NumberDurationLiteral: 'a number',
  MatrixSelector: 'a window of values',
  SubqueryExpr: 'a window of values',
}

function resultFault(text: string): RuleFault[] {
  let node = strict.parse(text).topNode.firstChild
  while (node && ['LineComment', 'ParenExpr'].includes(node.name))
    node = node.name === 'ParenExpr' ? node.firstChild : node.nextSibling
  const what = node && noSeries[node.name]
  if (!what) return []
  const hint = 'Compare series with a number: avg_over_time(linecard_device_cpu_ratio[5m]) > 0.9'
  return [fault(text, node!.from, ['PROMQL_RESULT', `it gives ${what} and no series`, hint])]
}

/**
 * What is wrong with an expression by the grammar of Prometheus, with its place; empty: nothing. Types of
 * arguments and functions that are newer than the store are left to it. Milliseconds for the longest rule.
 */
export function promqlFaultsOf(text: string): RuleFault[] {
  if (text.replaceAll(/#[^\n]*/g, '').trim() === '')
    return [fault(text, 0, ['PROMQL_EMPTY', 'there is no expression', 'Write one, such as up == 0'])]
  const bracket = unbalanced(text, maxDepth)
  if (bracket) return [fault(text, bracket.at, ofBrackets[bracket.kind](bracket.text))]
  try {
    return resultFault(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { at, what } = atPlace(text, Number(/\d+$/.exec(error.message)?.[0] ?? 0))
    return [fault(text, at, what)]
  }
}
