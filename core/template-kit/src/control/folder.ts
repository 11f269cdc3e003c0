import type { TObject, TSchema } from 'typebox'

/** How a kind of template is a folder: one JSON, and a file for each text. */
export interface Layout {
  /** The file with everything that is no text, e.g. `macro.json`. */
  json: string
  /** Member of the definition → its file, e.g. `{ template: 'template.hbs' }`. */
  texts: Readonly<Record<string, string>>
  /** Member that findings call `template`; absent: the member of that name. */
  main?: string
}

/** Path below the folder, with `/` → content. */
export type Files = Readonly<Record<string, string>>

const blockFile = /^blocks\/([a-z][a-z_0-9]{0,63})\.hbs$/

/** The members in the order of the schema, so that equal definitions give equal files. */
function inOrder(schema: TSchema, value: unknown): unknown {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema }
  if (Array.isArray(value)) return value.map(one => inOrder(items ?? {}, one))
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  const known = Object.keys(properties ?? {}).filter(key => key in members)
  const rest = Object.keys(members).filter(key => !known.includes(key))
  return Object.fromEntries(
    [...known, ...rest.toSorted()].map(key => [key, inOrder(properties?.[key] ?? {}, members[key])]),
  )
}

/** The files of a definition. Texts are written as they are. */
export function filesOf(
  { json, texts }: Layout,
  schema: TObject,
  name: string,
  definition: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const { blocks = {}, ...members } = definition
  const own = Object.entries(texts).filter(([member]) => typeof members[member] === 'string')
  const left = Object.fromEntries(
    Object.entries(members).filter(([member]) => !own.some(([text]) => text === member)),
  )
  return Object.fromEntries([
    [json, `${JSON.stringify({ name, ...(inOrder(schema, left) as object) }, null, 2)}\n`],
    ...own.map(([member, file]) => [file, members[member]]),
    ...Object.entries(blocks as Record<string, string>)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([block, text]) => [`blocks/${block}.hbs`, text]),
  ]) as Record<string, string>
}

/**
 * The definition in the files of a folder. It is not checked yet. Other files are left out.
 * @throws Error with the file if the JSON is absent or cannot be read
 */
export function definitionOf(
  { json, texts }: Layout,
  files: Files,
): { name: string; definition: Record<string, unknown> } {
  const text = files[json]
  if (text === undefined) throw new Error(`${json} is missing`)
  let members: unknown
  try {
    members = JSON.parse(text)
  } catch (cause) {
    throw new Error(`${json}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  if (typeof members !== 'object' || members === null || Array.isArray(members))
    throw new Error(`${json} must be an object`)
  const { name, ...rest } = members as Record<string, unknown>
  if (typeof name !== 'string' || name === '') throw new Error(`${json} needs a "name"`)
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const found = blockFile.exec(path)
    return found ? [[found[1]!, content] as const] : []
  })
  const own = Object.entries(texts).filter(([, file]) => files[file] !== undefined)
  return {
    name,
    definition: {
      ...rest,
      ...Object.fromEntries(own.map(([member, file]) => [member, files[file]])),
      blocks: Object.fromEntries(blocks),
    },
  }
}

/** The file of a part of a template, for messages: `template.hbs`, `blocks/uplink.hbs`, else the JSON. */
export function fileOf({ json, texts, main = 'template' }: Layout, where: string): string {
  const [kind, name] = where.split(':')
  if (kind === 'block' && name) return `blocks/${name}.hbs`
  return texts[where === 'template' ? main : where] ?? json
}
