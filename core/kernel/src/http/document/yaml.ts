import { setImmediate as others } from 'node:timers/promises'
import { stringify } from 'yaml'

const options = { aliasDuplicateObjects: false, lineWidth: 0 } as const
type Members = Readonly<Record<string, unknown>>

const isLarge = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 20

/** Lines of one member, `depth` levels below the top. */
async function* linesOf(name: string, value: unknown, depth: number): AsyncGenerator<string> {
  const pad = '  '.repeat(depth)
  if (!isLarge(value) && !(depth === 0 && name === 'components')) {
    await others()
    const text = stringify({ [name]: value }, options)
    yield depth === 0 ? text : text.replace(/^(?=.)/gm, pad)
    return
  }
  yield `${pad}${stringify({ [name]: null }, options).replace(/ null\n$/, '\n')}`
  for (const [key, member] of Object.entries(value as Members)) yield* linesOf(key, member, depth + 1)
}

/**
 * The document as YAML. It is written in pieces, between which the process does other work: a document of a
 * megabyte takes a second.
 */
export async function yamlOf(document: object): Promise<string> {
  const parts: string[] = []
  for (const [name, value] of Object.entries(document))
    for await (const part of linesOf(name, value, 0)) parts.push(part)
  return parts.join('')
}
