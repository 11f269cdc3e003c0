import { join } from 'node:path'
import { CommandError, type CommandFiles } from '@linecard/plugin-kit'
import { definitionOf } from '../control/folder.ts'
import type { CommandKind } from './kind.ts'

/** Largest text file that is read, in octets. */
const mostOctets = 1_000_000

/** A template in a folder. */
export interface TemplateFolder {
  folder: string
  name: string
  definition: Record<string, unknown>
}

/** Null: there is no such file. */
async function readText(files: CommandFiles, path: string): Promise<string | null> {
  if ((await files.kind(path)) === null) return null
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of files.read(path)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > mostOctets) throw new CommandError(`${path} is larger than ${mostOctets} characters`)
  }
  return text + decoder.decode()
}

/** @throws CommandError with the file */
async function readOne(
  files: CommandFiles,
  { layout }: CommandKind,
  folder: string,
): Promise<TemplateFolder> {
  const inBlocks = join(folder, 'blocks')
  const blocks = (await files.kind(inBlocks)) === 'folder' ? await files.list(inBlocks) : []
  const paths = [layout.json, ...Object.values(layout.texts), ...blocks.map(one => `blocks/${one}`)]
  const texts: Record<string, string> = {}
  for (const path of paths) {
    const text = await readText(files, join(folder, path))
    if (text !== null) texts[path] = text
  }
  try {
    return { folder, ...definitionOf(layout, texts) }
  } catch (error) {
    throw new CommandError(`${folder}: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * The template in this folder, or those in its folders.
 * @throws CommandError if there is none, or one cannot be read
 */
export async function readTemplates(
  files: CommandFiles,
  kind: CommandKind,
  folder: string,
): Promise<TemplateFolder[]> {
  const { json } = kind.layout
  const names = await files.list(folder).catch((cause: unknown) => {
    throw new CommandError(`${folder}: there is no such folder`, { cause })
  })
  if (names.includes(json)) return [await readOne(files, kind, folder)]
  const found: TemplateFolder[] = []
  for (const below of names.map(name => join(folder, name)))
    if ((await files.kind(below)) === 'folder' && (await files.list(below)).includes(json))
      found.push(await readOne(files, kind, below))
  if (found.length === 0) throw new CommandError(`${folder}: no ${kind.noun}: there is no ${json}`)
  return found
}

/** A name of a template as the name of a folder. */
export const folderName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'template'
