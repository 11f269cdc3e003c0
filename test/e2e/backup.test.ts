import { spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { assert, suite } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { program } from '@linecard/test-kit/worlds/linecard'
import { clientOf, signIn, type Client, type Kept } from '../support/client.ts'
import { linecard, startLinecard } from '../support/command.ts'

/** `linecard backup` and `linecard restore`, as an operator uses them. */
const test = suite('backup', { level: 'full' })

const password = 'correct horse 17'
/** Text that cannot be compressed much. */
const content = Buffer.from(`a drawing of the rack, 42 units ${randomBytes(100_000).toString('hex')}`)

/** All installations here have the same packages. */
const kept: Kept = { contract: null }

let folder!: string
let serial = 0
const databases: TestDatabase[] = []
const children: ChildProcess[] = []

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-backup-'))
})
test.after(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

type Kind = 'embedded' | 'external'

/** A config file of an installation that does not exist yet. */
async function configFile(kind: Kind): Promise<{ file: string; dataDir: string }> {
  const place = join(folder, `place-${++serial}`)
  await mkdir(place)
  let url: string | null = null
  if (kind === 'external') {
    const database = await createDatabase()
    databases.push(database)
    url = database.url
  }
  const file = join(place, 'linecard.json')
  await writeFile(
    file,
    JSON.stringify({
      data_dir: 'data',
      http: { port: 0 },
      database: { url },
      drivers: ['@linecard/driver-generic'],
      plugins: ['@linecard/plugin-attachments', '@linecard/plugin-interface-marks'],
      settings: { system: { new_version_check: false } },
    }),
  )
  return { file, dataDir: join(place, 'data') }
}

const run = (args: readonly string[]) => linecard(args)

/** Groups, an access profile with secrets, a device, a person and an attachment. */
async function fill(admin: Client) {
  const access = await admin.post<{ id: number }>('/device-access', {
    name: 'roof',
    login: 'operator',
    password: 'Secret-77',
    public_community: 'public',
  })
  const group = await admin.post<{ id: number }>('/device-group', { name: 'East' })
  const models = await admin.get<{ id: number }[]>('/device-model', { limit: 1 })
  const device = await admin.post<{ id: number }>('/device', {
    ip: '192.0.2.7',
    name: 'sw7',
    access_id: access.id,
    model_id: models[0]!.id,
    group_id: group.id,
  })
  const roles = await admin.get<{ id: number }[]>('/user-role')
  await admin.post('/user', {
    login: 'ann',
    name: 'Ann',
    password: 'Battery staple 4',
    role_id: roles[0]!.id,
  })
  const form = new FormData()
  form.set('object_type', 'device')
  form.set('object_id', String(device.id))
  form.set('file', new Blob([content], { type: 'text/plain' }), 'rack.txt')
  const sent = await fetch(`${admin.url}/api/v1/component/attachments`, {
    method: 'POST',
    headers: { 'x-auth-key': admin.key! },
    body: form,
  })
  assert.is(sent.status, 201, await sent.text())
}

/** Writes groups until it is told to end. Returns the names that were acknowledged. */
function writer(admin: Client) {
  const names: string[] = []
  let ended = false
  const work = (async () => {
    for (let n = 0; !ended; n++) {
      await admin.post('/device-group', { name: `busy ${n}` })
      names.push(`busy ${n}`)
    }
  })()
  return {
    names,
    async end() {
      ended = true
      await work
    },
  }
}

async function assertRestored(kind: Kind, target: string): Promise<void> {
  const service = await startLinecard(target, children)
  const admin = await signIn(clientOf(service.url, null, kept), 'admin', password)
  await signIn(clientOf(service.url, null, kept), 'ann', 'Battery staple 4')
  const devices = await admin.get<{ id: number; ip: string; group: { name: string } }[]>('/device')
  assert.equal(
    devices.map(({ ip, group }) => [ip, group.name]),
    [['192.0.2.7', 'East']],
  )
  const attachments = await admin.get<{ id: number }[]>('/component/attachments', {
    object_type: 'device',
    object_id: devices[0]!.id,
  })
  const file = await fetch(`${service.url}/api/v1/component/attachments/${attachments[0]!.id}/file`, {
    headers: { 'x-auth-key': admin.key! },
  })
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(content), kind)
  // New rows go on behind the restored ones, and the secrets can be read.
  const { id } = await admin.post<{ id: number }>('/device-group', { name: 'after' })
  assert.ok(id > 0)
  const forgotten = await service.end('SIGTERM')
  assert.is(forgotten.code, 0)
  const vault = await run(['vault:forget', '-o', 'json', '--config', target])
  assert.equal(JSON.parse(vault.stdout), [])
}

let archive!: string
let installed!: string

for (const kind of ['external', 'embedded'] as const)
  test(`${kind}: backed up while clients write, restored into an empty folder and started: everything is there`, async () => {
    const source = await configFile(kind)
    const service = await startLinecard(source.file, children, { LINECARD_ADMIN_PASSWORD: password })
    const admin = await signIn(clientOf(service.url, null, kept), 'admin', password)
    await fill(admin)
    const busy = writer(admin)
    archive = join(folder, `${kind}.tar.gz`)
    const made = await run(['backup', archive, '--config', source.file])
    await busy.end()
    assert.is(made.code, 0, made.stderr)
    assert.match(made.stderr, /tables with \d+ rows, 1 files/)
    assert.is((await stat(archive)).mode & 0o777, 0o600)
    assert.ok(busy.names.length > 3, 'clients wrote meanwhile')
    await service.end('SIGTERM')
    installed = source.file
    const again = await run(['backup', archive, '--config', source.file])
    assert.equal([again.code, /exists already/.test(again.stderr)], [1, true], again.stderr)

    const target = await configFile(kind)
    const restored = await run(['restore', archive, '--config', target.file])
    assert.is(restored.code, 0, restored.stderr)
    assert.is(
      await readFile(join(target.dataDir, 'vault.key'), 'utf8'),
      await readFile(join(source.dataDir, 'vault.key'), 'utf8'),
    )
    await assertRestored(kind, target.file)
    const twice = await run(['restore', archive, '--config', target.file])
    assert.equal([twice.code, /data folder .* is not empty/.test(twice.stderr)], [1, true], twice.stderr)
  })

test('a damaged, a cut and a newer backup are refused, and nothing is written', async () => {
  const target = await configFile('external')
  const refused = async (change: (file: string) => Promise<void>, wanted: RegExp) => {
    const file = join(folder, `changed-${++serial}.tar.gz`)
    await copyFile(archive, file)
    await change(file)
    const { code, stderr } = await run(['restore', file, '--config', target.file])
    assert.is(code, 1, stderr)
    assert.match(stderr, wanted)
    assert.not.match(stderr, /\n\s+at /)
    assert.not(existsSync(join(target.dataDir, 'vault.key')))
  }
  const altered = (from: string, to: string) => async (file: string) => {
    const tar = gunzipSync(await readFile(file))
    const at = tar.lastIndexOf(from)
    assert.ok(at > 0 && from.length === to.length)
    tar.write(to, at)
    await writeFile(file, gzipSync(tar))
  }
  await refused(altered('rack, 42 units', 'rack, 43 units'), /damaged: files\/.* Nothing was restored/)
  await refused(altered('"format": 1', '"format": 9'), /newer than this one/)
  await refused(altered('"kernel/0001_component"', '"kernel/9001_component"'), /does not know/)
  await refused(file => truncate(file, 2_000), /not a complete backup/)
  await refused(file => writeFile(file, 'nonsense'), /not a complete backup/)
})

test('the disk is full while a backup is written: no half file, no other file left, older backups are safe', async () => {
  const place = join(folder, 'full')
  await mkdir(place)
  const mounted =
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', place]).status === 0
  try {
    await writeFile(join(place, 'older.tar.gz'), 'the older backup')
    // Without a file system of its own: no file may be larger than 64 blocks of 1 KiB.
    const { code, stderr } = mounted
      ? await run(['backup', join(place, 'next.tar.gz'), '--config', installed])
      : limited(['backup', join(place, 'next.tar.gz'), '--config', installed])
    assert.is(code, 1, stderr)
    assert.match(stderr, /next\.tar\.gz cannot be written: .*(ENOSPC|EFBIG)/)
    assert.equal(await readdir(place), ['older.tar.gz'])
    assert.is(await readFile(join(place, 'older.tar.gz'), 'utf8'), 'the older backup')
  } finally {
    if (mounted) spawnSync('umount', [place])
  }
})

function limited(args: readonly string[]): { code: number | null; stderr: string } {
  const words = [...program, ...args].map(word => `'${word}'`).join(' ')
  const { status, stderr } = spawnSync('bash', ['-c', `trap '' XFSZ; ulimit -f 64; exec ${words}`])
  return { code: status, stderr: String(stderr) }
}
