/**
 * `npm run docs`: the pages of docs/ as a static site in `tools/site/dist`, by VitePress, and the kits from
 * their doc comments in `dist/kits`, by TypeDoc. Both lie in a folder with a lock of its own. It fails for a
 * link that leads to no page, and for an exported symbol of a kit without a doc comment.
 * `npm run docs -- dev`: the pages while one writes.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install } from '../install/install.mjs'

const here = import.meta.dirname
await install(here)
const [command = 'build', ...more] = process.argv.slice(2)

/** Runs a program of this folder's packages. Returns its exit code. */
function run(program: string, ...args: string[]): number {
  const file = join(here, 'node_modules', program)
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status ?? 1
}

process.exitCode = run('vitepress/bin/vitepress.js', command, here, ...more)
if (command === 'build')
  process.exitCode ||= run('typedoc/bin/typedoc', '--options', join(here, 'typedoc.config.mjs'))
