import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, npmInstall, type Folder } from './folder.ts'
import { must } from './steps.ts'

/** Packages of other people: the two examples, each with its own copy of the kits. */
export const authored = ['driver-acme', 'plugin-acme'] as const

/** Lines that only compile if the packed declarations really resolve: `any` would accept the error. */
const typeProofs: Readonly<Record<(typeof authored)[number], string>> = {
  'driver-acme': `import { defineDriver } from '@linecard/driver-kit'
// @ts-expect-error: a driver has models
export const wrong = defineDriver({ id: 'wrong', vendor: 'Wrong', api: 1 })
`,
  'plugin-acme': `import { definePlugin } from '@linecard/plugin-kit'
// @ts-expect-error: a setting is read by its name
definePlugin({ id: 'wrong', api: 1, setup: ctx => ctx.config.nothing })
`,
}

/**
 * A copy of an example, installed as its author installs it. `linecard` comes from its tarball, the other
 * packages from the registry.
 */
export async function installAuthor(
  name: (typeof authored)[number],
  at: string,
  from: { registry: string; linecard: string },
): Promise<Folder> {
  await cp(join('examples', name), at, { recursive: true, filter: path => !path.includes('node_modules') })
  const file = join(at, 'package.json')
  const manifest = await readFile(file, 'utf8')
  await writeFile(file, manifest.replace('"linecard": "0.1.0"', `"linecard": "file:${from.linecard}"`))
  const folder = await makeFolder(at)
  await folder.write('.npmrc', `@linecard:registry=${from.registry}\n`)
  await folder.must('npm', npmInstall)
  await folder.write('src/type-proof.ts', typeProofs[name])
  return folder
}

/** A plugin for a contract that this kernel does not speak. */
export async function writeFuture(at: string): Promise<void> {
  const folder = await makeFolder(at)
  const linecard = { kind: 'plugin', id: 'future', api: 2 }
  await folder.write('package.json', {
    name: 'plugin-future',
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
    linecard,
  })
  await folder.write('index.js', "throw new Error('the code of a plugin that does not fit must not run')\n")
}

/** Both kits of an author are other files than those of the installation. */
export async function assertOwnCopy(author: Folder, installation: Folder): Promise<void> {
  const where = "console.log(import.meta.resolve('@linecard/driver-kit'))"
  const [own, ours] = await Promise.all(
    [author, installation].map(folder => folder.must('node', ['--input-type=module', '-e', where])),
  )
  must(own !== ours && own!.includes(author.path), `${own} is not a copy of the author's own`)
}
