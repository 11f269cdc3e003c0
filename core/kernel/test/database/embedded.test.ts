import { existsSync, readFileSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { isUnavailable, openDatabase } from '../../src/database/index.ts'
import { connectOnce } from '../../src/database/pg.ts'
import { provideBinaries } from '../../src/database/embedded/binaries.ts'
import { serverAccount } from '../../src/database/embedded/account.ts'
import { launchProcess, type Launched } from './launch.ts'
import { migrations } from './process.ts'
import { keptLog } from '@linecard/test-kit/worlds/log'

const test = suite('embedded database', { level: 'full' })
const root = process.getuid?.() === 0
const folders: string[] = []
const children: Launched[] = []

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'linecard-pg-'))
  await chmod(made, 0o755)
  folders.push(made)
  return join(made, 'data')
}
async function inProcess(dataDir: string, what: string, uid?: number): Promise<Launched> {
  const child = await launchProcess(dataDir, what, uid)
  children.push(child)
  return child
}
const open = (dataDir: string, log = keptLog()) => openDatabase({ url: null, dataDir, entities: [], log })
/** An ended process without a parent may stay in the process table (a zombie) until init collects it. */
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !existsSync(`/proc/${pid}/stat`) || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
/** CPU time of this process and of those that it started and that have ended, such as initdb. */
function cpuWithChildrenMs(): number {
  const { user, system } = process.cpuUsage()
  if (!existsSync('/proc/self/stat')) return (user + system) / 1000
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  // In ticks, of which Linux shows a hundred a second.
  return (user + system) / 1000 + (Number(fields[13]) + Number(fields[14])) * 10
}
/** PostgreSQL removes its pid file shortly before it ends. */
const ends = (pid: number) => until(`process ${pid} ends`, () => !isRunning(pid))
const serverPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
const portOf = (url: string) => Number(new URL(url).port)

test.after(async () => {
  for (const child of children) child.kill()
  for (const made of folders) {
    // Left by a test that failed half-way.
    if (existsSync(join(made, 'data', 'postgres', 'data', 'postmaster.pid')))
      await (await open(join(made, 'data'))).stop()
    await rm(made, { recursive: true, force: true })
  }
})

test('a first start is cheap and safe, and stops again', async () => {
  const dataDir = await folder()
  const started = cpuWithChildrenMs()
  const database = await open(dataDir)
  const spent = cpuWithChildrenMs() - started
  assert.ok(spent < 25_000, `the first start took ${spent} ms`)
  const [settings] = await database
    .em()
    .execute(
      "select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding, current_setting('listen_addresses') as address, current_setting('TimeZone') as zone, upper('дж') as upper",
    )
  assert.equal(settings, { fsync: 'on', encoding: 'UTF8', address: '127.0.0.1', zone: 'UTC', upper: 'ДЖ' })
  assert.is((await stat(join(dataDir, 'postgres.json'))).mode & 0o777, 0o600)
  const pid = await serverPid(dataDir)
  const data = await stat(join(dataDir, 'postgres', 'data'))
  assert.is(data.mode & 0o777, 0o700)
  if (root) assert.is.not(data.uid, 0)
  for (const password of ['', 'wrong']) {
    assert.match(
      (await failureOf(connectOnce(Object.assign(new URL(database.url), { password }).href))).message,
      /password/,
    )
  }
  await database.stop()
  await ends(pid)
})

test('a second start finds the old data on the same port', async () => {
  const dataDir = await folder()
  const first = await open(dataDir)
  await first.migrate('pair', migrations.slice(0, 1))
  await first.em().execute("insert into pair values (1, 'left')")
  await first.stop()
  const second = await open(dataDir)
  assert.is(second.url, first.url)
  assert.equal(await second.em().execute('select * from pair'), [{ id: 1, side: 'left' }])
  await second.stop()
})

test('two processes that start at once share one server; the last one stops it', async () => {
  const dataDir = await folder()
  const [first, second] = await Promise.all([inProcess(dataDir, 'hold'), inProcess(dataDir, 'hold')])
  const [pid] = [await first.server(), await second.server()]
  assert.is(pid, await second.server())
  assert.equal((await readdir(join(dataDir, 'postgres'))).toSorted(), ['data', 'server.log'])
  first.release()
  await first.says('stopped')
  assert.ok(isRunning(pid), 'the server goes on while another process uses it')
  second.release()
  await second.says('stopped')
  await ends(pid)
})

test('killed while writing, the server continues: the next start uses it and finds complete pairs', async () => {
  const dataDir = await folder()
  const writer = await inProcess(dataDir, 'write')
  const pid = await writer.server()
  await writer.says('writing')
  writer.kill()
  assert.ok(isRunning(pid))
  const database = await open(dataDir)
  assert.is(await serverPid(dataDir), pid)
  const [row] = await database
    .em()
    .execute<{ ids: string; halves: string }[]>(
      'select count(*) as ids, count(*) filter (where sides <> 2) as halves from (select count(*) as sides from pair group by id) as pairs',
    )
  assert.ok(Number(row?.ids) > 50)
  assert.is(Number(row?.halves), 0)
  await database.stop()
  await ends(pid)
})

test('killed together with the server while writing: it recovers, with complete pairs', async () => {
  const dataDir = await folder()
  const writer = await inProcess(dataDir, 'write')
  const pid = await writer.server()
  await writer.says('writing')
  process.kill(pid, 'SIGKILL')
  writer.kill()
  const database = await open(dataDir)
  assert.is.not(await serverPid(dataDir), pid)
  const [row] = await database
    .em()
    .execute<{ ids: string; halves: string }[]>(
      'select count(*) as ids, count(*) filter (where sides <> 2) as halves from (select count(*) as sides from pair group by id) as pairs',
    )
  assert.ok(Number(row?.ids) > 50, 'what had been committed is there')
  assert.is(Number(row?.halves), 0)
  await database.stop()
})

for (const alsoServer of [false, true]) {
  test(`killed while migrating${alsoServer ? ', together with the server' : ''}: nothing of the batch is left, the next start applies it`, async () => {
    const dataDir = await folder()
    const migrator = await inProcess(dataDir, 'migrate')
    await migrator.says('migrating')
    if (alsoServer) process.kill(await migrator.server(), 'SIGKILL')
    migrator.kill()
    const database = await open(dataDir)
    assert.equal(
      await database
        .em()
        .execute("select to_regclass('pair_more') as more, to_regclass('pair') is not null as pair"),
      [{ more: null, pair: true }],
    )
    assert.equal(await database.migrate('pair', migrations), ['pair/0002_slow'])
    assert.equal(await database.em().execute('select count(*)::int as n from pair_more'), [{ n: 20_000 }])
    await database.stop()
  })
}

test('the server dies under a running process: fast failures, then it is started again', async () => {
  const dataDir = await folder()
  const database = await open(dataDir)
  const heard: string[] = []
  let reconnected = false
  await database.listen(
    'demo',
    payload => heard.push(payload),
    () => {
      reconnected = true
    },
  )
  const pid = await serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  const failure = await until(
    'a failure',
    () =>
      database
        .em()
        .execute('select 1')
        .then(
          () => null,
          (error: unknown) => error,
        ),
    { everyMs: 1 },
  )
  assert.ok(isUnavailable(failure), String(failure))
  await until('the link is back', () => reconnected)
  await until('it answers again', () => database.ping(500))
  assert.is.not(await serverPid(dataDir), pid)
  await database.notify('demo', 'again')
  await until('LISTEN works again', () => heard.includes('again'))
  await database.stop()
})

test('a pid file with the number of another process is ignored', async () => {
  const dataDir = await folder()
  const database = await open(dataDir)
  await database.stop()
  const data = join(dataDir, 'postgres', 'data')
  const stranger = await inProcess(await folder(), 'hold')
  await stranger.server()
  await writeFile(
    join(data, 'postmaster.pid'),
    `${stranger.pid}\n${data}\n1700000000\n${portOf(database.url)}\n\n127.0.0.1\n\nready   \n`,
  )
  const again = await open(dataDir)
  assert.is(await again.ping(), true)
  await again.stop()
  await rm(join(data, 'postmaster.pid'), { force: true })
})

test('a port that is in use now is replaced', async () => {
  const dataDir = await folder()
  const first = await open(dataDir)
  await first.stop()
  const squatter = createServer()
  await new Promise<void>(resolve => {
    squatter.listen(portOf(first.url), '127.0.0.1', () => resolve())
  })
  const second = await open(dataDir)
  assert.is.not(portOf(second.url), portOf(first.url))
  assert.is(await second.ping(), true)
  await second.stop()
  await new Promise(resolve => {
    squatter.close(resolve)
  })
  assert.is(JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')).port, portOf(second.url))
})

test('a server that cannot start reports the reason, with the end of its log', async () => {
  const dataDir = await folder()
  const database = await open(dataDir)
  await database.stop()
  await rm(join(dataDir, 'postgres', 'data', 'global', 'pg_control'))
  const error = await failureOf(open(dataDir))
  assert.is(error.name, 'StartError')
  assert.match(
    error.message,
    /the embedded PostgreSQL does not start \(log .*server\.log\):\n(.|\n)*pg_control/,
  )
  assert.not.match(error.message, new URL(database.url).password)
  await rm(dataDir, { recursive: true })
})

test('data without their password file, or a broken one, are never replaced by an empty database', async () => {
  const dataDir = await folder()
  await (await open(dataDir)).stop()
  const known = await readFile(join(dataDir, 'postgres.json'))
  await writeFile(join(dataDir, 'postgres.json'), 'half of it {')
  assert.match((await failureOf(open(dataDir))).message, /postgres\.json is not JSON: restore it/)
  await rm(join(dataDir, 'postgres.json'))
  assert.match(
    (await failureOf(open(dataDir))).message,
    /holds a database, but .*postgres\.json with its password is missing/,
  )
  await writeFile(join(dataDir, 'postgres.json'), known, { mode: 0o600 })
  await (await open(dataDir)).stop()
})

if (root) {
  test('as root below a folder that only root can enter, the database is in a folder of all users', async () => {
    const dataDir = await folder()
    await chmod(join(dataDir, '..'), 0o700)
    const log = keptLog()
    const database = await open(dataDir, log)
    const { home } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { home: string }
    assert.match(home, /^\/var\/lib\/linecard-postgres\/[0-9a-f]{12}$/)
    assert.match(log.text(), `the database is in ${home}, because user`)
    await database.em().execute('create table here (id int)')
    await database.stop()
    const again = await open(dataDir)
    assert.equal(await again.em().execute('select * from here'), [])
    await again.stop()
    await rm(home, { recursive: true })
    await rm(join(dataDir, 'postgres.json'))
  })

  test('programs that the unprivileged user cannot read are copied to a place that it can read', async () => {
    const account = await serverAccount('/nonexistent')
    const hidden = join(await folder(), 'package')
    const shelter = join(hidden, '..', '..', 'shelter')
    const installed = await provideBinaries(account, shelter, keptLog())
    await mkdir(hidden, { recursive: true })
    // As npm leaves it when install scripts are off: no links, no executable bit.
    const native = join(installed.postgres, '..', '..')
    await cp(join(native, '..', 'package.json'), join(hidden, 'package.json'))
    await cp(native, join(hidden, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: async file => !(await lstat(file)).isSymbolicLink() && !file.endsWith('.a'),
    })
    await chmod(join(hidden, 'native', 'bin', 'initdb'), 0o644)
    await chmod(join(hidden, '..'), 0o700)
    const copied = await provideBinaries(account, shelter, keptLog(), hidden)
    assert.ok(copied.postgres.startsWith(shelter))
    assert.equal(await provideBinaries(account, shelter, keptLog(), hidden), copied)
    assert.equal(await readdir(shelter), [`postgresql-${copied.version}`])
  })

  test('works as an ordinary user; root then uses the same server and data', async () => {
    const nobody = 65_534
    const dataDir = await folder()
    await mkdir(dataDir)
    await chown(dataDir, nobody, nobody)
    const child = await inProcess(dataDir, 'hold', nobody)
    const pid = await child.server()
    assert.is(child.uid(), nobody)
    assert.is((await stat(join(dataDir, 'postgres', 'data'))).uid, nobody)
    const database = await open(dataDir)
    assert.is(await database.ping(), true)
    child.release()
    await child.says('stopped')
    assert.ok(isRunning(pid))
    await database.stop()
    await ends(pid)
    const again = await inProcess(dataDir, 'hold', nobody)
    await again.server()
    again.kill()
    await again.gone
    const adopted = await inProcess(dataDir, 'hold', nobody)
    await adopted.server()
    adopted.release()
    await adopted.says('stopped')
  })
} else {
  test.skip('as root', 'needs root')
}
