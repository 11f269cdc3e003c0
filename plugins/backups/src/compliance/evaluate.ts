import { compilePattern } from '@linecard/template-kit'
import { rest, slice } from '@linecard/driver-kit'
import type { RE2JS } from 're2js'
import { indentsOf, sectionEnd } from '../lines/lines.ts'
import type { Condition, Demand, Each, Rule } from './rule.ts'

/** Findings of one rule about one device that are kept. There are as many as ports. */
export const mostFindings = 50
/** Characters of a line in a finding. */
const mostShown = 300
/** Lines that one rule holds against its patterns for one device: some seconds, in slices. */
const mostTests = 2_000_000

/** A demand that a configuration does not fulfil. */
export interface Finding {
  /** What the rule says of it, or what it demands. */
  expected: string
  /** Number of the line that is wrong, or of the head of the section that lacks something; null: none. */
  line: number | null
  /** That line; null: there is none. */
  found: string | null
  /** Head of the section; null: the whole configuration. */
  section: string | null
}

export interface Evaluated {
  findings: Finding[]
  /** Also those that are not kept. */
  count: number
}

/** What one rule may still do for one device. */
interface Budget {
  tests: number
}
const spend = (budget: Budget): boolean => budget.tests-- > 0
const undecided: Finding = {
  expected: 'not decided: the configuration is too long, or the sections of the rule are too many',
  line: null,
  found: null,
  section: null,
}

/** Patterns were checked when the rule was read. */
function patternFor(source: string) {
  const compiled = compilePattern(source)
  if (!compiled.ok) throw new Error(`a pattern of a rule is wrong: ${compiled.problem}`)
  return compiled.pattern
}

const equal = (text: string, value: string | number | boolean): boolean =>
  typeof value === 'number' ? text.trim() !== '' && Number(text) === value : text === String(value)
const number = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

/** Whether a captured text is what it must be. A text that is no number is neither large nor small. */
export function fulfils(
  text: string,
  { at_least, at_most, is, is_not, in: within, not_in }: Condition,
): boolean {
  return (
    (at_least === undefined || number(text) >= at_least) &&
    (at_most === undefined || number(text) <= at_most) &&
    (is === undefined || equal(text, is)) &&
    (is_not === undefined || !equal(text, is_not)) &&
    (within === undefined || within.some(value => equal(text, value))) &&
    (not_in === undefined || !not_in.some(value => equal(text, value)))
  )
}

type Fit = 'no' | 'pattern' | 'whole'
/** Makes the test of one demand: whether a line fits its pattern, and its conditions too. */
function fitOf({ pattern, where }: Demand): (line: string) => Fit {
  const re = patternFor(pattern)
  const conditions = Object.entries(where ?? {})
  return line => {
    if (!re.test(line)) return 'no'
    if (conditions.length === 0) return 'whole'
    const matcher = re.matcher(line)
    // A line may fit several times: `vlan 10 vlan 20`.
    while (matcher.find())
      if (conditions.every(([name, condition]) => fulfils(matcher.group(name) ?? '', condition)))
        return 'whole'
    return 'pattern'
  }
}

const wordsOf = ({ pattern, where }: Demand): string =>
  where === undefined ? pattern : `${pattern} with ${JSON.stringify(where)}`
const shown = (line: string) => line.slice(0, mostShown)

interface Part {
  lines: readonly string[]
  from: number
  to: number
  head: number | null
}

async function has({ lines, from, to }: Part, pattern: RE2JS): Promise<boolean> {
  const own = slice()
  for (let at = from; at < to; at++) {
    if (pattern.test(lines[at]!)) return true
    if (own.over()) await rest()
  }
  return false
}

/** Holds demands against a part of a configuration, in slices. */
async function check(
  part: Part,
  { must = [], must_not: mustNot = [] }: Pick<Each, 'must' | 'must_not'>,
  add: (finding: Finding) => void,
  budget: Budget,
): Promise<void> {
  const { lines, from, to, head } = part
  const own = slice()
  const section = head === null ? null : shown(lines[head]!)
  for (const demand of must) {
    const fits = fitOf(demand)
    let almost: number | null = null
    let found = false
    for (let at = from; at < to && !found && spend(budget); at++) {
      const fit = fits(lines[at]!)
      found = fit === 'whole'
      if (fit === 'pattern') almost ??= at
      if (own.over()) await rest()
    }
    if (found || budget.tests < 0) continue
    const line = almost ?? head
    add({
      expected: demand.message ?? `there must be: ${wordsOf(demand)}`,
      line: line === null ? null : line + 1,
      found: almost === null ? null : shown(lines[almost]!),
      section,
    })
  }
  for (const demand of mustNot) {
    const fits = fitOf(demand)
    for (let at = from; at < to && spend(budget); at++) {
      if (fits(lines[at]!) === 'whole')
        add({
          expected: demand.message ?? `there must not be: ${wordsOf(demand)}`,
          line: at + 1,
          found: shown(lines[at]!),
          section,
        })
      if (own.over()) await rest()
    }
  }
}

/**
 * Holds a rule against the lines of a configuration. The lines have no secrets, so no finding has one. `cut`:
 * these are not all lines; then what is missing may be in the rest, and nothing is passed.
 */
export async function evaluate(rule: Rule, lines: readonly string[], cut = false): Promise<Evaluated> {
  const findings: Finding[] = []
  let count = 0
  const add = (finding: Finding) => {
    count++
    if (findings.length < mostFindings) findings.push(finding)
  }
  const budget: Budget = { tests: mostTests }
  await check({ lines, from: 0, to: lines.length, head: null }, rule, add, budget)
  const own = slice()
  const indents = rule.must_each ? await indentsOf(lines) : []
  for (const each of rule.must_each ?? []) {
    const section = patternFor(each.section)
    const needed = each.with === undefined ? null : patternFor(each.with)
    const unwanted = each.without === undefined ? null : patternFor(each.without)
    for (let at = 0; at < lines.length && spend(budget); at++) {
      if (own.over()) await rest()
      if (!section.test(lines[at]!)) continue
      const to = sectionEnd(lines, indents, at)
      budget.tests -= to - at
      if (budget.tests < 0) break
      const part = { lines, from: at + 1, to, head: at }
      if (needed && !(await has(part, needed))) continue
      if (unwanted && (await has(part, unwanted))) continue
      await check(part, each, add, budget)
    }
  }
  if (cut || budget.tests < 0) add(undecided)
  return { findings, count }
}
