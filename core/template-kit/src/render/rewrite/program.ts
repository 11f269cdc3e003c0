import { maxDepth } from '../../base/bounds.ts'
import { helperOf, rewriteExpression, written, rewriteCall, type CallLike } from './expression.ts'
import {
  blockNode,
  inlineNode,
  numberNode,
  outputNode,
  programNode,
  callNode,
  contentNode,
  partialNode,
  pathNode,
  textNode,
} from './nodes.ts'
import { siteOf, placeOf, wrongAt, type Scope } from './scope.ts'
import { forbidden, whyForbidden } from '../../base/forbidden.ts'
import { helperNamed } from '../../helpers/index.ts'
import { meant } from '../../base/nearest.ts'
import { mark } from '../../base/site.ts'

type Content = hbs.AST.ContentStatement & { original: unknown }

/** Line breaks that Handlebars took from the beginning of a text, so that its first line is known. */
function strippedLines({ value, original }: Content): number {
  const whole = String(original)
  return whole.slice(0, Math.max(0, whole.indexOf(value))).split('\n').length - 1
}

/** Text of the author: each line with something on it says its place. */
function rewriteText(node: Content, scope: Scope): { node: hbs.AST.Statement; octets: number } {
  const place = placeOf(node, scope)
  const skipped = strippedLines(node)
  const lines = node.value.split('\n').map((line, at) => {
    const indent = line.search(/\S/)
    if (indent === -1) return line
    const row = skipped + at
    const column = (row === 0 ? place.column : 1) + indent
    const site = siteOf({ ...place, line: place.line + row, column }, scope)
    return `${mark.text}${site.toString(36)}${mark.end}${line}`
  })
  return { node: contentNode(lines.join('\n')), octets: Buffer.byteLength(node.value) }
}

/** `{{name}}` is a call if a helper has this name; `{{this.name}}` is a field. */
function isCall(node: CallLike, scope: Scope): boolean {
  if (node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0) return true
  const { type, parts, data, depth, original } = node.path as hbs.AST.PathExpression
  if (type !== 'PathExpression' || data || depth > 0 || parts.length !== 1) return false
  const [name] = parts
  return original === name && !scope.names.has(name) && helperNamed(name) !== undefined
}

/** `{{set "name" value}}` */
function rewriteSet(node: CallLike, scope: Scope): hbs.AST.Statement {
  helperOf(node, scope)
  const [name, value] = node.params as [hbs.AST.StringLiteral, hbs.AST.Expression]
  if (name.type !== 'StringLiteral' || !/^[A-Za-z_]\w{0,63}$/.test(name.value))
    throw wrongAt(name, scope, {
      code: 'SET_NAME',
      message: 'the name of a variable is a text of letters, digits and _',
      hint: 'Write {{set "port" value}}, and read it as {{port}}.',
    })
  if (forbidden.has(name.value)) throw wrongAt(name, scope, whyForbidden(name.value))
  if (scope.names.has(name.value))
    throw wrongAt(name, scope, {
      code: 'SET_NAME',
      message: `"${name.value}" is already the name of an item of the block around`,
      hint: 'Choose another name.',
    })
  const site = siteOf(placeOf(node, scope), scope, { name: name.value })
  return outputNode('$set', [textNode(name.value), rewriteExpression(value, scope), numberNode(site)])
}

/** `{{expression}}`: its output is marked as a value. */
function rewriteOutput(node: hbs.AST.MustacheStatement, scope: Scope): hbs.AST.Statement {
  if (!isCall(node, scope)) {
    const site = siteOf(placeOf(node, scope), scope, { name: written(node.path) })
    return outputNode('$out', [rewriteExpression(node.path, scope), numberNode(site)])
  }
  if (written(node.path) === 'set') return rewriteSet(node, scope)
  const call = rewriteCall(node, scope)
  const inner = scope.gathered.sites.at(-1)!
  const { name, mayBeEmpty } = inner
  const site = siteOf(placeOf(node, scope), scope, { name, mayBeEmpty })
  return outputNode('$out', [call, numberNode(site)])
}

/**
 * `{{> name}}`, with a context or named values. If it has a line for itself, what follows begins a new line,
 * also if the text of the block has no line break at its end.
 */
function rewriteInclude(node: hbs.AST.PartialStatement, scope: Scope, ownLine: boolean): hbs.AST.Statement[] {
  const name = String((node.name as hbs.AST.PathExpression).original)
  if (node.name.type === 'SubExpression')
    throw wrongAt(node, scope, {
      code: 'BLOCK_NAME',
      message: 'a block is included by its name, not by an expression',
      hint: 'Write {{#if …}}{{> one}}{{else}}{{> other}}{{/if}}.',
    })
  if (!scope.gathered.blocks.has(name))
    throw wrongAt(node, scope, {
      code: 'BLOCK_UNKNOWN',
      message: `there is no block "${name}"`,
      hint: `${meant(name, scope.gathered.blocks)}Add it to the blocks of this template.`,
    })
  const site = numberNode(siteOf(placeOf(node, scope), scope, { name: `> ${name}` }))
  const around = outputNode('$enter', [site])
  const after = [outputNode('$leave', []), ...(ownLine ? [contentNode('\n')] : [])]
  const pairs = node.hash?.pairs ?? []
  const base = node.params[0]
    ? rewriteExpression(node.params[0], scope)
    : callNode('$up', [pathNode([]), site])
  if (node.params.length > 1)
    throw wrongAt(node, scope, {
      code: 'BLOCK_ARGUMENTS',
      message: 'a block takes one context',
      hint: `Write {{> ${name} port=1 vlan=2}}.`,
    })
  if (!node.params[0] && pairs.length === 0) return [around, partialNode(name, null), ...after]
  const given = pairs.flatMap(pair => [textNode(pair.key), rewriteExpression(pair.value, scope)])
  return [around, partialNode(name, callNode('$context', [base, ...given, site])), ...after]
}

/** `{{#*inline "name"}}`. Other decorators do not exist here. */
function inlineName(node: hbs.AST.DecoratorBlock, scope: Scope): string {
  const [name] = node.params as hbs.AST.StringLiteral[]
  if (node.path.original === 'inline' && name?.type === 'StringLiteral') {
    if (/^[A-Za-z]\w{0,63}$/.test(name.value) && !forbidden.has(name.value)) return name.value
    throw wrongAt(name, scope, {
      code: 'BLOCK_NAME',
      message: `"${name.value.slice(0, 40)}" is no name of a block`,
      hint: 'Use letters, digits and _.',
    })
  }
  throw wrongAt(node, scope, {
    code: 'DECORATOR',
    message: `{{#*${node.path.original}}} is not known`,
    hint: 'A block in the text is {{#*inline "name"}} … {{/inline}}.',
  })
}

type Statement = hbs.AST.Statement

const blockHint = 'Blocks are {{#if}}, {{#unless}}, {{#each}} and {{#with}}.'

/** `{{#if …}} … {{else}} … {{/if}}` */
function rewriteBlock(node: hbs.AST.BlockStatement, scope: Scope, level: number): Statement {
  const name = written(node.path)
  const helper = helperOf(node, scope)
  if (helper.group !== 'block' || helper.name === 'set')
    throw wrongAt(node, scope, {
      code: 'HELPER_KIND',
      message: `"${name}" makes no block`,
      hint: `${blockHint} A condition is {{#if (${name} …)}}.`,
    })
  const own = name === 'each' || name === 'with'
  const site = siteOf(placeOf(node, scope), scope, { name: `#${name}` })
  const params = node.params.map(param => rewriteExpression(param, scope, { soft: !own }))
  const program = node.program as hbs.AST.Program | undefined
  const named = program?.blockParams ?? []
  if (!own && named.length > 0)
    throw wrongAt(node, scope, {
      code: 'HELPER_ARGUMENTS',
      message: `{{#${name}}} has no items to name`,
      hint: 'Only {{#each list as |item index|}} and {{#with value as |name|}} have.',
    })
  const inside = {
    ...scope,
    names: named.length > 0 ? new Set([...scope.names, ...named]) : scope.names,
    contexts: scope.contexts + (own ? 1 : 0),
  }
  return blockNode(
    name,
    [...params, numberNode(site)],
    program && rewriteProgram(program, inside, level + 1, named),
    // The branches of {{else if}} are nested in the tree, but not for their author.
    node.inverse && rewriteProgram(node.inverse, scope, isChain(node.inverse) ? level : level + 1),
  )
}

/** An include has a line for itself, so that the parser took the line break after it. */
const endsLine = (next: Statement | undefined): boolean =>
  next?.type === 'ContentStatement' && /^[ \t]*\n/.test(String((next as hbs.AST.ContentStatement).original))

const isChain = (program: hbs.AST.Program) => 'chained' in program && program.chained === true

function rewriteStatement(node: Statement, scope: Scope, level: number): Statement[] {
  switch (node.type) {
    case 'CommentStatement':
      return []
    case 'MustacheStatement':
      return [rewriteOutput(node as hbs.AST.MustacheStatement, scope)]
    case 'BlockStatement':
      return [rewriteBlock(node as hbs.AST.BlockStatement, scope, level)]
    case 'DecoratorBlock': {
      const block = node as hbs.AST.DecoratorBlock
      const inside = { ...scope, names: new Set<string>(), contexts: 0 }
      return [inlineNode(inlineName(block, scope), rewriteProgram(block.program, inside, level + 1))]
    }
    case 'PartialBlockStatement':
      throw wrongAt(node, scope, {
        code: 'SYNTAX',
        message: 'a block is included without a body',
        hint: 'Write {{> name}}.',
      })
    default:
      throw wrongAt(node, scope, {
        code: 'DECORATOR',
        message: `${node.type} is not known`,
        hint: 'A block in the text is {{#*inline "name"}} … {{/inline}}.',
      })
  }
}

/**
 * A list of statements. It begins by telling the limits that it runs, and how many octets of text it has.
 * @throws Refused
 */
export function rewriteProgram(
  program: hbs.AST.Program,
  scope: Scope,
  level = 0,
  blockParams?: string[],
): hbs.AST.Program {
  const [first] = program.body
  if (level > maxDepth && first)
    throw wrongAt(first, scope, {
      code: 'DEPTH_LIMIT',
      message: `more than ${maxDepth} blocks inside of each other`,
      hint: 'Put a part into a block of its own: {{> name}}.',
    })
  const place = first ? placeOf(first, scope) : { where: scope.where, line: 1, column: 1 }
  const site = siteOf(place, scope)
  let octets = 0
  const body = program.body.flatMap((node, at) => {
    if (node.type === 'PartialStatement')
      return rewriteInclude(node as hbs.AST.PartialStatement, scope, endsLine(program.body[at + 1]))
    if (node.type !== 'ContentStatement') return rewriteStatement(node, scope, level)
    const text = rewriteText(node as hbs.AST.ContentStatement, scope)
    octets += text.octets
    return [text.node]
  })
  scope.gathered.sites[site]!.octets = octets
  return programNode([outputNode('$at', [numberNode(site)]), ...body], blockParams)
}
