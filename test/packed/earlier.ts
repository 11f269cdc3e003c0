import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tarball } from '../../tools/release/pack.ts'
import { makeFolder, npmInstall } from './folder.ts'
import { signInAsOwner, startService, storedIn } from './service.ts'
import { must, step } from './steps.ts'

/** The tarballs of all packages, as the repository of that commit makes them. */
async function tarballsOf(commit: string, place: string): Promise<string[]> {
  const repository = await makeFolder(process.cwd())
  const [tree, packages] = [join(place, 'tree'), join(place, 'packages')]
  await repository.must('git', ['worktree', 'add', '--detach', tree, commit])
  try {
    const then = await makeFolder(tree)
    await then.must('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'])
    await then.must('npm', ['run', 'release', '--', 'pack', packages])
  } finally {
    await repository.must('git', ['worktree', 'remove', '--force', tree])
  }
  return (await readdir(packages)).filter(file => file.endsWith('.tgz')).map(file => join(packages, file))
}

/**
 * An installation of the tarballs of an earlier commit gets those of this one: its data and its keys are
 * there.
 */
export async function upgradeFrom(commit: string, tarballs: readonly Tarball[]): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'linecard-earlier-'))
  try {
    const earlier = await step(
      `the tarballs of ${commit}`,
      () => tarballsOf(commit, place),
      files => `${files.length} packages`,
    )
    const installation = await makeFolder(join(place, 'installation'))
    await installation.write('package.json', { name: 'provider', private: true })
    await installation.write('linecard.json', {
      http: { port: 0 },
      drivers: ['@linecard/driver-dlink', '@linecard/driver-generic'],
      plugins: ['@linecard/plugin-switches', '@linecard/plugin-portal'],
      settings: { system: { new_version_check: false } },
    })
    await step('npm install of them', () => installation.must('npm', [...npmInstall, ...earlier]))
    const client = await step('it starts, and stores a group', async () => {
      const service = await startService(installation)
      try {
        const owner = await signInAsOwner(service)
        await owner.call('POST', '/device-group', { name: 'kept' })
        return owner
      } finally {
        await service.stop()
      }
    })
    await step('npm install of the tarballs of today in the same folder', () =>
      installation.must('npm', [...npmInstall, ...tarballs.map(({ file }) => file)]),
    )
    await step('they start on its data: the group is there, and the key of before opens it', async () => {
      const groups = await storedIn<{ name: string }[]>(installation, client, '/device-group')
      must(
        groups.some(({ name }) => name === 'kept'),
        JSON.stringify(groups),
      )
    })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
