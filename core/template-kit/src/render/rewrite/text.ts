import { mark } from '../../base/site.ts'
import { contentNode } from './nodes.ts'
import { placeOf, siteOf, type Scope } from './scope.ts'

type Content = hbs.AST.ContentStatement & { original: unknown }

/** Line breaks that Handlebars took from the beginning of a text, so that its first line is known. */
function strippedLines({ value, original }: Content): number {
  const whole = String(original)
  return whole.slice(0, Math.max(0, whole.indexOf(value))).split('\n').length - 1
}

/** Text of the author: each line with something on it says its place. */
export function rewriteText(node: Content, scope: Scope): { node: hbs.AST.Statement; octets: number } {
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
