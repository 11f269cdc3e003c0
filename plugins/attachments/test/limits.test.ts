import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { assert, suite } from '@linecard/test-kit'
import type { Attachments } from '../src/setup.ts'
import plugin from '../src/index.ts'
import { redraw } from '../src/pictures.ts'
import { writeDown } from '../src/spool.ts'
import { runOnStorage } from '../src/storage/failures.ts'
import type { Storage } from '../src/storage/index.ts'
import { noise } from './files.ts'
import { startHouse } from './world.ts'

const test = suite('attachments: limits', { level: 'full' })

test('two uploads at the same time cannot both take the last room; objects have their own limits', async () => {
  const small = await startHouse({ quota_mb: 1, object_quota_mb: 1, object_files: 3 })
  try {
    const half = 'x'.repeat(600_000)
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        [small.near, small.far, small.near].map(({ device }) =>
          small.upload({ type: 'device', id: device }, half, 'x.txt'),
        ),
      )
      assert.equal(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
      assert.ok(
        answers.every(
          ({ code }) =>
            code === undefined || code === 'ATTACHMENTS_QUOTA_FULL' || code === 'ATTACHMENTS_OBJECT_FULL',
        ),
      )
      assert.is((await small.kept()).length, 1)
      await small.http(
        'DELETE',
        `/component/attachments/${answers.find(({ status }) => status === 201)!.data.id}`,
      )
    }
    const many = await Promise.all(
      Array.from({ length: 8 }, () => small.upload({ type: 'device' }, 'a', 'x.txt')),
    )
    assert.is(many.filter(({ status }) => status === 201).length, 3)
    assert.equal([...new Set(many.map(({ code }) => code))].toSorted(), [
      'ATTACHMENTS_OBJECT_FULL',
      undefined,
    ])
    assert.is((await small.kept()).length, 3)
    assert.is((await small.upload({ type: 'interface', id: small.near.port }, 'a', 'x.txt')).status, 201)
  } finally {
    await small.stop()
  }
})

test('a file for an object that is deleted during the upload is refused, and nothing of it stays', async () => {
  const house = await startHouse()
  try {
    // The trigger deletes the device between the check of the object and the insertion of the file.
    await house.sql(`
      create function delete_owner() returns trigger language plpgsql as $$
        begin delete from inventory_device where id = new.device_id; return new; end $$`)
    await house.sql(`
      create trigger delete_owner before insert on attachments_file
        for each row execute function delete_owner()`)
    const told = await house.upload({ type: 'device' }, 'a', 'x.txt')
    assert.equal([told.status, told.code], [404, 'ATTACHMENTS_OBJECT_UNKNOWN'])
    assert.equal(await house.kept(), [])
  } finally {
    await house.stop()
  }
})

test('if the disk is full, the client gets an error and nothing is stored in part', async () => {
  const aside = await mkdtemp(join(tmpdir(), 'linecard-aside-'))
  const picture = join(aside, 'picture')
  await writeFile(picture, await noise(300, 300).png().toBuffer())
  const full = [
    () => writeDown(Readable.from([Buffer.alloc(100_000)]), '/dev/full', 'w'),
    () => redraw(picture, 'image/png', '/dev/full', join(aside, 'small'), 1),
    () => redraw(picture, 'image/png', join(aside, 'anew'), '/dev/full', 1),
  ]
  for (const write of full) {
    const error = await write().then(
      () => null,
      (reason: unknown) => reason as { code: string; status: number },
    )
    assert.equal([error?.code, error?.status], ['ATTACHMENTS_STORAGE_FULL', 503])
  }
  await rm(aside, { recursive: true })

  let puts = 0
  const real = plugin.setup
  // Everything is real but that the disk is full when the thumbnail is to be kept.
  plugin.setup = async ctx => {
    const parts = (await real(ctx)) as Attachments
    const filling = (): Storage => ({
      ...parts.storage(),
      put: (key, path) =>
        ++puts % 2 === 0 ? runOnStorage(() => writeFile('/dev/full', key)) : parts.storage().put(key, path),
    })
    return { ...parts, storage: filling }
  }
  const tight = await startHouse()
  plugin.setup = real
  try {
    const safe = (await tight.upload({ type: 'device' }, 'a note', 'n.txt')).data
    puts = 0
    const { status, code } = await tight.upload({ type: 'device' }, await noise(40, 30).png().toBuffer())
    assert.equal([status, code], [503, 'ATTACHMENTS_STORAGE_FULL'])
    assert.is((await tight.kept()).length, 1)
    assert.is(String((await tight.fetch(`/component/attachments/${safe.id}/file`)).bytes), 'a note')
  } finally {
    await tight.stop()
  }
})

test('a folder that cannot be used gives the client an error, the log has the reason, and the rest works', async () => {
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
