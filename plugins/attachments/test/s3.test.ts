import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { missingTools } from '@linecard/test-kit/worlds/on-demand'
import { noise } from './files.ts'
import { cleanUp, codeOf, old, startHouse, type House } from './world.ts'

const missing = await missingTools('test/storage')
const test = suite('attachments: s3', { level: 'full' })

/** An S3-compatible storage; its package lies in a folder of its own. */
interface Storage {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const newStorage = (options: object): Storage => {
  const from = createRequire(new URL('../../../test/storage/package.json', import.meta.url))
  return new (from('s3rver') as new (options: object) => Storage)(options)
}

const ofDevice = async (one: House, content: string) =>
  (await one.upload({ type: 'device' }, content, 'n.txt')).data
const fileOf = (one: House, id: number) => one.fetch(`/component/attachments/${id}/file`)

const bucket = 'the bucket of an S3-compatible storage stores files like the folder'
const stores = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'linecard-s3-'))
  const server = newStorage({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  const distant = await startHouse({
    storage: 's3',
    s3_endpoint: `http://127.0.0.1:${port}`,
    s3_private_networks: true,
    s3_bucket: 'files',
    s3_prefix: 'linecard/',
    s3_access_key: 'S3RVER',
    s3_secret_key: 'S3RVER',
  })
  const objects = async () =>
    (await readdir(join(directory, 'files'), { recursive: true })).filter(name =>
      /[\da-f]{32}\._S3rver_object$/.test(name),
    )
  try {
    const { status, data, description } = await distant.upload(
      { type: 'device' },
      await noise(40, 30).png().toBuffer(),
      'x.png',
    )
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
    for (const name of await readdir(join(directory, 'files'), { recursive: true, withFileTypes: true }))
      if (name.isFile()) await utimes(join(name.parentPath, name.name), old, old)
    assert.match(await cleanUp(distant), /^ok/)
    assert.is((await objects()).length, 1)
    const [left] = (await distant.http('GET', '/component/attachments')).body.data as { id: number }[]
    assert.is((await distant.http('DELETE', `/component/attachments/${left!.id}`)).status, 200)
    assert.is((await objects()).length, 0)
    const lost = await ofDevice(distant, 'a note')
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
}
if (missing) test.skip(bucket, missing)
else test(bucket, stores)

const serve = (answer: (server: Server) => void) =>
  new Promise<{ url: string; close(): void }>(resolve => {
    const server = createServer()
    answer(server)
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () => {
          server.closeAllConnections()
          server.close()
        },
      }),
    )
  })

test('redirects of a storage are not followed', async () => {
  const heard: string[] = []
  const inner = await serve(server =>
    server.on('request', (request, response) => {
      heard.push(request.url!)
      response.end()
    }),
  )
  const outer = await serve(server =>
    server.on('request', (request, response) => {
      request.resume()
      response.writeHead(307, { location: `${inner.url}/stolen`, 'x-amz-bucket-region': 'eu-west-9' }).end()
    }),
  )
  const lured = await startHouse({
    storage: 's3',
    s3_endpoint: outer.url,
    s3_private_networks: true,
    s3_bucket: 'files',
    s3_access_key: 'k',
    s3_secret_key: '~s3 secret~',
  })
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

test('the endpoint passes the outbound rule: private networks need the setting, metadata services stay shut', async () => {
  const heard: string[] = []
  const own = await serve(server =>
    server.on('request', (request, response) => {
      heard.push(request.url!)
      request.resume()
      response.end()
    }),
  )
  const s3 = { storage: 's3', s3_bucket: 'files', s3_access_key: 'k', s3_secret_key: 's' }
  const { port } = new URL(own.url)
  try {
    for (const [endpoint, allowed] of [
      [own.url, false],
      [`http://localhost:${port}`, false],
      ['http://169.254.169.254', true],
      ['http://[fd00:ec2::254]', true],
    ] as const) {
      const house = await startHouse({ ...s3, s3_endpoint: endpoint, s3_private_networks: allowed })
      const { code } = await house.upload({ type: 'device' }, 'a note', 'n.txt')
      assert.is(code, 'ATTACHMENTS_ENDPOINT_REFUSED', endpoint)
      await house.stop()
    }
    assert.equal(heard, [])
  } finally {
    own.close()
  }
})

test('with unusable settings of the storage only this plugin fails, with the reason', async () => {
  const astray = await startHouse({ storage: 's3', s3_bucket: 'files' })
  try {
    const { reason, state } = astray
      .use('installation')
      .components()
      .find(({ key }) => key === 'attachments')!
    assert.equal(
      [state, reason],
      ['failed', 'setup threw: storage s3 needs the settings s3_endpoint, s3_access_key, s3_secret_key'],
    )
    assert.is((await astray.http('GET', '/component/attachments')).status, 404)
    assert.is((await astray.http('GET', '/device')).status, 200)
  } finally {
    await astray.stop()
  }
})
