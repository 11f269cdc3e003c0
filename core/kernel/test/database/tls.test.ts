import { assert, failureOf, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { keptLog } from '@linecard/test-kit/worlds/log'
import { startTlsServer, type TlsServer } from '@linecard/test-kit/worlds/tls-postgres'
import { openDatabase } from '../../src/database/index.ts'
import { routeOf } from '../../src/database/tls.ts'
import { openQueue } from '../../src/jobs/queue.ts'

const test = suite('database over TLS', { level: 'full' })
const log = keptLog()
let server: TlsServer
let plain: TestDatabase
test.before(async () => {
  server = await startTlsServer()
  plain = await createDatabase()
})
test.after(async () => {
  await server?.end()
  await plain?.drop()
})
const open = (url: string) => openDatabase({ url, dataDir: '/nonexistent', entities: [], log })
const refused = async (url: string) => {
  const { name, message } = await failureOf(open(url))
  assert.is(name, 'StartError')
  assert.is(message.split('\n').length, 1)
  assert.not.match(message, new URL(server.url).password)
  return message
}

test('pool, LISTEN and job queue all use TLS, with the certificate checked for the address', async () => {
  const database = await open(server.verified())
  const boss = openQueue({ url: server.verified(), log, logFailure: () => {}, serve: false })
  await boss.start()
  const [row] = await database.em().execute('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
  assert.equal(row, { ssl: true })
  let heard = ''
  await database.listen('demo', payload => {
    heard = payload
  })
  await database.notify('demo', 'over TLS')
  await until('the notification', () => heard === 'over TLS')
  const { rows } = await server.admin.query<{ ssl: boolean; count: number }>(
    `select ssl, count(*)::int from pg_stat_ssl join pg_stat_activity using (pid)
     where application_name like 'linecard%' group by 1`,
  )
  assert.equal(
    rows.map(({ ssl, count }) => [ssl, count >= 3]),
    [[true, true]],
  )
  await boss.stop({ graceful: false })
  await database.stop()
})

test('a certificate of another CA, or for another host, is refused with what to do', async () => {
  assert.match(await refused(server.verified(server.otherCa)), /CA.*sslrootcert/)
  assert.match(await refused(`${server.url}?sslmode=verify-full`), /CA.*set sslrootcert/)
  const byName = server.verified().replace('@127.0.0.1', '@localhost')
  assert.match(await refused(byName), /its certificate is for another host.*ALTNAME/)
})

test('every mode that promises TLS checks the certificate, no-verify does not', async () => {
  for (const mode of ['prefer', 'require', 'verify-ca'])
    assert.match(await refused(`${server.url}?sslmode=${mode}`), /set sslrootcert/)
  const database = await open(`${server.url}?sslmode=no-verify`)
  const [row] = await database.em().execute('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
  assert.equal(row, { ssl: true })
  await database.stop()
})

test('without TLS where it must be, with it where it is not offered, and mistakes in the URL', async () => {
  assert.match(await refused(server.url), /pg_hba\.conf does not let .* \(28000\)/)
  assert.match(await refused(`${server.url}?sslmode=disable`), /28000/)
  assert.match(await refused(`${plain.url}?sslmode=verify-full`), /does not offer TLS: set ssl = on/)
  assert.match(await refused(server.verified('/nowhere/ca.crt')), /sslrootcert .*\/nowhere\/ca\.crt.*ENOENT/)
  assert.match(await refused(`${server.url}?sslmode=full`), /sslmode=full .* is not known/)
})

test('what a URL says of TLS is taken out of it, the rest stays', () => {
  const url = 'postgres://u:p%40ss@db.example:6432/linecard?application_name=x'
  assert.equal(routeOf(url), { connectionString: url })
  assert.equal(routeOf(`${url}&sslmode=verify-full`), {
    connectionString: url,
    ssl: { host: 'db.example', rejectUnauthorized: true },
  })
  assert.equal(routeOf('postgres://u@[fd00::7]/x?ssl=true').ssl, {
    host: 'fd00::7',
    rejectUnauthorized: true,
  })
})
