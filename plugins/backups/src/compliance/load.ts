import { open, readdir } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { rest } from '@linecard/driver-kit'
import {
  mostFiles,
  mostOctets,
  mostRules,
  type PlacedRule,
  type RuleProblem,
  RuleSchema,
  type Rule,
  type Demand,
} from './rule.ts'
import { compilePattern, nearest } from '@linecard/template-kit'
import { Compile } from 'typebox/compile'
import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import { writtenOut } from './shorthand.ts'

/** A pattern of a rule: where it stands, and the captures that its conditions name. */
interface PlacedPattern {
  path: readonly (string | number)[]
  pattern: string
  captures: readonly string[]
}

const ofDemands = (base: PlacedPattern['path'], demands: readonly Demand[] = []): PlacedPattern[] =>
  demands.map(({ pattern, where = {} }, at) => ({
    path: [...base, at, 'pattern'],
    pattern,
    captures: Object.keys(where),
  }))

/** All patterns of a rule. */
function patternsOf(rule: Rule): PlacedPattern[] {
  const plain = (path: PlacedPattern['path'], pattern: string | undefined): PlacedPattern[] =>
    pattern === undefined ? [] : [{ path, pattern, captures: [] }]
  return [
    ...plain(['for', 'model'], rule.for?.model),
    ...ofDemands(['must'], rule.must),
    ...ofDemands(['must_not'], rule.must_not),
    ...(rule.must_each ?? []).flatMap((each, at) => [
      ...plain(['must_each', at, 'section'], each.section),
      ...plain(['must_each', at, 'with'], each.with),
      ...plain(['must_each', at, 'without'], each.without),
      ...ofDemands(['must_each', at, 'must'], each.must),
      ...ofDemands(['must_each', at, 'must_not'], each.must_not),
    ]),
  ]
}

const checker = Compile(RuleSchema)
const known = Object.keys(RuleSchema.properties).concat(
  ['pattern', 'where', 'message', 'section', 'with', 'without', 'driver', 'model', 'group', 'type'],
  ['at_least', 'at_most', 'is', 'is_not', 'in', 'not_in', 'device', 'reason', 'until'],
)

type Path = readonly (string | number)[]
interface Place {
  line: number
  column: number
}

/** The place of a part of the file; of the next one around it where a short form has no such part. */
function placeOf(doc: Document, counter: LineCounter, path: Path): Place {
  for (let length = path.length; length >= 0; length--) {
    const node = doc.getIn(path.slice(0, length), true)
    if (!isNode(node) || !node.range) continue
    const { line, col } = counter.linePos(node.range[0])
    return { line, column: col }
  }
  return { line: 1, column: 1 }
}

const partsOf = (pointer: string): string[] => pointer.split('/').slice(1)

/** The most telling mistake of a rule. Null: it has none. */
function mistakeOf(rule: unknown): { path: string[]; message: string; hint: string } | null {
  const errors = checker.Errors(rule)
  const first = errors.find(({ keyword }) => keyword !== 'boolean' && keyword !== 'anyOf')
  if (!first)
    return errors[0] ? { path: partsOf(errors[0].instancePath), message: errors[0].message, hint: '' } : null
  const path = partsOf(first.instancePath)
  if (first.keyword !== 'additionalProperties') {
    const at = path.at(-1)
    return {
      path,
      message: `${at === undefined ? 'the rule' : `"${at}"`} ${first.message}`,
      hint: hintFor(path),
    }
  }
  const [name = ''] = (first.params as { additionalProperties: string[] }).additionalProperties
  const near = nearest(name, known)
  return {
    path: [...path, name],
    message: `"${name.slice(0, 60)}" is no part of ${path.length === 0 ? 'a rule' : `"${path.at(-1)}"`}`,
    hint: near === null ? 'Take it out; docs/backup-tool.md lists the parts.' : `Did you mean "${near}"?`,
  }
}

function hintFor(path: readonly string[]): string {
  if (path.at(-1) === 'until') return 'Write a day such as 2027-01-31.'
  if (path.at(-1) === 'id') return 'Small letters, digits, - and _, a letter first.'
  return 'docs/backup-tool.md has a rule with all parts.'
}

/** A pattern of the rule that cannot be used, or a rule that demands nothing. */
function patternMistake(rule: Rule): { path: Path; message: string; hint: string } | null {
  if (!rule.must && !rule.must_not && !rule.must_each)
    return { path: [], message: 'the rule demands nothing', hint: 'Give it must, must_not or must_each.' }
  for (const { path, pattern, captures } of patternsOf(rule)) {
    const compiled = compilePattern(pattern)
    if (!compiled.ok)
      return { path, message: `${compiled.problem} (character ${compiled.column})`, hint: compiled.hint }
    const names = Object.keys(compiled.pattern.namedGroups())
    const missing = captures.find(name => !names.includes(name))
    if (missing !== undefined)
      return {
        path,
        message: `the pattern captures nothing named "${missing}"`,
        hint: `Name a part of the pattern: (?P<${missing}>…).`,
      }
  }
  return null
}

/** The rules of one file. A wrong rule is a problem and the others of the file are used. */
export function parseRules(file: string, text: string): { rules: PlacedRule[]; problems: RuleProblem[] } {
  const counter = new LineCounter()
  const problem = (place: Place, rule: string | null, message: string, hint: string): RuleProblem => ({
    file,
    ...place,
    rule,
    message: message.slice(0, 300),
    hint,
  })
  const whole = (place: Place, message: string, hint: string) => ({
    rules: [],
    problems: [problem(place, null, message, hint)],
  })
  const start = { line: 1, column: 1 }
  let doc: Document
  let content: unknown
  try {
    doc = parseDocument(text, { lineCounter: counter, schema: 'core', merge: false, prettyErrors: false })
    const [error] = doc.errors
    if (error) {
      const { line, col } = counter.linePos(error.pos[0])
      return whole({ line, column: col }, error.message, 'The file is no YAML; nothing of it is used.')
    }
    // An alias can blow a small file up to any size, so there are none.
    content = doc.toJS({ maxAliasCount: 0 })
  } catch (error) {
    const deep = error instanceof RangeError
    const message = deep ? 'the file is nested too deeply' : String((error as Error).message)
    return whole(start, message, 'Write rules without anchors and aliases (& and *).')
  }
  if (content === null || content === undefined) return { rules: [], problems: [] }
  const isList = Array.isArray(content)
  const given = isList ? (content as unknown[]) : [content]
  const rules: PlacedRule[] = []
  const problems: RuleProblem[] = []
  for (const [at, one] of given.slice(0, mostRules).entries()) {
    const base = isList ? [at] : []
    const own = (one as { id?: unknown } | null)?.id
    const name = typeof own === 'string' ? own.slice(0, 64) : null
    const rule = writtenOut(one)
    const mistake = mistakeOf(rule) ?? patternMistake(rule as Rule)
    if (mistake)
      problems.push(
        problem(
          placeOf(doc, counter, [...base, ...numbered(mistake.path)]),
          name,
          mistake.message,
          mistake.hint,
        ),
      )
    else rules.push({ rule: rule as Rule, file, line: placeOf(doc, counter, base).line })
  }
  if (given.length > mostRules)
    problems.push(problem(start, null, `more than ${mostRules} rules`, 'Only the first ones are used.'))
  return { rules, problems }
}

/** Places in lists are numbers for YAML. */
const numbered = (path: Path): Path => path.map(part => (/^\d+$/.test(String(part)) ? Number(part) : part))

export interface LoadedRules {
  rules: PlacedRule[]
  problems: RuleProblem[]
  /** Of all files that were read: the same rules have the same. Null: the folder could not be read. */
  hash: string | null
}

/** The beginning of a file. A device or pipe with this name is not read. */
async function textOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is no file')
    const buffer = Buffer.alloc(mostOctets + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Reads the rules of a folder, by the names of its files. What is wrong disables itself only. */
export async function loadRules(folder: string): Promise<LoadedRules> {
  const rules: PlacedRule[] = []
  const problems: RuleProblem[] = []
  const hash = createHash('sha256')
  const add = (
    file: string,
    message: string,
    hint: string,
    { line = 1, rule = null as string | null } = {},
  ) => problems.push({ file, line, column: 1, rule, message, hint })
  let names: string[]
  try {
    names = (await readdir(folder)).filter(name => /\.ya?ml$/i.test(name) && !name.startsWith('.')).toSorted()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    add('', `the folder cannot be read: ${code}`, 'See the setting backups.compliance_folder.')
    return { rules, problems, hash: null }
  }
  if (names.length > mostFiles) add('', `more than ${mostFiles} files`, 'Only the first ones are read.')
  const ids = new Map<string, string>()
  for (const name of names.slice(0, mostFiles)) {
    await rest()
    try {
      const text = await textOf(join(folder, name))
      hash.update(`${name}\0`).update(text)
      if (text.length > mostOctets) {
        add(name, `the file has more than ${mostOctets} octets`, 'Split it into several files.')
        continue
      }
      const parsed = parseRules(name, text.toString('utf8'))
      problems.push(...parsed.problems)
      for (const placed of parsed.rules) {
        const { id } = placed.rule
        const other = ids.get(id)
        const place = { line: placed.line, rule: id }
        if (other !== undefined)
          add(name, `"${id}" is a rule of ${other} already`, 'Give it another id.', place)
        else if (rules.length >= mostRules)
          add(name, `more than ${mostRules} rules`, 'It is not used.', place)
        else rules.push(placed)
        if (other === undefined) ids.set(id, name)
      }
    } catch (error) {
      add(name, `the file cannot be read: ${(error as Error).message}`, 'Look at its rights.')
    }
  }
  return { rules, problems: problems.slice(0, mostRules), hash: hash.digest('hex') }
}
