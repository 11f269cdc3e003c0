/** One `{{set "name" value}}`. */
export interface SetCall {
  name: string
  where: string
  node: hbs.AST.Node
}

/** The name that a statement sets; null: it sets nothing. */
export function nameSet(node: hbs.AST.MustacheStatement): string | null {
  const [name] = node.params
  if ((node.path as hbs.AST.PathExpression).original !== 'set' || name?.type !== 'StringLiteral') return null
  return (name as hbs.AST.StringLiteral).value
}

/** All that a text sets. */
export function setsOf(program: hbs.AST.Program, where: string): SetCall[] {
  return program.body.flatMap(node => {
    if (node.type === 'MustacheStatement') {
      const name = nameSet(node as hbs.AST.MustacheStatement)
      return name === null ? [] : [{ name, where, node }]
    }
    const { program: inner, inverse } = node as Partial<hbs.AST.BlockStatement>
    return [inner, inverse].flatMap(each => (each ? setsOf(each, where) : []))
  })
}
