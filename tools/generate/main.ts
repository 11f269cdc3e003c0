/** `npm run generate`: writes every generated file anew. `npm run check` fails where one is not current. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generators } from './generators.ts'

for (const [file, make] of Object.entries(generators)) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await make())
  console.log(`wrote ${file}`)
}
