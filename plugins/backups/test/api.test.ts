import { assert, suite } from '@linecard/test-kit'
import { storeVersion } from '../src/versions/store.ts'
import { at, configurationOf, dataOf, keyOf, startWorld, type Archive } from './world.ts'

const test = suite('operations on configurations')
let world!: Archive
const base = '/component/backups'
let [viewer, keeper] = ['', '']

interface Difference {
  unified: string
  rows: { kind: string; left: string | null; right: string | null; left_line: number | null }[]
  added: number
  removed: number
  hidden_changes: boolean
}

const store = (device_id: number, text: string, minute: number) =>
  storeVersion(world.backups, { device_id, model_key: null, text, time: at(minute), attempt: null })
const get = (path: string, key = viewer) => world.http('GET', `${base}${path}`, undefined, key)

/** Many lines that no other word has. */
const lines = (word: string) =>
  Array.from({ length: 60_000 }, (_, n) => `${word} ${(n * 7919) % 60_000}`).join('\n')

test.before(async () => {
  world = await startWorld({ answer_octets: 65_536 })
  viewer = await keyOf(world, ['backups_view'], [71])
  keeper = await keyOf(world, ['backups_view', 'backups_run', 'backups_secrets'], [71])
  await store(7, configurationOf(20), 0)
  await store(7, configurationOf(20, 'renamed'), 10)
  await store(8, configurationOf(30), 0)
})
test.after(() => world.stop())

test('the current configuration and an older one, without secrets', async () => {
  const current = await get('/7/config')
  const { text, masked, version } = dataOf<{ text: string; masked: boolean; version: { id: number } }>(
    current,
  )
  assert.is(masked, true)
  assert.match(text, 'hostname renamed\nuser admin secret ***\n')
  assert.is(current.headers.get('cache-control'), 'no-store')
  const versions = dataOf<{ id: number; valid_until: string | null; valid_since: string }[]>(
    await get('/7/versions'),
  )
  assert.equal(
    versions.map(one => [one.valid_since, one.valid_until]),
    [
      [at(10).toISOString(), null],
      [at(0).toISOString(), at(10).toISOString()],
    ],
  )
  assert.is(versions[0]!.id, version.id)
  const older = await get(`/7/config?version=${versions[1]!.id}&format=text`)
  assert.is(older.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.is(older.text, configurationOf(20).replace('Xy77-hidden', '***'))
  assert.is((await get('/192.0.2.7/config')).status, 200)
})

test('secrets need their permission, and each look is recorded', async () => {
  assert.is((await get('/7/config?secrets=true')).status, 403)
  assert.is((await get('/7/diff?secrets=true')).status, 403)
  const shown = await get('/7/config?secrets=true', keeper)
  assert.match(shown.text, 'Xy77-hidden')
  await get('/7/config', keeper)
  await world.use('action-log').flush()
  const actions = await world.sql<{ action: string; device_id: number; status: string }>(
    `select action, device_id, status from system_action where action = 'backups:secrets_shown' order by status`,
  )
  assert.equal(actions, [
    { action: 'backups:secrets_shown', device_id: 7, status: 'FAILED' },
    { action: 'backups:secrets_shown', device_id: 7, status: 'FAILED' },
    { action: 'backups:secrets_shown', device_id: 7, status: 'SUCCESS' },
  ])
  const logged = JSON.stringify(await world.sql('select * from system_action'))
  assert.is(logged.includes('Xy77-hidden') || world.log.join('').includes('Xy77-hidden'), false)
})

test('devices of other groups are unknown to every operation', async () => {
  const [foreign] = await world.sql<{ id: string }>('select id from backups_version where device_id = 8')
  for (const path of ['config', 'versions', 'diff', 'status', 'links'])
    assert.is((await get(`/8/${path}`, keeper)).status, 404, path)
  for (const path of ['run', 'held/accept', 'held/refuse'])
    assert.is((await world.http('POST', `${base}/8/${path}`, undefined, keeper)).status, 404, path)
  assert.is((await get(`/7/config?version=${foreign!.id}`)).status, 404)
  assert.is((await get(`/7/diff?from=${foreign!.id}`)).status, 404)
  const listed = dataOf<{ device: { id: number } }[]>(await get('/devices'))
  assert.equal(
    listed.map(({ device }) => device.id),
    [7],
  )
})

test('permissions: who sees may not run', async () => {
  for (const path of ['/7/run', '/run', '/7/held/accept', '/7/held/refuse'])
    assert.is(
      (await world.http('POST', `${base}${path}`, path === '/run' ? {} : undefined, viewer)).status,
      403,
    )
  const nobody = await keyOf(world, [], [71])
  for (const path of [
    '/devices',
    '/7/config',
    '/7/versions',
    '/7/diff',
    '/7/status',
    '/7/links',
    '/supported-models',
  ])
    assert.is((await get(path, nobody)).status, 403, path)
})

test('a difference as `diff -u` and side by side', async () => {
  const found = dataOf<Difference>(await get('/7/diff?context=1'))
  assert.match(
    found.unified,
    /^--- \d+\n\+\+\+ \d+\n@@ -1,3 \+1,3 @@\n ! uptime 5 days\n-hostname sw\n\+hostname renamed\n/,
  )
  assert.equal(
    found.rows.map(({ kind, left, right }) => [kind, left, right]),
    [
      ['same', '! uptime 5 days', '! uptime 5 days'],
      ['changed', 'hostname sw', 'hostname renamed'],
      ['same', 'user admin secret ***', 'user admin secret ***'],
    ],
  )
  assert.equal([found.added, found.removed, found.hidden_changes], [1, 1, false])
  assert.is((await get('/7/diff?context=1&format=text')).text, found.unified)
})

test('two versions that differ in secrets alone say so, and show nothing', async () => {
  await store(7, configurationOf(20, 'renamed').replace('Xy77', 'Zz88'), 20)
  const found = dataOf<Difference>(await get('/7/diff'))
  assert.equal([found.unified, found.rows.length, found.hidden_changes], ['', 0, true])
  const seen = dataOf<Difference>(await get('/7/diff?secrets=true', keeper))
  assert.match(seen.unified, '-user admin secret Xy77-hidden\n+user admin secret Zz88-hidden')
})

test('hostile configurations pass through as text', async () => {
  const line = '\u001b]0;x\u0007<script>alert(1)</script>\u0000\ufffd\u202e"'
  await store(7, `${configurationOf(20)}${line}\n`, 30)
  const shown = dataOf<{ text: string }>(await get('/7/config'))
  assert.ok(shown.text.includes(line))
  const plain = await get('/7/config?format=text')
  assert.is(plain.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.is(plain.headers.get('x-content-type-options'), 'nosniff')
  assert.ok(dataOf<Difference>(await get('/7/diff')).unified.includes(`+${line}`))
})

test('a line of 10 MB: as text only, and the service answers meanwhile', async () => {
  await store(7, `${configurationOf(20)}${'x'.repeat(10_000_000)}\n`, 40)
  const json = await get('/7/config')
  assert.equal([json.status, json.body.error!.code], [413, 'BACKUPS_TOO_LONG'])
  assert.equal((await get('/7/diff')).body.error!.code, 'BACKUPS_DIFF_TOO_LONG')
  assert.ok((await get('/7/config?format=text')).text.length > 10_000_000)
})

test('texts with nothing in common end in an error, not in a thread without end', async () => {
  const { compare } = await import('../src/compare/compare.ts')
  const sides = { from: { name: '1', text: lines('a') }, to: { name: '2', text: lines('b') }, context: 3 }
  const failed = await compare(sides, new AbortController().signal).then(
    () => null,
    (error: { code: string }) => error.code,
  )
  assert.is(failed, 'BACKUPS_DIFF_TOO_DIFFERENT')
})

test('links and models', async () => {
  const links = dataOf<{ config: string; diff: string; panel: string | null }>(await get('/7/links'))
  assert.is(links.panel, null)
  assert.is((await world.http('GET', links.diff.replace('/api/v1', ''))).status, 413)
  const models = dataOf<{ key: string; readable: boolean }[]>(await get('/supported-models'))
  assert.ok(Array.isArray(models))
})

test('nothing stored yet, and words that are wrong', async () => {
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (9, '192.0.2.9', 'new', 71, false)`,
  )
  assert.equal((await get('/9/config')).body.error!.code, 'BACKUPS_NONE')
  assert.equal((await get('/7/config?version=999999')).body.error!.code, 'BACKUPS_VERSION_UNKNOWN')
  assert.is((await get('/7/config?version=x')).status, 400)
  assert.is((await get('/runs/7b1f2c1e-0000-4000-8000-000000000001')).status, 404)
  const run = await world.http('POST', `${base}/9/run`, undefined, keeper)
  assert.equal([run.status, run.body.error!.code], [422, 'BACKUPS_NOT_READABLE'])
})

test('the language of the caller', async () => {
  const texts = dataOf<Record<string, string>>(await world.http('GET', '/system/translations/uk'))
  assert.match(JSON.stringify(texts), 'Конфігурації цього пристрою ще не збережено')
})

test('retention: the oldest go, the current one stays, and so do texts in use', async () => {
  const { trimContents, trimVersions } = await import('../src/versions/retention.ts')
  const { signal } = new AbortController()
  const em = () => world.backups.ctx.em()
  const ids = async () =>
    (
      await world.sql<{ id: string }>('select id from backups_version where device_id = 7 order by id desc')
    ).map(({ id }) => id)
  const before = await ids()
  assert.ok(before.length >= 5)
  await trimVersions(em, { before: at(-1000), most: 2 }, signal)
  assert.equal(await ids(), before.slice(0, 2))
  await trimVersions(em, { before: at(100_000), most: 100 }, signal)
  assert.equal(await ids(), before.slice(0, 1))
  assert.is(await trimContents(em, new Date(at(41).getTime()), signal), 0, 'texts of the last hour stay')
  await trimContents(em, at(1000), signal)
  const [left] = await world.sql<{ n: number }>('select count(*)::int as n from backups_content')
  assert.is(left!.n, 2)
})
