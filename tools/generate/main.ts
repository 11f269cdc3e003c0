/** `npm run generate`: writes all generated files. `npm run check` fails if one of them is not current. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generators } from './generators.ts'

for (const [file, make] of Object.entries(generators)) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await make())
  console.log(`wrote ${file}`)
}
