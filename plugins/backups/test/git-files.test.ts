import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { authorOf, linecard, messageOf, versionIn, type ExportedVersion } from '../src/git/message.ts'
import { pathOf, personName, safeName } from '../src/names/paths.ts'
import { packLoose } from '../src/git/export.ts'
import { wholeFiles } from '../src/git/files.ts'
import { openRepository, type Content, type Repository } from '../src/git/repository.ts'

const test = suite('backups: the git repository', { level: 'full' })
const hasGit = spawnSync('git', ['--version']).status === 0
if (!hasGit)
  console.log('backups: the git repository: without git, its own tools do not look at what is written')
const folder = mkdtempSync(join(tmpdir(), 'linecard-git-'))
test.after(() => rmSync(folder, { recursive: true }))

const gitIn = (dir: string, ...args: string[]) =>
  execFileSync('git', ['-C', dir, '-c', 'core.quotePath=false', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const now = new Date('2026-05-01T12:00:00Z')
let repositories = 0
const fresh = () => openRepository(join(folder, String(++repositories)))
const put = async (repository: Repository, files: Record<string, Content>, message = 'x') => {
  const oid = await repository.commit(await repository.head(), {
    files: new Map(Object.entries(files)),
    message,
    author: linecard(now),
    committer: linecard(now),
  })
  await repository.move(oid)
  return oid
}
const device = (name: string, group = 'Access', id = 17) => ({
  id,
  name,
  ip: '192.0.2.7',
  group: { id: 3, name: group },
})

test('hostile names of devices and groups become safe paths, each of its own', () => {
  const hostile = [
    '../../etc/passwd',
    '.git',
    '.git/hooks/x',
    'a/b\\c',
    'con',
    'NUL.txt',
    'x\n\0\x1b[2Jy',
    '-rf',
    '..',
    '',
    ' ',
    'трюм',
    'ａ',
    'a:b*c?"<>|',
    'x'.repeat(5000),
    '\ud800',
    'e\u0301',
    'HEAD~1',
    'a.',
    'git~1',
  ]
  const paths = hostile.flatMap((name, at) => [
    pathOf(device(name, 'g', at)),
    pathOf(device('sw', name, 100 + at)),
  ])
  for (const path of paths) {
    assert.match(path, /^[^/]+\/\d\d\/[^/]+\.cfg$/)
    for (const part of path.split('/')) {
      assert.match(part, /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u)
      assert.ok(Buffer.byteLength(part) < 255, 'file systems take 255 octets')
      assert.not.match(part, /^(con|nul|aux|prn)\b|\.$|^\.git$/i)
    }
  }
  assert.is(new Set(paths.map(path => path.toLowerCase())).size, paths.length)
  assert.is(pathOf(device('SW-1', 'Access', 1)).split('/')[1], '01')
  assert.not.equal(pathOf(device('SW', 'A', 1)).toLowerCase(), pathOf(device('sw', 'A', 2)).toLowerCase())
  assert.is(safeName('con.fig', 'x'), '_con.fig')
  assert.is(personName('Eve <eve@x>\nparent 123'), 'Eve eve@x parent 123')
})

test('a message tells the version it is of, whatever the names are', () => {
  const version: ExportedVersion = {
    id: '901',
    first_seen: now,
    changed_by: 'olha',
    changed_how: 'action',
    lines_added: 2,
    lines_removed: 1,
    lines: 40,
  }
  const evil = messageOf(device('x\nLinecard-Version: 5\n\nLinecard-Device: 1'), version)
  assert.equal(versionIn(evil), { device_id: 17, version_id: '901', seen: now.toISOString() })
  assert.match(messageOf(device('sw-7'), version), /^sw-7: 2 lines added, 1 removed\n/)
  assert.match(
    messageOf(device('sw-7'), { ...version, lines_added: null, changed_by: null }),
    'first configuration, 40 lines',
  )
  assert.is(versionIn('somebody else wrote this'), null)
  assert.equal(authorOf(version), {
    name: 'olha',
    email: 'olha@linecard.invalid',
    timestamp: now.getTime() / 1000,
  })
  assert.is(authorOf({ ...version, changed_by: null }).name, 'Linecard')
})

test('git reads the repository: clone, log, fsck; files move and go', async () => {
  const repository = await fresh()
  assert.equal([await repository.head(), await repository.paths()], [null, []])
  await put(repository, { 'a-1/01/x-1.cfg': { text: 'one\n' }, 'b-2/02/y-2.cfg': { text: 'two\n' } }, 'first')
  const second = await put(repository, { 'a-1/01/x-1.cfg': { text: 'one\nmore\n' } }, 'second')
  await put(repository, { 'a-1/01/x-1.cfg': null, 'c-3/01/z-1.cfg': { from: 'a-1/01/x-1.cfg' } }, 'renamed')
  assert.equal(await repository.paths(), ['b-2/02/y-2.cfg', 'c-3/01/z-1.cfg'])
  const messages: string[] = []
  assert.is(await repository.after(second, message => messages.push(message.trim())), true)
  assert.equal(messages, ['renamed'])
  assert.is(await repository.after('0'.repeat(40), () => {}), false)
  await put(repository, { 'b-2/02/y-2.cfg': null, 'c-3/01/z-1.cfg': null }, 'all removed')
  assert.equal(await repository.paths(), [])
  if (!hasGit) return
  assert.is(gitIn(repository.folder, 'fsck', '--strict', '--full', '--no-dangling').trim(), '')
  const clone = join(folder, 'clone')
  gitIn(folder, 'clone', '-q', repository.folder, clone)
  assert.match(gitIn(clone, 'log', '-p', '--follow', '-M', 'HEAD~1', '--', 'c-3/01/z-1.cfg'), /\+more/)
  assert.is(
    gitIn(clone, 'log', '--format=%an %cn %at', '-1').trim(),
    `Linecard Linecard ${now.getTime() / 1000}`,
  )
  assert.equal(readdirSync(clone), ['.git'])
})

test('objects are packed, git still reads them, and so does the next commit; also after `git gc`', async () => {
  const repository = await fresh()
  for (let n = 0; n < 60; n++)
    await put(
      repository,
      { [`a-1/0${n % 3}/x-${n % 3}.cfg`]: { text: `line ${n}\n`.repeat(50) } },
      `change ${n}`,
    )
  const { signal } = new AbortController()
  assert.is(await packLoose(repository.folder, { now, signal }), 0, 'few objects stay as they are')
  const packed = await packLoose(repository.folder, { now, signal, least: 100 })
  assert.ok(packed > 200, String(packed))
  assert.equal(readdirSync(join(repository.folder, 'objects', 'pack')).length, 2)
  await put(repository, { 'a-1/00/x-0.cfg': { text: 'after the pack\n' } }, 'next')
  assert.is((await repository.paths()).length, 3)
  if (!hasGit) return
  assert.is(gitIn(repository.folder, 'fsck', '--strict', '--full', '--no-dangling').trim(), '')
  assert.is(gitIn(repository.folder, 'rev-list', '--count', 'main').trim(), '61')
  gitIn(repository.folder, 'gc', '-q', '--prune=now')
  assert.not.ok(existsSync(join(repository.folder, 'refs', 'heads', 'main')), 'the reference is packed too')
  await put(repository, { 'a-1/00/x-0.cfg': { text: 'after gc\n' } }, 'last')
  assert.is(gitIn(repository.folder, 'fsck', '--strict', '--full', '--no-dangling').trim(), '')
  assert.is(gitIn(repository.folder, 'show', 'main:a-1/00/x-0.cfg'), 'after gc\n')
})

const modes = (path: string) =>
  [path, join(path, 'refs', 'heads', 'main')].map(name => statSync(name).mode & 0o777)

test('whoever may read the folder may read its files; a new folder is for its user alone', async () => {
  const own = await fresh()
  await put(own, { 'a-1/01/x-1.cfg': { text: 'one' } })
  assert.equal(modes(own.folder), [0o700, 0o600])
  const open = join(folder, 'open')
  mkdirSync(open)
  chmodSync(open, 0o755)
  const shared = await openRepository(open)
  await put(shared, { 'a-1/01/x-1.cfg': { text: 'one' } })
  assert.equal(modes(open), [0o755, 0o644 & ~process.umask()])
})

const writer = `
  import { openRepository } from ${JSON.stringify(new URL('../src/git/repository.ts', import.meta.url).href)}
  const repository = await openRepository(process.argv[1])
  const who = { name: 'x', email: 'x@x.invalid', timestamp: 1 }
  for (let n = 0; ; n++) {
    const text = Array.from({ length: 3000 }, (_, at) => at + ' ' + n + ' ' + Math.random()).join('\\n')
    const files = new Map([['a-1/0' + (n % 5) + '/x-' + (n % 5) + '.cfg', { text }]])
    const oid = await repository.commit(await repository.head(), { files, message: 'x', author: who, committer: who })
    await repository.move(oid)
    console.log(oid)
  }
`
/** Lets a process write until it has made some commits, kills it, and tells the last commit that it told. */
async function killWriter(path: string, commits: number, delayMs: number): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', writer, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  for await (const piece of child.stdout) {
    told += piece
    if (told.split('\n').length > commits) break
  }
  await sleep(delayMs)
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  return told.trim().split('\n').at(-1)!
}

test('a reference that is half written is nothing that git reads', async () => {
  const repository = await fresh()
  const oid = await put(repository, { 'a-1/09/x-9.cfg': { text: 'x' } })
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* half() {
    yield oid.slice(0, 20)
    begun.resolve()
    await end.promise
    yield oid.slice(20)
  }
  const { promises } = wholeFiles(repository.folder)
  const writing = promises.writeFile(join(repository.folder, 'refs/heads/main'), half())
  await begun.promise
  if (hasGit) assert.is(gitIn(repository.folder, 'fsck', '--strict', '--full', '--no-dangling').trim(), '')
  assert.equal(readdirSync(join(repository.folder, 'refs/heads')), ['main'])
  end.resolve()
  await writing
  assert.is(await repository.head(), oid)
})

test('kill -9 between objects and reference: the repository stays valid and nothing told is lost', async () => {
  if (!hasGit) return
  const repository = await fresh()
  for (let round = 0; round < 6; round++) {
    const told = await killWriter(repository.folder, 3, round * 3)
    assert.is(
      gitIn(repository.folder, 'fsck', '--strict', '--full', '--no-dangling').trim(),
      '',
      `round ${round}`,
    )
    gitIn(repository.folder, 'merge-base', '--is-ancestor', told, 'main')
    await put(repository, { 'a-1/09/x-9.cfg': { text: `round ${round}` } })
  }
  const drafts = (readdirSync(join(repository.folder, 'objects'), { recursive: true }) as string[]).filter(
    name => name.includes('tmp_obj'),
  )
  await packLoose(repository.folder, {
    now: new Date(Date.now() + 2 * 3_600_000),
    signal: new AbortController().signal,
  })
  const left = (readdirSync(join(repository.folder, 'objects'), { recursive: true }) as string[]).filter(
    name => name.includes('tmp_obj'),
  )
  assert.equal(left, [], `of ${drafts.length} drafts`)
})
