/** Nodes of Handlebars, made by us. They have no place: sites have it. */
type Expression = hbs.AST.Expression

const loc = undefined as unknown as hbs.AST.SourceLocation
const noStrip = { open: false, close: false }

/** A reference as Handlebars resolves it: a context, a block parameter or private data. */
export const pathNode = (
  parts: string[],
  { depth = 0, data = false }: { depth?: number; data?: boolean } = {},
): hbs.AST.PathExpression => ({
  type: 'PathExpression',
  data,
  depth,
  parts,
  // Handlebars takes a name with `this` at its end for the context; parts alone decide here.
  original: parts.length === 0 ? 'this' : '$',
  loc,
})

export const textNode = (value: string): hbs.AST.StringLiteral => ({
  type: 'StringLiteral',
  value,
  original: value,
  loc,
})

export const numberNode = (value: number): hbs.AST.NumberLiteral => ({
  type: 'NumberLiteral',
  value,
  original: value,
  loc,
})

/** A call of a helper. Names with `$` are ours: no author can call them. */
export const callNode = (name: string, params: Expression[]): hbs.AST.SubExpression => ({
  type: 'SubExpression',
  path: { ...pathNode([name]), original: name },
  params,
  hash: undefined as unknown as hbs.AST.Hash,
  loc,
})

export const outputNode = (name: string, params: Expression[]): hbs.AST.MustacheStatement => ({
  ...callNode(name, params),
  type: 'MustacheStatement',
  escaped: false,
  strip: noStrip,
})

export const contentNode = (value: string): hbs.AST.Statement & { value: string } => ({
  type: 'ContentStatement',
  value,
  loc,
})

export const blockNode = (
  name: string,
  params: Expression[],
  program: hbs.AST.Program | undefined,
  inverse: hbs.AST.Program | undefined,
): hbs.AST.BlockStatement =>
  ({
    type: 'BlockStatement',
    path: { ...pathNode([name]), original: name },
    params,
    hash: undefined,
    program,
    inverse,
    openStrip: noStrip,
    inverseStrip: noStrip,
    closeStrip: noStrip,
    loc,
  }) as unknown as hbs.AST.BlockStatement

export const partialNode = (name: string, context: Expression | null): hbs.AST.PartialStatement => ({
  type: 'PartialStatement',
  name: { ...pathNode([name]), original: name },
  params: context ? [context] : [],
  hash: undefined as unknown as hbs.AST.Hash,
  indent: '',
  strip: noStrip,
  loc,
})

export const inlineNode = (name: string, program: hbs.AST.Program): hbs.AST.Statement =>
  ({
    ...blockNode('inline', [textNode(name)], program, undefined),
    type: 'DecoratorBlock',
  }) as unknown as hbs.AST.Statement

export const programNode = (body: hbs.AST.Statement[], blockParams?: string[]): hbs.AST.Program =>
  ({ type: 'Program', body, blockParams, strip: {}, loc }) as unknown as hbs.AST.Program
