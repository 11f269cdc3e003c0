import { CommandError, type CommandTools } from '@linecard/plugin-kit'
import type { Preview } from '../control/preview.ts'
import { findingLine } from './findings.ts'
import { readTemplates } from './folders.ts'
import type { CommandKind } from './kind.ts'

/** An option that is a JSON object; absent: an empty one. @throws CommandError */
export function jsonOf(text: unknown, what: string): Record<string, unknown> {
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(String(text))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new CommandError(`${what} must be a JSON object, e.g. {"vlan":"301"}`)
}

/** Options of every preview. */
export const previewOptions = { '--params <json>': 'what a person would fill in, e.g. {"vlan":"301"}' }

type Options = Readonly<Record<string, string | boolean | undefined>>

/**
 * Prints the commands of the template in a folder, part by part. `more` are members of the body beside it.
 * @throws CommandError with the place of a mistake
 */
export async function printPreview(
  kind: CommandKind,
  tools: CommandTools,
  folder: string,
  options: Options,
  more: object = {},
): Promise<void> {
  const [one, ...others] = await readTemplates(tools.files, kind, folder)
  if (others.length > 0) throw new CommandError(`${folder} has ${others.length + 1} ${kind.plural}: name one`)
  const { params, variables } = options
  const { data } = await tools.api('POST', `${kind.path}/preview`, {
    body: {
      ...one!.definition,
      ...more,
      params: jsonOf(params, '--params'),
      ...(variables === undefined ? {} : { variables: jsonOf(variables, '--variables') }),
    },
  })
  const { parts } = data as Preview
  const wrong = parts.find(({ error }) => error !== null)
  if (wrong) throw new CommandError(findingLine(kind, one!.folder, wrong.error!))
  const lines = parts.flatMap(({ part, lines: all }) => all.map(line => ({ part, ...line })))
  type Line = (typeof lines)[number]
  tools.print(lines, {
    ...(parts.length > 1 && { Part: (row: Line) => row.part }),
    Command: (row: Line) => row.text,
  })
}
