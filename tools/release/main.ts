/**
 * `npm run release -- <command of lerna>`: installs lerna, which lies in a folder with a lock of its own, and
 * runs it on `lerna.json`. `publish` uploads a staged copy of each package, see `stage.ts`; build before it.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { install } from '../install/install.mjs'
import { readRepository } from '../repository.ts'
import { stage } from './stage.ts'

const contents = '.linecard-package'
const args = process.argv.slice(2)
const { root, packages } = await readRepository()
const published = args[0] === 'publish' ? packages.filter(({ manifest }) => !manifest.private) : []
const staged = published.map(({ folder }) => join(root, folder, contents))

await install(join(root, 'tools/release'))
try {
  for (const [index, pack] of published.entries()) {
    await rm(staged[index]!, { recursive: true, force: true })
    await mkdir(staged[index]!)
    await stage(pack, staged[index]!)
  }
  const lerna = join(root, 'tools/release/node_modules/lerna/dist/cli.js')
  const from = published.length ? ['--contents', contents] : []
  const { status } = spawnSync(process.execPath, [lerna, ...args, ...from], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  for (const folder of staged) await rm(folder, { recursive: true, force: true })
}
