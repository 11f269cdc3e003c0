/**
 * Runs after each installation of the root (`postinstall`).
 *
 * - The lock names no `engines`. npm compares them with the Node that runs npm, and warns for each package;
 *   what runs is the Node of `node_modules`, and `npm run check:install` compares them with that one.
 * - The package of Node brings 67 MB of headers for compiling addons. Nothing here is compiled.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
let changed = false
for (const [path, entry] of Object.entries(lock.packages))
  if (path && entry.engines) {
    delete entry.engines
    changed = true
  }
if (changed) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

for (const name of readdirSync(join(root, 'node_modules')))
  if (/^node-(linux|win|darwin)-\w+$/.test(name)) {
    const headers = join(root, 'node_modules', name, 'include')
    if (existsSync(headers)) rmSync(headers, { recursive: true })
  }
