import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createDatabase } from './database.ts'

const repository = join(import.meta.dirname, '../../..')

export interface Ended {
  code: number | null
  /** What it wrote to stdout and stderr. */
  text: string
}

/** A folder outside of the repository with an installation and packages of other authors. */
export interface Outside {
  path: string
  /** Runs a script, which finds our packages as installed. */
  node(args: readonly string[], options?: { env?: object; input?: string }): Promise<Ended>
  /** Runs the command. */
  linecard(args: readonly string[], options?: { env?: object; input?: string }): Promise<Ended>
  remove(): Promise<void>
}

/**
 * `packages`: the files of each, by the name under which the config names it; each lies in a folder of its
 * name. `config` is the rest of `linecard.json`.
 */
export async function makeOutside(
  packages: Readonly<Record<string, Readonly<Record<string, string>>>>,
  config: object,
): Promise<Outside> {
  const path = await mkdtemp(join(tmpdir(), 'linecard-outside-'))
  const database = await createDatabase()
  await mkdir(join(path, 'node_modules'))
  for (const shared of ['@linecard', 'linecard', 'typebox'])
    await symlink(join(repository, 'node_modules', shared), join(path, 'node_modules', shared))
  for (const [name, files] of Object.entries(packages)) {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(path, name, file)), { recursive: true })
      await writeFile(join(path, name, file), text)
    }
    await symlink(join(path, name), join(path, 'node_modules', name))
  }
  await writeFile(
    join(path, 'linecard.json'),
    JSON.stringify({ data_dir: 'data', database: { url: database.url }, ...config }),
  )
  const outside: Outside = {
    path,
    async node(args, { env = {}, input = '' } = {}) {
      const child = spawn(
        process.execPath,
        ['--conditions=source', '--disable-warning=ExperimentalWarning', ...args],
        { cwd: path, env: { ...process.env, LINECARD_ADMIN_PASSWORD: 'first-owner-password', ...env } },
      )
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          text += String(chunk)
        })
      child.stdin.end(input)
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, text }
    },
    linecard: (args, options) => outside.node([join(repository, 'core/cli/src/main.ts'), ...args], options),
    async remove() {
      await database.drop()
      await rm(path, { recursive: true })
    },
  }
  return outside
}

/** `package.json` of a package outside. */
export const manifestOf = (name: string, kind: 'plugin' | 'driver', id: string, api = 1): string =>
  JSON.stringify({
    name,
    version: '1.0.0',
    type: 'module',
    exports: './src/index.ts',
    linecard: { kind, id, api },
  })
