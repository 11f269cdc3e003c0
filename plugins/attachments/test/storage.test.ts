import { mkdir, mkdtemp, readdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { adminPassword } from '@linecard/test-kit/worlds/core'
import { noise } from './files.ts'
import { cleanUp, codeOf, old, startHouse, type House } from './world.ts'

const test = suite('attachments: storage', { level: 'full' })
let house!: House
test.before(async () => {
  house = await startHouse()
})
test.after(() => house?.stop())

const png = () => noise(40, 30).png().toBuffer()
const ofDevice = async (
  one: House,
  content: Buffer | string = 'a note',
  id: number | undefined = undefined,
) => (await one.upload({ type: 'device', ...(id === undefined ? {} : { id }) }, content, 'n.txt')).data
const fileOf = (one: House, id: number) => one.fetch(`/component/attachments/${id}/file`)

test('the clean-up removes files of a deleted device; young files and other files stay', async () => {
  const gone = (
    await house.sql<{ id: number }>(
      `insert into inventory_device (ip, name) values ('198.51.100.9', 'gone') returning id`,
    )
  )[0]!.id
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

test('temporary files of a dead process are removed when they are old', async () => {
  for (const [name, time] of [
    ['file-old', old],
    ['file-new', new Date()],
  ] as const) {
    const folder = join(house.folder, 'arriving', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'arrived'), 'half')
    await utimes(folder, time, time)
  }
  await cleanUp(house)
  assert.equal(await readdir(join(house.folder, 'arriving')), ['file-new'])
  await rm(join(house.folder, 'arriving', 'file-new'), { recursive: true })
})

test('a lost or truncated file is reported, and its row stays', async () => {
  const [lost, short] = [await ofDevice(house, 'lost'), await ofDevice(house, 'to be cut')]
  const [path] = (
    await house.sql<{ storage_key: string }>('select storage_key from attachments_file where id = $1', [
      lost.id,
    ])
  ).map(({ storage_key: key }) => join(house.folder, 'files', key.slice(0, 2), key.slice(2, 4), key))
  const [cut] = (
    await house.sql<{ storage_key: string }>('select storage_key from attachments_file where id = $1', [
      short.id,
    ])
  ).map(({ storage_key: key }) => join(house.folder, 'files', key.slice(0, 2), key.slice(2, 4), key))
  await rm(path!)
  await truncate(cut!, 3)
  for (const { id } of [lost, short]) {
    const answer = await fileOf(house, id)
    assert.equal([answer.status, codeOf(answer)], [500, 'ATTACHMENTS_FILE_LOST'])
  }
  await house.sql(`update attachments_file set created_at = now() - interval '2 hours'`)
  assert.match(await cleanUp(house), `attachments without their file: 1, the first are ${lost.id}`)
  for (const { id } of [lost, short])
    assert.is((await house.http('DELETE', `/component/attachments/${id}`)).status, 200)
})

test('links in the folder are not followed, neither for reading nor for writing', async () => {
  const aside = await mkdtemp(join(tmpdir(), 'linecard-aside-'))
  try {
    const { id, bytes } = await ofDevice(house, 'twelve bytes')
    const [row] = await house.sql<{ storage_key: string }>(
      'select storage_key from attachments_file where id = $1',
      [id],
    )
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

test('settings take effect at once: limits, and another storage', async () => {
  const set = async (attachments: object) =>
    assert.is(
      (await house.http('PUT', '/system/configuration', { attachments, current_password: adminPassword }))
        .status,
      200,
    )
  await set({ max_file_mb: 1 })
  assert.is((await house.upload({ type: 'device' }, 'x'.repeat(1_000_001), 'n.txt')).code, 'UPLOAD_TOO_LARGE')
  await set({ max_file_mb: 2, storage: 's3' })
  assert.is(
    (await house.upload({ type: 'device' }, 'x'.repeat(1_000_001), 'n.txt')).code,
    'ATTACHMENTS_STORAGE_FAILED',
  )
  await set({ storage: 'local' })
  const { status, data } = await house.upload({ type: 'device' }, 'x'.repeat(1_000_001), 'n.txt')
  assert.is(status, 201)
  await house.http('DELETE', `/component/attachments/${data.id}`)
})
