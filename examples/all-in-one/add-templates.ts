import { readdir, readFile } from 'node:fs/promises'
import { definitionOf, type Layout } from '@linecard/template-kit/control'
import type { Client } from './client.ts'

/** The folders of examples, and where templates of their kind are imported. */
const kinds: readonly { folder: string; path: string; layout: Layout }[] = [
  {
    folder: '../macros/',
    path: '/component/macros-control/import',
    layout: { json: 'macro.json', texts: { template: 'template.hbs' } },
  },
  {
    folder: '../registration/',
    path: '/component/onts-registration-control/import',
    layout: {
      json: 'registration.json',
      texts: { commands: 'commands.hbs', undo: 'undo.hbs', replace: 'replace.hbs' },
    },
  },
]

/** The template in a folder of text files, as an import takes it. */
async function templateIn(folder: URL, layout: Layout): Promise<Record<string, unknown>> {
  const names = (await readdir(folder, { recursive: true })).filter(name => /\.(?:hbs|json)$/.test(name))
  const files = await Promise.all(
    names.map(async name => [name, await readFile(new URL(name, folder), 'utf8')] as const),
  )
  const { name, definition } = definitionOf(layout, Object.fromEntries(files))
  return { name, ...definition }
}

/** Imports the example macros and registrations. Templates with these names stay as they are. */
export async function addTemplates(client: Client): Promise<void> {
  for (const { folder, path, layout } of kinds) {
    const root = new URL(folder, import.meta.url)
    const names = (await readdir(root)).toSorted()
    const templates = await Promise.all(names.map(name => templateIn(new URL(`${name}/`, root), layout)))
    const { data: rows } = await client.call<{ name: string; error: string | null }[]>('POST', path, {
      templates,
      conflict: 'skip',
    })
    const refused = rows.find(({ error }) => error !== null)
    if (refused) throw new Error(`${path}: ${refused.name}: ${refused.error}`)
  }
}
