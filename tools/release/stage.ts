import { cpSync, existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Package } from '../repository.ts'

/** What the built code needs. Published packages say it; the command tells it at its start. */
const engines = { node: '>=24' }

/**
 * Copies what a package publishes to a folder, with the manifest that others get. In the repository a
 * manifest names no Node: `npm run` starts the one of `node_modules`, and npm would warn on an older one.
 */
export async function stage({ folder }: Package, target: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { files: string[] }
  // The asynchronous copy of Node 24.21 was once seen to wait for ever, with a folder open and no work to do.
  for (const name of manifest.files)
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(target, name), { recursive: true })
  await writeFile(join(target, 'package.json'), `${JSON.stringify({ ...manifest, engines }, null, 2)}\n`)
}
