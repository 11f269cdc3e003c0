import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { exportToGit } from '../src/git/export.ts'
import { openRepository } from '../src/git/repository.ts'
import { nothing, startShelf, type Shelf } from './search-world.ts'

const test = suite('backups: export to git', { level: 'full' })
const hasGit = spawnSync('git', ['--version']).status === 0
if (!hasGit) console.log('backups: export to git: without git nothing is tested')
const folder = mkdtempSync(join(tmpdir(), 'linecard-export-'))
const repository = join(folder, 'repository')
let world!: Shelf
test.before(async () => {
  world = await startShelf({ git_export: true, git_folder: repository })
})
test.after(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const gitIn = (dir: string, ...args: string[]) =>
  execFileSync('git', ['-C', dir, '-c', 'core.quotePath=false', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const told: object[] = []
const log = {
  info: (fields: object) => told.push(fields),
  warn: (fields: object) => told.push(fields),
  error() {},
  debug() {},
}
const run = () => exportToGit(world.base, { ...nothing, log } as never)
const commits = () => gitIn(repository, 'log', '--format=%s|%an|%at', 'main').trim().split('\n')
const files = () => gitIn(repository, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n')
const noon = Date.UTC(2026, 2, 1, 12) / 1000
const secret = 'Zq7pWw93'
const text = (n: number, vlan: number) => `hostname sw-${n}\nenable secret ${secret}\nvlan ${vlan}\nend\n`

test('each version is a commit of its author and time, in a file of its device, without secrets', async () => {
  if (!hasGit) return
  await world.put(1, text(1, 10))
  await world.put(1, text(1, 20), 5)
  await world.put(4, text(4, 10), 6)
  await world.sql(
    `update backups_version set changed_by = 'olha <x>', changed_how = 'action' where device_id = 1 and valid_until is null`,
  )
  await run()
  assert.equal(commits(), [
    `sw-4: first configuration, 4 lines|Linecard|${noon + 360}`,
    `sw-1: 1 line added, 1 removed|olha x|${noon + 300}`,
    `sw-1: first configuration, 4 lines|Linecard|${noon}`,
  ])
  assert.equal(files(), ['ours-71/01/sw-1-1.cfg', 'theirs-72/04/sw-4-4.cfg'])
  const clone = join(folder, 'clone')
  gitIn(folder, 'clone', '-q', repository, clone)
  const patches = gitIn(clone, 'log', '-p')
  assert.match(patches, '-vlan 10\n+vlan 20')
  assert.match(patches, 'Changed by olha x, says the action log.')
  assert.not.match(patches, secret)
  assert.match(readFileSync(join(clone, 'ours-71/01/sw-1-1.cfg'), 'utf8'), 'enable secret ***')
  assert.is(gitIn(repository, 'fsck', '--strict', '--full', '--no-dangling').trim(), '')
})

test('an export without changes makes no commit', async () => {
  if (!hasGit) return
  const head = gitIn(repository, 'rev-parse', 'main')
  await run()
  assert.is(gitIn(repository, 'rev-parse', 'main'), head)
})

test('a renamed device moves its file, also into another group; a removed one loses it; the history stays', async () => {
  if (!hasGit) return
  await world.sql(`update inventory_device set name = '../.git/evil', group_id = 72 where id = 1`)
  await run()
  assert.equal(files(), ['theirs-72/01/git_evil-1.cfg', 'theirs-72/04/sw-4-4.cfg'])
  await world.put(1, text(1, 30), 20)
  await run()
  assert.match(
    gitIn(repository, 'log', '--follow', '--format=%s', 'main', '--', 'theirs-72/01/git_evil-1.cfg'),
    'sw-1: first configuration',
  )
  await world.sql('delete from inventory_device where id = 1')
  await run()
  assert.equal(files(), ['theirs-72/04/sw-4-4.cfg'])
  assert.is(commits()[0]!.split('|')[0], '1 devices were removed')
})

test('a commit that was written and not noted is not written twice, and versions that were not exported are', async () => {
  if (!hasGit) return
  const count = commits().length
  const [noted] = await world.sql<{ head: string }>('select head from backups_git')
  await world.put(4, text(4, 40), 30)
  await run()
  await world.sql('update backups_git set head = $1', [noted!.head])
  await world.sql('update backups_git_device set version_id = version_id - 1 where device_id = 4')
  await world.put(4, text(4, 50), 40)
  await run()
  assert.is(commits().length, count + 2)
  assert.equal(
    await world.sql(`select count(*)::int as n from backups_git where head = $1`, [
      gitIn(repository, 'rev-parse', 'main').trim(),
    ]),
    [{ n: 1 }],
  )
})

test('notes that were lost come back from the repository; another folder gets everything', async () => {
  if (!hasGit) return
  const count = commits().length
  await world.sql('delete from backups_git_device')
  await world.sql('delete from backups_git')
  await run()
  assert.is(commits().length, count)
  rmSync(repository, { recursive: true })
  await run()
  assert.equal(
    commits().map(line => line.split('|')[0]),
    ['sw-4: 1 line added, 1 removed', 'sw-4: 1 line added, 1 removed', 'sw-4: first configuration, 4 lines'],
  )
})

test('one process writes: another one leaves it alone, and a lost lease moves no reference', async () => {
  if (!hasGit) return
  const head = gitIn(repository, 'rev-parse', 'main')
  await world.sql(
    `update backups_lease set holder = gen_random_uuid(), heard_at = clock_timestamp() + interval '1 hour'`,
  )
  await world.put(4, text(4, 60), 50)
  await run()
  assert.is(gitIn(repository, 'rev-parse', 'main'), head)
  await world.sql('update backups_lease set holder = null')
  await run()
  assert.not.equal(gitIn(repository, 'rev-parse', 'main'), head)
  assert.ok(existsSync(join(repository, 'HEAD')))
})

test('versions that were exported at the same time as others are stored are not left out', async () => {
  if (!hasGit) return
  await world.put(2, text(2, 1), 60)
  // The transaction of a version with a lower number is committed after one with a higher number was exported.
  await world.sql(`insert into backups_version (id, device_id, content_id, significant, first_seen, last_seen, told)
    overriding system value select 0, 3, content_id, significant, first_seen, last_seen, true from backups_version where device_id = 2`)
  await run()
  assert.ok(files().includes('ours-71/03/sw-3-3.cfg'))
  const opened = await openRepository(repository)
  assert.is((await opened.paths()).length, 3)
})
