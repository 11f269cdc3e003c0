import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { program } from '@linecard/test-kit/worlds/linecard'
import { manifestOf } from '@linecard/test-kit/worlds/outside'
import type { FirstConfig } from '../src/init/questions.ts'

const test = suite('linecard init', { level: 'full' })
let root: string
let made = 0
const children = new Set<ChildProcess>()
test.before(async () => {
  root = await mkdtemp(join(tmpdir(), 'linecard-init-'))
})
test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(root, { recursive: true, force: true })
})

/** A folder of a provider with packages of others beside those of Linecard. */
async function folderWith(packages: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = join(root, String(made++))
  await mkdir(folder)
  for (const [name, manifest] of Object.entries(packages)) {
    const file = join(folder, 'node_modules', name, 'package.json')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, manifest)
  }
  return folder
}

const envOf = (more: NodeJS.ProcessEnv) => {
  const { DATABASE_URL: _, ...rest } = process.env
  const plain = Object.entries(rest).filter(([name]) => !name.startsWith('LINECARD_'))
  return { ...Object.fromEntries(plain), ...more }
}

function launch(cwd: string, file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(file, [...args], { cwd, env: envOf(env), stdio: 'pipe' })
  children.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
  const ended = once(child, 'close') as Promise<[number | null]>
  return { child, text: () => text, ended }
}

/** Without a terminal. */
async function linecard(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { child, text, ended } = launch(cwd, program[0], [program[1], ...words], env)
  child.stdin.end()
  const [code] = await ended
  return { code, text: text() }
}

const read = async (folder: string, name = 'linecard.json'): Promise<FirstConfig> =>
  JSON.parse(await readFile(join(folder, name), 'utf8')) as FirstConfig

test('without flags and without a terminal it takes the defaults and all that is installed', async () => {
  const folder = await folderWith({
    'linecard-driver-own': manifestOf('linecard-driver-own', 'driver', 'own'),
    '@net/plugin-own': manifestOf('@net/plugin-own', 'plugin', 'own'),
    '@net/plugin-future': manifestOf('@net/plugin-future', 'plugin', 'future', 2),
    '@net/plugin-odd': JSON.stringify({
      name: '@net/plugin-odd',
      linecard: { kind: 'plug', id: 'odd', api: 1 },
    }),
    'left-pad': JSON.stringify({ name: 'left-pad' }),
  })
  const { code, text } = await linecard(folder, ['init'])
  assert.is(code, 0, text)
  const { drivers, plugins, ...rest } = await read(folder)
  assert.ok(drivers.includes('linecard-driver-own') && drivers.includes('@linecard/driver-generic'))
  assert.ok(plugins.includes('@net/plugin-own') && plugins.includes('@linecard/plugin-switches'))
  const named = new Set([...drivers, ...plugins])
  for (const wrong of ['@net/plugin-future', '@net/plugin-odd', 'left-pad', '@linecard/equipment'])
    assert.not.ok(named.has(wrong), wrong)
  assert.match(text, '@net/plugin-future was left out: it is made for contract 2')
  assert.match(text, /@net\/plugin-odd was left out: is no Linecard package/)
  assert.equal(rest, {
    data_dir: '.linecard',
    http: { host: '127.0.0.1', port: 8088 },
    settings: {
      equipment: { networks: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'] },
    },
  })
})

test('a file that exists is never overwritten, and one sentence says so', async () => {
  const folder = await folderWith()
  await writeFile(join(folder, 'linecard.json'), 'mine')
  const { code, text } = await linecard(folder, ['init'])
  assert.is(code, 1)
  assert.match(text, /^linecard: \S+linecard\.json exists and was left as it is: [^\n]+\n$/)
  assert.is(await readFile(join(folder, 'linecard.json'), 'utf8'), 'mine')
  const other = await linecard(folder, ['init', '--config', 'other.json', '--drivers', 'generic'])
  assert.is(other.code, 0, other.text)
  assert.equal((await read(folder, 'other.json')).drivers, ['@linecard/driver-generic'])
})

const wrong: Readonly<Record<string, [flags: string[], sentence: RegExp]>> = {
  'a driver that is not installed': [['--drivers', 'generic,acme9'], /driver "acme9" is not installed/],
  'a plugin where a driver is wanted': [['--drivers', 'switches'], /driver "switches" is not installed/],
  'a port that does not exist': [['--port', '99999'], /"http\.port" must be <= 65535/],
  'a port that is no number': [['--port', 'http'], /"http\.port" must be integer/],
  'a network that is none': [['--networks', '10.0.0.0/8,office'], /"settings\.equipment\.networks\.1"/],
  'a database that is none': [['--database', 'mysql://db'], /must be "embedded", "environment"/],
  'a password that others can see': [['--database', 'postgres://u:hunter2@db/l'], /must have no password/],
}
for (const [what, [flags, sentence]] of Object.entries(wrong))
  test(`${what} is refused with one sentence, and nothing is written`, async () => {
    const folder = await folderWith()
    const { code, text } = await linecard(folder, ['init', ...flags])
    assert.is(code, 1, text)
    assert.match(text, sentence)
    assert.not.match(text, 'hunter2')
    assert.is(text.trim().split('\n').length, 1, text)
    assert.is(await stat(join(folder, 'linecard.json')).catch(() => null), null)
  })

test('a folder that does not exist is named', async () => {
  const folder = await folderWith()
  const { code, text } = await linecard(folder, ['init', '--config', 'none/linecard.json', '--yes'])
  assert.is(code, 1)
  assert.match(text, /none\/linecard\.json cannot be written: its folder does not exist: make it first\n$/)
})

test('the written file starts as it is, with the database of the variable, and names no password', async () => {
  const folder = await folderWith()
  const database = await createDatabase()
  const env = { DATABASE_URL: database.url, LINECARD_WORKERS: '0' }
  const flags = ['--port', '0', '--drivers', 'generic', '--plugins', 'none', '--networks', '192.0.2.0/24']
  const { code, text } = await linecard(folder, ['init', ...flags, '--data-dir', 'data'], env)
  assert.is(code, 0, text)
  assert.is((await read(folder)).database?.url, '{DATABASE_URL}')
  assert.not.match(await readFile(join(folder, 'linecard.json'), 'utf8'), new URL(database.url).password)

  const without = await linecard(folder, ['start'])
  assert.match(without.text, /environment variables that are not set: DATABASE_URL/)
  const service = launch(folder, program[0], [program[1], 'start', '--strict'], env)
  const url = await until('the service is ready', () => {
    if (service.child.exitCode !== null) throw new Error(service.text())
    return /ready at (http:\S+)/.exec(service.text())?.[1]
  })
  assert.is((await fetch(`${url}/health/ready`)).status, 200)
  assert.ok((await stat(join(folder, 'data'))).isDirectory())
  service.child.kill('SIGTERM')
  await service.ended
  await database.drop()
})

/** At a terminal. Each answer is typed when its question is there. */
async function atTerminal(folder: string, answers: readonly (readonly [question: string, answer: string])[]) {
  const words = [
    ...program,
    'init',
    '--plugins',
    'none',
    '--drivers',
    'generic',
    '--networks',
    '192.0.2.0/24',
  ]
  const shell = words.map(word => `'${word}'`).join(' ')
  const { child, text, ended } = launch(folder, 'script', ['-qec', shell, '/dev/null'])
  let seen = 0
  for (const [question, answer] of answers) {
    await until(`the question ${question}`, () => {
      if (child.exitCode !== null) throw new Error(text())
      const at = text().indexOf(question, seen)
      if (at < 0) return false
      seen = at + question.length
      return true
    })
    child.stdin.write(answer)
  }
  const [code] = await ended
  return { code, text: text() }
}

test('at a terminal it asks what no flag tells, again after a wrong answer, and hides the password', async () => {
  const folder = await folderWith()
  const { code, text } = await atTerminal(folder, [
    ['Data folder', 'data\r'],
    ['Address to listen on', '\r'],
    ['Port [8088]', 'many\r'],
    ['"http.port" must be integer', ''],
    ['Port [8088]', '9090\r'],
    ['Database: embedded', 'postgres://linecard@192.0.2.1/linecard\r'],
    ['Password of linecard', 'p@ss word\r'],
  ])
  assert.is(code, 0, text)
  assert.not.match(text, 'p@ss')
  const { data_dir, http, database } = await read(folder)
  assert.equal([data_dir, http], ['data', { host: '127.0.0.1', port: 9090 }])
  assert.is(decodeURIComponent(new URL(database!.url).password), 'p@ss word')
  assert.is((await stat(join(folder, 'linecard.json'))).mode & 0o777, 0o600)
})

test('who leaves the questions has no file', async () => {
  const folder = await folderWith()
  const { code, text } = await atTerminal(folder, [['Data folder', '\x03']])
  assert.is(code, 1, text)
  assert.match(text, 'the questions were left: nothing was written')
  assert.is(await stat(join(folder, 'linecard.json')).catch(() => null), null)
})
