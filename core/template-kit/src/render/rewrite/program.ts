import { maxDepth } from '../../base/bounds.ts'
import { helperOf, rewriteExpression, written } from './expression.ts'
import { blockNode, inlineNode, numberNode, outputNode, programNode } from './nodes.ts'
import { siteOf, placeOf, wrongAt, type Scope } from './scope.ts'
import { inlineName, rewriteInclude, rewriteOutput } from './statement.ts'
import { rewriteText } from './text.ts'

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
