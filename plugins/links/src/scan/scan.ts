import { visibleDevices } from '@linecard/inventory/read'
import { canonicalAddress, type Context, type JobTools } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { findLinks } from '../discovery/find-links.ts'
import type { Doubt, Found, FoundLink } from '../discovery/found.ts'
import type { Learnt, Scene } from '../discovery/scene.ts'
import type { LinkRow } from '../links/rows.ts'
import { keepPlaces } from '../network/places.ts'
import { lockLinks, tables } from '../tables.ts'
import { storedPorts, toldBy } from './answers.ts'
import { planLinks, type Plan } from './plan.ts'
import { canTell, gatewaysOf, learntBy, readDevice, type KnownDevice, type Read } from './scene.ts'
import { storePlan } from './store.ts'
import { networkOf } from '../network/graph.ts'

/**
 * Links with the end first that is nearer to a known top, where the found ones do not say it: by the number
 * of links to it. Between two devices that are as far (on a ring), nobody is first.
 */
function oriented(links: readonly FoundLink[], roots: readonly number[]): FoundLink[] {
  if (roots.length === 0) return [...links]
  const edges = links
    .filter(({ sure }) => sure)
    .map(({ a, b, directed }, id) => {
      return { id, a: a.device, b: b.device, a_port: a.interface, b_port: b.interface, directed }
    })
  const { level, roots: tops, at } = networkOf(edges, roots)
  // A part of the network without a known top has one that is only likely.
  const known = roots.some(root => at.has(root)) && [...tops].every(top => roots.includes(top))
  if (!known) return [...links]
  return links.map(link => {
    const [one, other] = [level.get(link.a.device), level.get(link.b.device)]
    if (link.directed || one === undefined || other === undefined || one === other) return link
    if (one < other) return { ...link, directed: true }
    const within = link.within && { a: link.within.b, b: link.within.a }
    return { ...link, a: link.b, b: link.a, within, directed: true }
  })
}

/** Longest time that one scan counts as missed, in s: while scans were off, nothing was missed. */
const mostMissedSec = 86_400
/** Doubts that the report keeps. */
const mostDoubts = 100

/** What a scan did. */
export interface ScanReport {
  devices: number
  /** Devices of which neighbours or an FDB were read. */
  read: number
  roots: readonly number[]
  links: Plan['counts']
  doubts: readonly Doubt[]
  more_doubts: number
  spent_ms: number
}

async function knownDevices(em: SqlEntityManager): Promise<KnownDevice[]> {
  const { rows } = await sql<KnownDevice>`
    select d.id, host(d.ip) as ip, d.name, d.mac, d.model_key
    from (${visibleDevices(em, { groupIds: null })}) d where d.enabled order by d.id`.execute(tables(em))
  return rows
}

type Tools = Pick<JobTools, 'signal' | 'progress'>

/** Reads what all devices have told, one after the other, and forgets their FDBs again. */
async function readAll(ctx: Context<Config>, devices: readonly KnownDevice[], from: Date, tools: Tools) {
  const equipment = ctx.use('equipment')
  const ips = new Set(devices.map(({ ip }) => canonicalAddress(ip) ?? ip))
  const reads: Read[] = []
  for (const [n, device] of devices.entries()) {
    tools.signal.throwIfAborted()
    const ports = await storedPorts(ctx.em() as SqlEntityManager, device.id)
    reads.push(readDevice(device, ports, await toldBy(equipment, device.id, ports, from), ips))
    tools.progress(n + 1, devices.length * 2, 'reads what devices told')
  }
  return reads
}

/** The FDBs, one device after the other: together they may be larger than the memory. */
async function* learntByAll(
  ctx: Context<Config>,
  reads: readonly Read[],
  own: ReadonlySet<string>,
  from: Date,
  { signal, progress }: Tools,
): AsyncGenerator<readonly Learnt[]> {
  const equipment = ctx.use('equipment')
  for (const [n, { device, fresh }] of reads.entries()) {
    if (!fresh.fdb) continue
    signal.throwIfAborted()
    const { id } = device
    const ports = await storedPorts(ctx.em() as SqlEntityManager, id)
    const told = await toldBy(equipment, id, ports, from)
    yield await learntBy(id, ports, told, own, ctx.config.stations_per_port)
    progress(reads.length + n + 1, reads.length * 2, 'reads FDBs')
  }
}

/** Whether a link that is not found was looked for: all that has proven it was read at both ends. */
function readableWith(ctx: Context<Config>, devices: readonly KnownDevice[], reads: readonly Read[]) {
  const equipment = ctx.use('equipment')
  const able = new Map(devices.map(({ id, model_key: model }) => [id, canTell(equipment, model)]))
  const fresh = new Map(reads.map(({ device, fresh: one }) => [device.id, one]))
  return (row: LinkRow): boolean => {
    const ends = [row.src_device_id, row.dest_device_id]
    const kinds = new Set(
      row.proofs.map(({ by }) => (by === 'fdb' || by === 'arp' ? by : by === 'pon' ? 'fdb' : 'neighbours')),
    )
    const isRead = (device: number) =>
      [...kinds].every(kind => fresh.get(device)?.[kind] || able.get(device)?.[kind] === false)
    // Of a device without any answer nothing can be said, whatever its model cannot tell.
    const answers = (device: number) => Object.values(fresh.get(device) ?? {}).some(Boolean)
    return ends.every(device => isRead(device)) && ends.some(device => answers(device))
  }
}

/** Stores what was found. All of it is one transaction: a process that dies leaves the links as they were. */
async function store(
  ctx: Context<Config>,
  { links, doubts, more }: Found,
  readable: (row: LinkRow) => boolean,
  report: Pick<ScanReport, 'devices' | 'read' | 'roots'> & { began: number },
): Promise<ScanReport> {
  const { began, ...counted } = report
  return retryable(() =>
    (ctx.em() as SqlEntityManager).transactional(async given => {
      const em = given as SqlEntityManager
      await lockLinks(em)
      const now = ctx.clock()
      const last = await tables(em).selectFrom('links_scan').select('scanned_at').executeTakeFirstOrThrow()
      const sinceSec = last.scanned_at ? Math.round((now.getTime() - last.scanned_at.getTime()) / 1000) : 0
      const stored: LinkRow[] = await tables(em).selectFrom('links_link').selectAll().orderBy('id').execute()
      const plan = planLinks(stored, links, {
        now,
        elapsedSec: Math.min(Math.max(0, sinceSec), mostMissedSec),
        goneSec: ctx.config.gone_hours * 3600,
        forgetBefore: new Date(now.getTime() - ctx.config.forget_days * 86_400_000),
        mostLinks: ctx.config.most_links,
        readable,
      })
      await storePlan(em, plan, now)
      const done: ScanReport = {
        ...counted,
        links: plan.counts,
        doubts: doubts.slice(0, mostDoubts),
        more_doubts: Math.max(0, doubts.length - mostDoubts) + more,
        spent_ms: Math.round(performance.now() - began),
      }
      await tables(em)
        .updateTable('links_scan')
        .set({ scanned_at: now, report: JSON.stringify(done) })
        .execute()
      return done
    }),
  )
}

/** Finds links in what devices have told, and stores them. No device is asked. */
export async function scanLinks(ctx: Context<Config>, tools: Tools): Promise<ScanReport> {
  const began = performance.now()
  const devices = await knownDevices(ctx.em() as SqlEntityManager)
  const from = new Date(ctx.clock().getTime() - ctx.config.answer_hours * 3_600_000)
  const reads = await readAll(ctx, devices, from, tools)
  const own = new Set(reads.flatMap(({ device, arp }) => [...device.macs, ...arp.map(({ mac }) => mac)]))
  const set = ctx.config.root_devices
  const roots = set.length > 0 ? set : gatewaysOf(reads)
  const scene: Scene = {
    devices: reads.map(({ device }) => device),
    neighbours: reads.flatMap(({ neighbours }) => neighbours),
    learnt: learntByAll(ctx, reads, own, from, tools),
    arp: reads.flatMap(({ arp }) => arp),
    roots,
  }
  const found = await findLinks(scene, { signal: tools.signal })
  tools.signal.throwIfAborted()
  const read = reads.filter(({ fresh }) => fresh.neighbours || fresh.fdb).length
  const counted = { devices: devices.length, read, roots, began }
  const links = oriented(found.links, roots)
  const report = await store(ctx, { ...found, links }, readableWith(ctx, devices, reads), counted)
  await keepPlaces(ctx)
  return report
}
