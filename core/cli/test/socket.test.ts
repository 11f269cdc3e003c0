import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { printed } from '../src/output.ts'
import { protocol } from '../src/socket/frames.ts'
import { socketOf } from '../src/socket/place.ts'
import { openCommandSocket, type CommandSocket, type FarTerminal } from '../src/socket/server.ts'

const test = suite('commands over a socket', { level: 'full' })
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

type Run = (words: readonly string[], terminal: FarTerminal) => Promise<number> | number
const closing: (() => Promise<unknown>)[] = []
const children: ChildProcess[] = []
test.after(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const close of closing.splice(0).toReversed()) await close()
})

/** An empty installation, which has a config with an unusable database: nothing but a socket can answer. */
async function installation(dataDir = 'data'): Promise<{ folder: string; dataDir: string; config: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-socket-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const config = join(folder, 'linecard.json')
  await writeFile(
    config,
    JSON.stringify({ data_dir: dataDir, database: { url: 'postgres://127.0.0.1:1/none' } }),
  )
  return { folder, dataDir: join(folder, dataDir), config }
}

async function serve(dataDir: string, run: Run, told: string[] = []): Promise<CommandSocket> {
  const doer = {
    version,
    names: () => new Set(['user:list', 'worker']),
    run: async (...given: Parameters<Run>) => run(...given),
  }
  const socket = await openCommandSocket(doer, dataDir, why => told.push(why))
  closing.push(() => socket.close())
  return socket
}

const program = join(import.meta.dirname, '../src/main.ts')
function begin(folder: string, words: readonly string[], file = program) {
  const args = ['--conditions=source', '--disable-warning=ExperimentalWarning', file, ...words]
  const child = spawn(process.execPath, args, { cwd: folder })
  children.push(child)
  const text = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.out += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (text.error += String(chunk)))
  // A command that needs no input may have ended before it was written (EPIPE).
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }))
  return { child, text, ended }
}
const linecard = (folder: string, ...words: string[]) => {
  const { child, ended } = begin(folder, words)
  child.stdin.end('first line\nsecond line\n')
  return ended
}

/** What a command sends to the service. */
const order = { protocol, version, words: ['user:list'], env: {}, typed: false, shown: false, columns: null }
const orderText = (more: object = {}) => `${JSON.stringify({ ...order, ...more })}\n`

test('a service does a command: its words, output, errors and exit code go over the socket', async () => {
  const { folder, dataDir } = await installation()
  const seen: unknown[] = []
  await serve(dataDir, async (words, terminal) => {
    seen.push(words, terminal.isTyped, terminal.error.isTTY)
    terminal.print(printed([{ id: 1, name: 'ü\u001b' }], 'table'))
    terminal.print(printed({ a: 1 }, 'json'))
    terminal.print(printed({ b: 2 }, 'yaml'))
    terminal.error.write('a remark\n')
    return 3
  })
  assert.equal(await linecard(folder, 'user:list', '-o', 'json'), {
    code: 3,
    out: 'id  name\n1   ü?\n{\n  "a": 1\n}\nb: 2\n',
    error: 'a remark\n',
  })
  assert.equal(seen, [['user:list', '-o', 'json'], false, false])
})

test('secrets are read where the person is, and files too: only those that the command names', async () => {
  const { folder, dataDir } = await installation()
  await mkdir(join(folder, 'in'))
  await writeFile(join(folder, 'in/long.csv'), 'x'.repeat(300_000))
  await writeFile(join(folder, 'other.csv'), 'not named')
  await serve(dataDir, async (_, { answersTo, files, print }) => {
    let length = 0
    for await (const chunk of files.read('in/long.csv')) length += chunk.length
    await files.write(
      'out.csv',
      (async function* () {
        for (let n = 0; n < 20; n++) yield 'y'.repeat(50_000)
      })(),
      0o600,
    )
    const found = [await files.kind('in'), await files.list('in'), await files.kind('in/absent'), length]
    const codes = []
    for (const path of ['other.csv', '../other', '/etc/passwd'])
      codes.push(
        await files.kind(path).then(
          () => 'told',
          (error: Error) => /does not name/.test(error.message),
        ),
      )
    const missing = await files.list('in/absent').catch((error: NodeJS.ErrnoException) => error.code)
    print({ json: [await answersTo(['A', 'B']), found, codes, missing] })
    return 0
  })
  const { code, out, error } = await linecard(folder, 'user:list', 'in', '--to=out.csv')
  assert.is(code, 0, error)
  assert.equal(JSON.parse(out), [
    ['first line', 'second line'],
    ['folder', ['long.csv'], null, 300_000],
    [true, true, true],
    'ENOENT',
  ])
  assert.is((await readFile(join(folder, 'out.csv'))).length, 1_000_000)
  assert.is((await lstat(join(folder, 'out.csv'))).mode & 0o777, 0o600)
})

test('a command that is interrupted ends in the service, which serves the next one', async () => {
  const { folder, dataDir } = await installation()
  const ends: string[] = []
  const run: Run = async (words, { signal, error, answersTo }) => {
    if (words[1] === 'short') return 0
    error.write('begun')
    // An answer that never comes ends with the person too.
    await answersTo(['A']).catch((gone: Error) => ends.push(gone.message))
    ends.push(String(signal.aborted))
    return 0
  }
  await serve(dataDir, run)
  const { child, text } = begin(folder, ['user:list'])
  await until('the command has begun', () => text.error.includes('begun'))
  child.kill('SIGINT')
  await until('the service has ended it', () => ends.length === 2)
  assert.equal(ends, ['the command was ended', 'true'])
  assert.is((await linecard(folder, 'user:list', 'short')).code, 0)
})

test('a service that stops during a command says so, with exit code 1', async () => {
  const { folder, dataDir } = await installation()
  const { promise: never } = Promise.withResolvers<number>()
  const socket = await serve(dataDir, (_, { error }) => {
    error.write('begun')
    return never
  })
  const { text, ended } = begin(folder, ['user:list'])
  await until('the command has begun', () => text.error.includes('begun'))
  await socket.close()
  const { code, error } = await ended
  assert.is(code, 1)
  assert.match(error, /the service ended during the command: look whether it was done/)
})

test('a long output waits for its reader, and arrives whole', async () => {
  const { folder, dataDir } = await installation()
  const { promise: written, resolve } = Promise.withResolvers<void>()
  let sent = 0
  await serve(dataDir, async (_, terminal) => {
    const output = terminal.output()
    for (; sent < 400; sent++) await new Promise(done => output.write(`${'z'.repeat(65_535)}\n`, done))
    resolve()
    return 0
  })
  const { child, text, ended } = begin(folder, ['user:list'])
  child.stdout.pause()
  await until('the first part waits', () => sent > 0)
  const held = sent
  child.stdout.resume()
  await written
  assert.ok(held < 400, 'the service sent everything to a reader that does not read')
  assert.is((await ended).code, 0)
  assert.is(text.out.length, 400 * 65_536)
})

test('a socket that others could use is not believed', async () => {
  const { folder, dataDir } = await installation()
  await serve(dataDir, () => 0)
  const path = socketOf(dataDir)
  assert.equal([(await lstat(path)).mode & 0o777, (await lstat(dirname(path))).mode & 0o777], [0o600, 0o700])
  await chmod(path, 0o606)
  const open = await linecard(folder, 'user:list')
  assert.is(open.code, 1)
  assert.match(open.error, /cannot be trusted: .*socket is open to other users \(mode 606\)/)
  await chmod(path, 0o600)
  await chmod(dirname(path), 0o755)
  assert.match((await linecard(folder, 'user:list')).error, /command is open to other users \(mode 755\)/)
})

test('another version is refused with a sentence, and so is what has no end', async () => {
  const { dataDir } = await installation()
  await serve(dataDir, () => 0)
  const ask = async (text: string) => {
    const socket = connect(socketOf(dataDir))
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += String(chunk)))
    socket.on('error', () => undefined)
    socket.write(text)
    await new Promise(closed => socket.once('close', closed))
    return answer
  }
  assert.match(await ask(orderText()), '{"exit":0}')
  const newer = await ask(orderText({ version: '99.0.0' }))
  assert.match(
    newer,
    `the running service is Linecard ${version} and this command is Linecard 99.0.0: restart`,
  )
  assert.not.match(newer, 'accepted')
  assert.match(await ask(orderText({ protocol: 2 })), 'refused')
  assert.is(await ask('nonsense\n'), '')
  assert.is(await ask(`"${'x'.repeat(5_000_000)}`), '')
})

test('more commands than the service takes at once are refused, and a place becomes free again', async () => {
  const { folder, dataDir } = await installation()
  let running = 0
  const { promise: free, resolve } = Promise.withResolvers<number>()
  await serve(dataDir, () => {
    running++
    return free
  })
  const sockets = Array.from({ length: 32 }, () => {
    const socket = connect(socketOf(dataDir)).on('error', () => undefined)
    socket.write(orderText())
    return socket
  })
  await until('32 commands run', () => running === 32)
  assert.match((await linecard(folder, 'user:list')).error, /32 commands run already/)
  for (const socket of sockets) socket.destroy()
  resolve(0)
  await until('a command is taken', async () => (await linecard(folder, 'user:list')).code === 0)
})

test('the socket of a dead service is replaced, that of a living one is not', async () => {
  const { folder, dataDir } = await installation()
  const path = socketOf(dataDir)
  await mkdir(dirname(path), { recursive: true })
  const dead = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`,
  ])
  await once(dead.stdout, 'data')
  dead.kill('SIGKILL')
  await once(dead, 'exit')
  assert.ok((await lstat(path)).isSocket())
  const told: string[] = []
  await serve(dataDir, () => 4, told)
  assert.equal(told, [])
  const second = await serve(dataDir, () => 5, told)
  assert.equal(told, ['another service of this data folder does the commands'])
  assert.is((await linecard(folder, 'user:list')).code, 4)
  await second.close()
  assert.is((await linecard(folder, 'user:list')).code, 4)
})

test('a data folder whose path is too long for a socket has it elsewhere', async () => {
  const { folder, dataDir } = await installation('d'.repeat(120))
  await mkdir(dataDir)
  await serve(dataDir, () => 6)
  assert.ok(Buffer.byteLength(socketOf(dataDir)) <= 103)
  assert.is((await linecard(folder, 'user:list')).code, 6)
})

test('what a service cannot do is done by the command itself', async () => {
  const { folder, dataDir } = await installation()
  const asked: (readonly string[])[] = []
  await serve(dataDir, words => {
    asked.push(words)
    return 0
  })
  assert.match((await linecard(folder, 'vault:forget')).error, /cannot use PostgreSQL/)
  assert.match((await linecard(folder, 'not:known')).error, /unknown command 'not:known'/)
  assert.equal(asked, [])
  const path = socketOf(dataDir)
  await rename(path, `${path}.away`)
  assert.match((await linecard(folder, 'user:list')).error, /cannot use PostgreSQL/)
})
