import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { definitionOf } from '@linecard/template-kit/control'

/** A template as the API takes it, without the models of OLTs. */
export interface TemplateBody {
  name: string
  [member: string]: unknown
}

/** A folder of `examples/registration`. */
export function exampleTemplate(folder: string): TemplateBody {
  const root = join('examples/registration', folder)
  const files: Record<string, string> = {}
  for (const below of ['', 'blocks'])
    if (existsSync(join(root, below)))
      for (const name of readdirSync(join(root, below), { withFileTypes: true }))
        if (name.isFile()) {
          const path = below === '' ? name.name : `${below}/${name.name}`
          files[path] = readFileSync(join(root, path), 'utf8')
        }
  const { name, definition } = definitionOf(
    {
      json: 'registration.json',
      texts: { commands: 'commands.hbs', undo: 'undo.hbs', replace: 'replace.hbs' },
    },
    files,
  )
  return { name, ...definition }
}
