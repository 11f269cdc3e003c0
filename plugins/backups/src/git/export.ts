import { resolve, join } from 'node:path'
import { visibleDevices } from '@linecard/inventory/read'
import type { JobTools } from '@linecard/plugin-kit'
import { createLease, LeaseLost, type Lease } from '@linecard/plugin-kit/lead'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { groupsOf } from '../current.ts'
import { textOf } from '../versions/read.ts'
import { authorOf, linecard, messageOf, type ExportedVersion } from './message.ts'
import { pathOf, type NamedDevice } from '../names/paths.ts'
import { openRepository, type Change, type Repository } from './repository.ts'
import { noteExported, recover } from './state.ts'
import { tables } from './tables.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import git from 'isomorphic-git'
import { wholeFiles } from './files.ts'

/** From so many objects in files of their own they are packed, so many in a pack: it is made in memory. */
const [looseMost, packMost] = [4000, 2000]
/** Octets of the files of one pack. */
const packOctets = 32_000_000
/** Drafts of a process that was killed are removed after so long, in ms. */
const draftMs = 3_600_000

const isOid = (name: string) => /^[0-9a-f]{38}$/.test(name)

interface Loose {
  oid: string
  path: string
}

/** Removes what a killed process left, and lists the objects in files of their own. */
async function looseObjects(folder: string, now: Date): Promise<Loose[]> {
  const objects = join(folder, 'objects')
  const found: Loose[] = []
  for (const part of await readdir(objects)) {
    if (!/^[0-9a-f]{2}$/.test(part) && part !== 'pack') continue
    const names = await readdir(join(objects, part))
    for (const name of names) {
      const path = join(objects, part, name)
      if (part !== 'pack' && isOid(name)) found.push({ oid: part + name, path })
      const halfPack = name.endsWith('.pack') && !names.includes(name.replace(/pack$/, 'idx'))
      if (!name.startsWith('tmp_obj_') && !halfPack) continue
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now.getTime() }))
      if (now.getTime() - mtimeMs > draftMs) await rm(path, { force: true })
    }
  }
  return found
}

/**
 * Puts objects into packs when there are many files of them: a commit writes five. `git gc` in the folder
 * does it better, for it stores differences; it may run at any time. @returns the number of packed objects
 */
export async function packLoose(
  folder: string,
  { now, signal, least = looseMost }: { now: Date; signal: AbortSignal; least?: number },
): Promise<number> {
  const loose = await looseObjects(folder, now)
  if (loose.length < least) return 0
  const at = { fs: wholeFiles(folder), gitdir: folder, dir: folder }
  let [packed, next] = [0, 0]
  while (next < loose.length && !signal.aborted) {
    const some: Loose[] = []
    for (let octets = 0; next < loose.length && some.length < packMost && octets < packOctets; next++) {
      some.push(loose[next]!)
      octets += (await stat(loose[next]!.path)).size
    }
    const { filename } = await git.packObjects({ ...at, oids: some.map(({ oid }) => oid), write: true })
    await git.indexPack({ ...at, filepath: join('objects', 'pack', filename) })
    for (const { path } of some) await rm(path, { force: true })
    packed += some.length
  }
  return packed
}

/** Versions that are read from the database at once, and files that one commit moves or removes. */
const [versionsAtOnce, filesAtOnce] = [200, 500]
/** How often the right to write is renewed, in ms. */
const renewMs = 2000

type PendingRow = ExportedVersion & { device_id: number; content_id: string }
type Known = NamedDevice & { model_key: string | null }

/** Where the repository is. */
export const folderOf = ({ ctx }: Base): string => resolve(ctx.config.git_folder || `${ctx.folder}/git`)

/** What one export works with. */
interface Export {
  base: Base
  lease: Lease
  repository: Repository
  devices: ReadonlyMap<number, Known>
  /** Device → its file. */
  paths: Map<number, string>
  head: string | null
}

async function namedDevices(base: Base): Promise<Map<number, Known>> {
  const em = base.ctx.em()
  const { rows } = await sql<{
    id: number
    ip: string
    name: string
    group_id: number
    model_key: string | null
  }>`
    select d.id, host(d.ip) as ip, d.name, d.group_id, d.model_key
    from (${visibleDevices(em, { groupIds: null })}) d`.execute(tables(em))
  const groups = await groupsOf(base, rows)
  return new Map(
    rows.map(({ group_id: id, ...row }) => [row.id, { ...row, group: { id, name: groups.get(id) ?? '' } }]),
  )
}

/** Device → its file, by the ids in the names of the files. */
function byDevice(paths: readonly string[]): Map<number, string> {
  const found = new Map<number, string>()
  for (const path of paths) {
    const id = /-(-?\d{1,10})\.cfg$/.exec(path)?.[1]
    if (id !== undefined) found.set(Number(id), path)
  }
  return found
}

/** Writes a commit. The reference moves while nobody else can take the lease. @throws LeaseLost */
async function write(work: Export, change: Change, exported: PendingRow | null): Promise<void> {
  const { lease, repository } = work
  const oid = await repository.commit(work.head, change)
  await lease.write(async em => {
    await repository.move(oid)
    await noteExported(
      em,
      repository.folder,
      oid,
      exported && { device_id: exported.device_id, version_id: exported.id },
    )
  })
  work.head = oid
}

async function exportVersion(work: Export, row: PendingRow): Promise<void> {
  const { base, devices, paths } = work
  const { ctx } = base
  const device = devices.get(row.device_id)!
  const text = await textOf(base, row.content_id)
  const shown = ctx.config.git_secrets ? text : await ctx.use('configurations').masked(device.model_key, text)
  const [before, path] = [paths.get(device.id), pathOf(device)]
  const files: [string, { text: string } | null][] = [[path, { text: shown }]]
  if (before !== undefined && before !== path) files.unshift([before, null])
  await write(
    work,
    {
      files: new Map(files),
      message: messageOf(device, row),
      author: authorOf(row),
      committer: linecard(ctx.clock()),
    },
    row,
  )
  paths.set(device.id, path)
}

/** Versions that are not in the repository, the oldest first. */
async function pending({ ctx }: Base, without: ReadonlySet<number>): Promise<PendingRow[]> {
  const em = ctx.em()
  const { rows } = await sql<PendingRow>`
    select v.id::text as id, v.device_id, v.content_id::text as content_id, v.first_seen, v.changed_by,
      v.changed_how, v.lines_added, v.lines_removed, c.lines
    from backups_version v
    join backups_content c on c.id = v.content_id
    join (${visibleDevices(em, { groupIds: null })}) d on d.id = v.device_id
    left join backups_git_device g on g.device_id = v.device_id
    where (g.device_id is null or v.id > g.version_id) and not v.device_id = any (${[...without]}::int[])
    order by v.id limit ${versionsAtOnce}`.execute(tables(em))
  return rows
}

/** Moves files of devices with another name or group, and removes those of devices that are gone. */
async function tidy(work: Export, signal: AbortSignal): Promise<number> {
  const { base, devices, paths } = work
  const moves = [...paths].filter(([id, path]) => devices.has(id) && pathOf(devices.get(id)!) !== path)
  const gone = [...paths].filter(([id]) => !devices.has(id))
  const who = () => linecard(base.ctx.clock())
  for (let at = 0; at < moves.length && !signal.aborted; at += filesAtOnce) {
    const some = moves
      .slice(at, at + filesAtOnce)
      .map(([id, from]) => ({ from, to: pathOf(devices.get(id)!) }))
    const files = new Map<string, { from: string } | null>(some.map(({ from }) => [from, null]))
    for (const { from, to } of some) files.set(to, { from })
    const list = some.map(({ from, to }) => `${from} → ${to}`).join('\n')
    const message = `${some.length} devices with another name or group\n\n${list}\n`
    await write(work, { files, message, author: who(), committer: who() }, null)
  }
  for (let at = 0; at < gone.length && !signal.aborted; at += filesAtOnce) {
    const some = gone.slice(at, at + filesAtOnce)
    const files = new Map(some.map(([, path]) => [path, null]))
    const message = `${some.length} devices were removed\n\n${some.map(([, path]) => path).join('\n')}\n`
    await write(work, { files, message, author: who(), committer: who() }, null)
    const ids = some.map(([id]) => id)
    await tables(base.ctx.em()).deleteFrom('backups_git_device').where('device_id', 'in', ids).execute()
  }
  return moves.length + gone.length
}

async function exportAll(base: Base, lease: Lease, { signal, log, progress }: JobTools): Promise<void> {
  const repository = await openRepository(folderOf(base))
  const head = await recover(base, repository)
  const [devices, paths] = [await namedDevices(base), byDevice(await repository.paths())]
  const work: Export = { base, lease, repository, devices, paths, head }
  let done = 0
  const skipped = new Set<number>()
  for (;;) {
    const rows = await pending(base, skipped)
    if (rows.length === 0 || signal.aborted) break
    for (const row of rows) {
      if (signal.aborted) break
      // Versions of a device follow each other: after one that failed the others wait for the next run.
      if (!devices.has(row.device_id)) skipped.add(row.device_id)
      if (skipped.has(row.device_id)) continue
      try {
        await exportVersion(work, row)
        done++
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        skipped.add(row.device_id)
        base.ctx.log.warn({ err: error, device_id: row.device_id }, 'a version could not be exported to git')
      }
      progress(done, null, 'versions')
    }
  }
  const tidied = await tidy(work, signal)
  const packed = await packLoose(repository.folder, { now: base.ctx.clock(), signal })
  if (done + skipped.size + tidied + packed > 0)
    log.info({ versions: done, failed: skipped.size, files: tidied, packed }, 'exported to git')
}

/**
 * Brings the git repository up to date: a commit for each version that is not in it. One process of the
 * installation writes; another one goes on where it was killed.
 */
export async function exportToGit(base: Base, tools: JobTools): Promise<void> {
  const lease = createLease(base.ctx, { table: 'backups_lease', worker: 'git' })
  if (!(await lease.take())) {
    tools.log.info({}, 'another process exports to git')
    return
  }
  const timer = setInterval(() => void lease.renew().catch(() => undefined), renewMs).unref()
  try {
    await exportAll(base, lease, tools)
  } finally {
    clearInterval(timer)
    await lease.release()
  }
}
