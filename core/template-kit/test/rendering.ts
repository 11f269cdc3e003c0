import { TemplateError, type Renderer, type Variables } from '../src/index.ts'

/** The lines of a template. */
export async function linesOf(
  renderer: Renderer,
  text: string,
  variables: Variables = {},
  blocks: Record<string, string> = {},
): Promise<string[]> {
  const { lines } = await renderer.render({ text, blocks }, variables)
  return lines.map(line => line.text)
}

/** The mistake that ends a render: `CODE where:line:column message | hint`. */
export async function refusalOf(
  renderer: Renderer,
  text: string,
  variables: Variables = {},
  blocks: Record<string, string> = {},
): Promise<string> {
  try {
    const { lines } = await renderer.render({ text, blocks }, variables)
    return `rendered: ${JSON.stringify(lines.map(line => line.text))}`
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const { code, where, line, column, message, hint } = error.finding
    return `${code} ${where}:${line}:${column} ${message} | ${hint}`
  }
}
