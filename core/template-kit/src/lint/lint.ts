import type { Finding } from '../contract/finding.ts'
import type { Linted } from '../contract/template.ts'
import type { VariableSchema } from '../expressions/schema.ts'
import { isRefused } from '../base/refused.ts'
import { parseText } from '../render/parse.ts'
import { checkBlocks } from './blocks.ts'
import { checkBraces } from './braces.ts'
import { checkConstructs } from './constructs.ts'
import { checkParameters, parameterReads } from './parameters.ts'
import { schemaWith } from './schema.ts'
import { gather, type Say } from './say.ts'
import { checkText } from './text.ts'
import { tokensOf } from './tokens.ts'
import type { Template } from './state.ts'
import { createWalk } from './walk.ts'

/** The tree of a text; null: it cannot be parsed, and a finding says why. */
function parsed(text: string, where: string, constructs: boolean, say: Say, add: (finding: Finding) => void) {
  const tokens = tokensOf(text)
  const plain = checkText(text, tokens, say)
  const braces = checkBraces(tokens, say)
  const blocks = !braces && checkBlocks(tokens, say)
  if (constructs && !braces) checkConstructs(text, tokens, say)
  if (braces || blocks) return null
  try {
    return parseText(text, where)
  } catch (error) {
    if (!isRefused(error)) throw error
    // The author has to correct the text first; the parser would only stumble over it.
    if (!plain) add(error.finding)
    return null
  }
}

const order = (left: Finding, right: Finding) => left.line - right.line || left.column - right.column

/** Mistakes of a template and its parameters. Never throws for what an author wrote. */
export function lintTemplate({ parts, blocks, parameters, constructs, ...rest }: Linted): Finding[] {
  const variables = rest.variables as VariableSchema
  const findings: Finding[] = []
  const sayAt = gather(findings)
  const texts = [
    ...Object.entries(parts).map(([where, text]) => ({ where, text, block: null })),
    ...Object.entries(blocks).map(([name, text]) => ({ where: `block:${name}`, text, block: name })),
  ]
  let broken = false
  const templates: Template[] = texts.map(({ where, text, block }) => {
    const before = findings.length
    const program = parsed(text, where, constructs, sayAt(where), finding => findings.push(finding))
    broken ||= findings.slice(before).some(({ severity }) => severity === 'error')
    return { where, block, program }
  })
  const root = schemaWith(variables, parameters)
  const read = createWalk({ templates, root, parameters, sayAt, broken })
  checkParameters(parameters, variables, root, sayAt)
  const used = new Set([...read.params, ...parameterReads(parameters)])
  // A text that is wrong may mean to read anything.
  if (!broken && !read.allParams)
    for (const { key, name } of parameters)
      if (!used.has(key))
        sayAt(`parameter:${key}`)(
          'PARAMETER_UNUSED',
          { line: 1, column: 1 },
          `"${name}" is filled in, and nothing reads \`params.${key}\``,
          'Use it in the template, or delete the parameter.',
          'warning',
        )
  const places = [...texts.map(({ where }) => where), ...parameters.map(({ key }) => `parameter:${key}`)]
  return findings.toSorted(
    (left, right) => places.indexOf(left.where) - places.indexOf(right.where) || order(left, right),
  )
}
