import { readdir, readFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError } from '@linecard/plugin-kit'
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

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

async function readText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  if (text.length > mostOctets) throw new CommandError(`${path} is larger than ${mostOctets} characters`)
  return text
}

/** @throws CommandError with the file */
async function readOne({ layout }: CommandKind, folder: string): Promise<TemplateFolder> {
  const blocks = await readdir(join(folder, 'blocks')).catch(() => [] as string[])
  const paths = [layout.json, ...Object.values(layout.texts), ...blocks.map(one => `blocks/${one}`)]
  const files: Record<string, string> = {}
  for (const path of paths) {
    try {
      files[path] = await readText(join(folder, path))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  try {
    return { folder, ...definitionOf(layout, files) }
  } catch (error) {
    throw new CommandError(`${folder}: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * The template in this folder, or those in its folders.
 * @throws CommandError if there is none, or one cannot be read
 */
export async function readTemplates(kind: CommandKind, folder: string): Promise<TemplateFolder[]> {
  const { json } = kind.layout
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new CommandError(`${folder}: there is no such folder`, { cause })
  })
  if (entries.some(({ name }) => name === json)) return [await readOne(kind, folder)]
  const below = entries
    .filter(one => one.isDirectory())
    .map(({ name }) => join(folder, name))
    .toSorted()
  const found: TemplateFolder[] = []
  for (const one of below) if ((await readdir(one)).includes(json)) found.push(await readOne(kind, one))
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

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}
