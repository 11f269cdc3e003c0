import { mkdir, mkdtemp, readdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { assert, suite, until } from '@linecard/test-kit'
import type { Attachments } from '../src/attachments.ts'
import plugin from '../src/index.ts'
import { redraw } from '../src/pictures.ts'
import { writeDown } from '../src/spool.ts'
import { guarded } from '../src/storage/failures.ts'
import type { Storage } from '../src/storage/index.ts'
import { noise } from './files.ts'
import { startHouse, type House } from './world.ts'

const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => { run(): Promise<AddressInfo>, close(): Promise<void> }

const test = suite('attachments: storage', { timeoutMs: 60_000 })
let house!: House
test.before(async () => { house = await startHouse() })
test.after(() => house?.stop())

const png = () => noise(40, 30).png().toBuffer()
const ofDevice = async (one: House, content: Buffer | string = 'a note', id: number | undefined = undefined) => (await one.upload({ type: 'device', ...id === undefined ? {} : { id } }, content, 'n.txt')).data
const fileOf = (one: House, id: number) => one.fetch(`/component/attachments/${id}/file`)
const codeOf = ({ bytes }: { bytes: Buffer }) => (JSON.parse(String(bytes)) as { error: { code: string } }).error.code
const old = new Date(Date.now() - 2 * 3_600_000)

/** Runs the clean-up now and gives what it said. */
async function cleanUp(one: House): Promise<string> {
  const { body } = await one.http('POST', '/system-schedule/attachments.clean_up/run')
  const { id } = body.data as { id: string }
  return until('the clean-up has ended', async () => {
    const { runs } = await one.use('jobs').reports({ id, lines: true, limit: 1, offset: 0 })
    return runs[0] && runs[0].status !== 'running' ? `${runs[0].status} ${runs[0].lines.map(({ message }) => message).join(' | ')}` : null
  }, { timeoutMs: 20_000 })
}

test('files of a deleted device go with the clean-up; young ones and those of others stay', async () => {
  const gone = (await house.sql<{ id: number }>(`insert into inventory_device (ip, name) values ('198.51.100.9', 'gone') returning id`))[0]!.id
  const [lost, kept] = [await ofDevice(house, await png(), gone), await ofDevice(house, await png())]
  assert.is((await house.http('DELETE', `/device/${gone}`)).status, 200)
  assert.is((await house.http('GET', `/component/attachments/${lost.id}`)).status, 404)
  const files = await house.kept()
  assert.is(files.length, 4)
  assert.match(await cleanUp(house), /^ok/)
  assert.equal(await house.kept(), files)
  for (const path of files) await utimes(path, old, old)
  const stray = join(dirname(files[0]!), 'notes.txt')
  await writeFile(stray, 'not ours')
  await utimes(stray, old, old)
  assert.match(await cleanUp(house), /^ok .*"?removed"?/)
  assert.is((await house.kept()).length, 3)
  assert.is((await fileOf(house, kept.id)).status, 200)
  assert.is((await house.fetch(`/component/attachments/${kept.id}/thumbnail`)).status, 200)
  await rm(stray)
  await house.http('DELETE', `/component/attachments/${kept.id}`)
})

test('what a dead process left on its way is removed once it is old', async () => {
  for (const [name, time] of [['file-old', old], ['file-new', new Date()]] as const) {
    const folder = join(house.folder, 'arriving', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'arrived'), 'half')
    await utimes(folder, time, time)
  }
  await cleanUp(house)
  assert.equal(await readdir(join(house.folder, 'arriving')), ['file-new'])
  await rm(join(house.folder, 'arriving', 'file-new'), { recursive: true })
})

test('a file that is lost or was cut is told as such, and its row stays', async () => {
  const [lost, short] = [await ofDevice(house, 'lost'), await ofDevice(house, 'to be cut')]
  const [path] = (await house.sql<{ storage_key: string }>('select storage_key from attachments_file where id = $1', [lost.id])).map(({ storage_key: key }) => join(house.folder, 'files', key.slice(0, 2), key.slice(2, 4), key))
  const [cut] = (await house.sql<{ storage_key: string }>('select storage_key from attachments_file where id = $1', [short.id])).map(({ storage_key: key }) => join(house.folder, 'files', key.slice(0, 2), key.slice(2, 4), key))
  await rm(path!)
  await truncate(cut!, 3)
  for (const { id } of [lost, short]) {
    const answer = await fileOf(house, id)
    assert.equal([answer.status, codeOf(answer)], [500, 'ATTACHMENTS_FILE_LOST'])
  }
  await house.sql(`update attachments_file set created_at = now() - interval '2 hours'`)
  assert.match(await cleanUp(house), `attachments without their file: 1, the first are ${lost.id}`)
  for (const { id } of [lost, short]) assert.is((await house.http('DELETE', `/component/attachments/${id}`)).status, 200)
})

test('fault 68: links in the folder are not followed, neither to read nor to write', async () => {
  const aside = await mkdtemp(join(tmpdir(), 'linecard-aside-'))
  try {
    const { id, bytes } = await ofDevice(house, 'twelve bytes')
    const [row] = await house.sql<{ storage_key: string }>('select storage_key from attachments_file where id = $1', [id])
    const key = row!.storage_key
    const path = join(house.folder, 'files', key.slice(0, 2), key.slice(2, 4), key)
    await writeFile(join(aside, key), 'x'.repeat(bytes))
    await rm(path)
    await symlink(join(aside, key), path)
    const linked = await fileOf(house, id)
    assert.equal([linked.status, codeOf(linked)], [503, 'ATTACHMENTS_STORAGE_FAILED'])
    await rename(dirname(path), `${dirname(path)}-old`)
    await symlink(aside, dirname(path))
    assert.is(codeOf(await fileOf(house, id)), 'ATTACHMENTS_STORAGE_FAILED')
    assert.is((await house.http('DELETE', `/component/attachments/${id}`)).status, 200)
    assert.equal(await readdir(aside), [key])
  } finally {
    await rm(aside, { recursive: true })
  }
})

test('two uploads that arrive together cannot both take the last room; objects have limits of their own', async () => {
  const small = await startHouse({ quota_mb: 1, object_quota_mb: 1, object_files: 3 })
  try {
    const half = 'x'.repeat(600_000)
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([small.near, small.far, small.near].map(({ device }) => small.upload({ type: 'device', id: device }, half, 'x.txt')))
      assert.equal(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
      assert.ok(answers.every(({ code }) => code === undefined || code === 'ATTACHMENTS_QUOTA_FULL' || code === 'ATTACHMENTS_OBJECT_FULL'))
      assert.is((await small.kept()).length, 1)
      await small.http('DELETE', `/component/attachments/${answers.find(({ status }) => status === 201)!.data.id}`)
    }
    const many = await Promise.all(Array.from({ length: 8 }, () => small.upload({ type: 'device' }, 'a', 'x.txt')))
    assert.is(many.filter(({ status }) => status === 201).length, 3)
    assert.equal([...new Set(many.map(({ code }) => code))].toSorted(), ['ATTACHMENTS_OBJECT_FULL', undefined])
    assert.is((await small.kept()).length, 3)
    assert.is((await small.upload({ type: 'interface', id: small.near.port }, 'a', 'x.txt')).status, 201)
  } finally {
    await small.stop()
  }
})

test('fault 43: where the disk is full the client is told, and nothing is half kept', async () => {
  const aside = await mkdtemp(join(tmpdir(), 'linecard-aside-'))
  const picture = join(aside, 'picture')
  await writeFile(picture, await noise(300, 300).png().toBuffer())
  const full = [() => writeDown(Readable.from([Buffer.alloc(100_000)]), '/dev/full', 'w'), () => redraw(picture, 'image/png', '/dev/full', join(aside, 'small'), 1), () => redraw(picture, 'image/png', join(aside, 'anew'), '/dev/full', 1)]
  for (const write of full) {
    const error = await write().then(() => null, (reason: unknown) => reason as { code: string, status: number })
    assert.equal([error?.code, error?.status], ['ATTACHMENTS_STORAGE_FULL', 503])
  }
  await rm(aside, { recursive: true })

  let puts = 0
  const real = plugin.setup
  // Everything is real but that the disk is full when the thumbnail is to be kept.
  plugin.setup = async ctx => {
    const parts = await real(ctx) as Attachments
    const filling = (): Storage => ({ ...parts.storage(), put: (key, path) => ++puts % 2 === 0 ? guarded(() => writeFile('/dev/full', key)) : parts.storage().put(key, path) })
    return { ...parts, storage: filling }
  }
  const tight = await startHouse()
  plugin.setup = real
  try {
    const safe = await ofDevice(tight)
    puts = 0
    const { status, code } = await tight.upload({ type: 'device' }, await png())
    assert.equal([status, code], [503, 'ATTACHMENTS_STORAGE_FULL'])
    assert.is((await tight.kept()).length, 1)
    assert.is(String((await fileOf(tight, safe.id)).bytes), 'a note')
  } finally {
    await tight.stop()
  }
})

test('a folder that cannot be used is told to the client and explained in the log, and the rest runs', async () => {
  const aside = await mkdtemp(join(tmpdir(), 'linecard-aside-'))
  await writeFile(join(aside, 'file'), '')
  const homeless = await startHouse({ folder: join(aside, 'file', 'sub') })
  try {
    const { status, code } = await homeless.upload({ type: 'device' }, 'a note', 'n.txt')
    assert.equal([status, code], [503, 'ATTACHMENTS_STORAGE_FAILED'])
    assert.is((await homeless.http('GET', '/component/attachments')).status, 200)
    assert.match(homeless.log.join(''), 'ENOTDIR')
  } finally {
    await homeless.stop()
    await rm(aside, { recursive: true })
  }
})

test('the bucket of an S3-compatible storage keeps files as the folder does', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'linecard-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'files' }] })
  const { port } = await server.run()
  const distant = await startHouse({ storage: 's3', s3_endpoint: `http://127.0.0.1:${port}`, s3_bucket: 'files', s3_prefix: 'linecard/', s3_access_key: 'S3RVER', s3_secret_key: 'S3RVER' })
  const objects = async () => (await readdir(join(directory, 'files'), { recursive: true })).filter(name => /[\da-f]{32}\._S3rver_object$/.test(name))
  try {
    const { status, data, description } = await distant.upload({ type: 'device' }, await png(), 'x.png')
    assert.is(status, 201, `${description} ${distant.log.filter(line => line.includes('"err"')).join('')}`)
    assert.equal(await distant.kept(), [])
    assert.is((await objects()).length, 2)
    assert.match((await objects())[0]!, /^linecard\/[\da-f]{2}\/[\da-f]{2}\//)
    assert.is((await fileOf(distant, data.id)).bytes.length, data.bytes)
    assert.is((await distant.fetch(`/component/attachments/${data.id}/thumbnail`)).status, 200)
    const large = 'line of a log\n'.repeat(200_000)
    assert.is(String((await fileOf(distant, (await ofDevice(distant, large)).id)).bytes), large)

    await distant.sql(`delete from attachments_file where id = ${data.id}`)
    assert.match(await cleanUp(distant), /^ok/)
    assert.is((await objects()).length, 3)
    for (const name of await readdir(join(directory, 'files'), { recursive: true, withFileTypes: true })) if (name.isFile()) await utimes(join(name.parentPath, name.name), old, old)
    assert.match(await cleanUp(distant), /^ok/)
    assert.is((await objects()).length, 1)
    const [left] = (await distant.http('GET', '/component/attachments')).body.data as { id: number }[]
    assert.is((await distant.http('DELETE', `/component/attachments/${left!.id}`)).status, 200)
    assert.is((await objects()).length, 0)
    const lost = await ofDevice(distant)
    await rm(join(directory, 'files', 'linecard'), { recursive: true })
    assert.is(codeOf(await fileOf(distant, lost.id)), 'ATTACHMENTS_FILE_LOST')

    await server.close()
    const { code } = await distant.upload({ type: 'device' }, 'a note', 'n.txt')
    assert.is(code, 'ATTACHMENTS_STORAGE_FAILED')
    const settings = (await distant.http('GET', '/system/configuration')).text
    assert.not.match(settings, '"value":"S3RVER","source":"file","environment":"ATTACHMENTS_S3_SECRET_KEY"')
  } finally {
    await distant.stop()
    await server.close().catch(() => undefined)
    await rm(directory, { recursive: true, force: true })
  }
})

const serve = (answer: (server: Server) => void) => new Promise<{ url: string, close(): void }>(resolve => {
  const server = createServer()
  answer(server)
  server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => { server.closeAllConnections(); server.close() } }))
})

test('fault 65: a storage that sends elsewhere is not followed', async () => {
  const heard: string[] = []
  const inner = await serve(server => server.on('request', (request, response) => { heard.push(request.url!); response.end() }))
  const outer = await serve(server => server.on('request', (request, response) => { request.resume(); response.writeHead(307, { location: `${inner.url}/stolen`, 'x-amz-bucket-region': 'eu-west-9' }).end() }))
  const lured = await startHouse({ storage: 's3', s3_endpoint: outer.url, s3_bucket: 'files', s3_access_key: 'k', s3_secret_key: '~s3 secret~' })
  try {
    const { code } = await lured.upload({ type: 'device' }, 'a note', 'n.txt')
    assert.is(code, 'ATTACHMENTS_STORAGE_FAILED')
    assert.equal(heard, [])
    assert.not.match(lured.log.join(''), '~s3 secret~')
    assert.not.match((await lured.http('GET', '/system/configuration')).text, '~s3 secret~')
  } finally {
    await lured.stop()
    inner.close()
    outer.close()
  }
})

test('settings take effect at once: limits, and another storage', async () => {
  const set = async (attachments: object) => assert.is((await house.http('PUT', '/system/configuration', { attachments })).status, 200)
  await set({ max_file_mb: 1 })
  assert.is((await house.upload({ type: 'device' }, 'x'.repeat(1_000_001), 'n.txt')).code, 'UPLOAD_TOO_LARGE')
  await set({ max_file_mb: 2, storage: 's3' })
  assert.is((await house.upload({ type: 'device' }, 'x'.repeat(1_000_001), 'n.txt')).code, 'ATTACHMENTS_STORAGE_FAILED')
  await set({ storage: 'local' })
  const { status, data } = await house.upload({ type: 'device' }, 'x'.repeat(1_000_001), 'n.txt')
  assert.is(status, 201)
  await house.http('DELETE', `/component/attachments/${data.id}`)
})

test('settings that make no storage fail the plugin with the reason, and nothing else', async () => {
  const astray = await startHouse({ storage: 's3', s3_bucket: 'files' })
  try {
    const { reason, state } = astray.use('installation').components().find(({ key }) => key === 'attachments')!
    assert.equal([state, reason], ['failed', 'storage s3 needs the settings s3_endpoint, s3_access_key, s3_secret_key'])
    assert.is((await astray.http('GET', '/component/attachments')).status, 404)
    assert.is((await astray.http('GET', '/device')).status, 200)
  } finally {
    await astray.stop()
  }
})
