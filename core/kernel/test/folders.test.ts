import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import { openDataFolder } from '../src/data-folder.ts'

/** Folders are 0700. */
const test = suite('folders are 0700')

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const lines: { folder?: string; from?: string }[] = []
const log = { warn: (fields: object) => lines.push(fields) } as never

test('the data folder and those of plugins are narrowed whatever the umask, each with a line in the log', async () => {
  const base = mkdtempSync(join(tmpdir(), 'linecard-folders-'))
  const before = process.umask(0)
  try {
    const [data, attachments] = [join(base, 'data'), join(base, 'data', 'attachments')]
    mkdirSync(attachments, { recursive: true })
    chmodSync(attachments, 0o775)
    await openDataFolder(data, { embedded: false, log })
    assert.equal([modeOf(data), modeOf(attachments)], ['700', '700'])
    assert.equal(
      lines.map(({ folder, from }) => [folder, from]),
      [
        [data, '777'],
        [attachments, '775'],
      ],
    )
    await openDataFolder(join(base, 'fresh'), { embedded: false, log })
    assert.is(modeOf(join(base, 'fresh')), '700')
    await openDataFolder(data, { embedded: false, log })
    assert.is(lines.length, 2)
  } finally {
    process.umask(before)
    rmSync(base, { recursive: true })
  }
})

test('the account of the embedded database can enter its folder, and nobody lists the data folder', async () => {
  const base = mkdtempSync(join(tmpdir(), 'linecard-folders-'))
  try {
    const data = join(base, 'data')
    mkdirSync(join(data, 'postgres'), { recursive: true })
    mkdirSync(join(data, 'attachments'))
    chmodSync(data, 0o755)
    await openDataFolder(data, { embedded: true, log })
    const root = process.getuid?.() === 0
    assert.equal(
      [modeOf(data), modeOf(join(data, 'postgres')), modeOf(join(data, 'attachments'))],
      root ? ['711', '755', '700'] : ['700', '700', '700'],
    )
  } finally {
    rmSync(base, { recursive: true })
  }
})

test('a service that starts in a wide folder closes it', async () => {
  const world = await makeWorld()
  const folder = dirname(world.configFile)
  chmodSync(folder, 0o755)
  const second = await world.another()
  try {
    assert.is(modeOf(folder), '700')
    assert.match(second.log.join(''), /a folder was open to other users/)
  } finally {
    await second.stop()
    await world.stop()
  }
})
