import {
  ApiError,
  type Caller,
  type Context,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HttpSlot,
  eventsChanged,
  type JobRun,
} from '@linecard/plugin-kit'
import { soon } from '@linecard/plugin-kit/concurrency'
import { fail } from '../errors.ts'
import { createClient, topics, type Client, type EndReason, type Topic, sees } from './client.ts'
import { followStatuses } from './statuses.ts'
import { followWork, type Piece, type Work } from './work.ts'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { lastSeq, oldestSeq, readChanges } from '../changes/read.ts'

/** Pieces of one kind that are looked at, at most. */
const most = 50

const jobOf = ({ id, key, status, progress, started_at, finished_at }: JobRun): Piece => ({
  id,
  shown: { id, key, status, progress, started_at, finished_at },
  open: status === 'running',
})

/** Runs of jobs, for those who see their reports in the API. */
const jobsAtWork = (ctx: Context): Work => ({
  topic: 'jobs',
  message: 'job',
  permission: 'schedule_reports',
  async look(before) {
    const jobs = ctx.use('jobs')
    const { runs } = await jobs.reports({ status: ['running'], limit: most, offset: 0 })
    const gone = before.filter(id => !runs.some(run => run.id === id))
    const ended = await Promise.all(gone.map(id => jobs.reports({ id, limit: 1, offset: 0 })))
    return [...runs, ...ended.flatMap(report => report.runs)].map(jobOf)
  },
})

/** Polls that people asked for, of devices of the own groups. */
const pollsAtWork = (ctx: Context): Work => ({
  topic: 'polls',
  message: 'poll',
  permission: 'poller_info_by_device',
  async look(before) {
    const polls = (await ctx.find('asked-polls')?.recent(before, most)) ?? []
    if (polls.length === 0) return []
    const devices = await ctx.use('devices').pollable([...new Set(polls.map(poll => poll.device_id))])
    const byId = new Map(devices.map(device => [device.id, device]))
    return polls.flatMap(({ device_id: deviceId, ...poll }): Piece[] => {
      const device = byId.get(deviceId)
      if (!device) return []
      const { id, ip, name, group_id: groupId } = device
      return [
        {
          id: poll.id,
          shown: { ...poll, device: { id, ip, name } },
          open: poll.state !== 'done',
          sees: ({ caller }) => sees(caller, { deviceId, groupId }),
        },
      ]
    })
  },
})

/** Changes of one reading; changes that a returning client gets at most. */
const [atOnce, mostMissed] = [500, 10_000]

interface Feed {
  /** Sends a client what it missed since `seq` (null: nothing), and from then on what changes. */
  begin(client: Client, seq: number | null): Promise<void>
  stop(): void
}

/**
 * Gives changes of events to the clients of this process: one reading for all of them. Without clients
 * nothing is read.
 */
function createFeed(ctx: Context, clients: () => Iterable<Client>): Feed {
  let seq: number | null = null
  const em = () => ctx.em() as SqlEntityManager

  async function read(): Promise<void> {
    for (;;) {
      seq ??= await lastSeq(em())
      const changes = await readChanges(em(), seq, atOnce)
      for (const { deviceId, groupId, ...change } of changes) {
        seq = change.seq
        for (const client of clients())
          if (client.live && client.seq < change.seq && sees(client.caller, { deviceId, groupId }))
            client.send('event', change, change.seq)
      }
      if (changes.length < atOnce) return
    }
  }
  const reading = soon(0, read, error => ctx.log.warn({ err: error }, 'changes of events could not be read'))
  const follow = () => {
    if (![...clients()].length) {
      seq = null
      return
    }
    reading()
  }
  const unfollow = ctx.events.on(eventsChanged, follow)

  /** Sends what a client missed. False: it is too much, or is not kept any more. */
  async function catchUp(client: Client, from: number): Promise<boolean> {
    const [last, oldest] = [await lastSeq(em()), await oldestSeq(em())]
    if (from > last || from < oldest - 1 || last - from > mostMissed) return false
    for (let at = from; ;) {
      const changes = await readChanges(em(), at, atOnce)
      for (const { deviceId, groupId, ...change } of changes) {
        at = change.seq
        if (sees(client.caller, { deviceId, groupId })) client.send('event', change, change.seq)
      }
      client.seq = at
      if (changes.length < atOnce) return true
    }
  }
  return {
    async begin(client, from) {
      // Who knows nothing, or too little, reads the list; the stream goes on from here.
      const known = from !== null && (await catchUp(client, from))
      if (!known) client.seq = await lastSeq(em())
      client.send(known || from === null ? 'ready' : 'reset', { seq: client.seq }, client.seq)
      // What the others got meanwhile is read again for it. It is live in the same turn.
      while (seq !== null && seq > client.seq && (await catchUp(client, client.seq)));
      client.live = true
      seq = Math.min(seq ?? client.seq, client.seq)
      follow()
    },
    stop() {
      unfollow()
      void reading.stop()
    },
  }
}

/** Streams of this process, and of one user. */
const [mostStreams, mostOfUser] = [500, 20]
/** How often a client is told that the stream lives, and how often its key is checked again, in ms. */
const [beatMs, checkMs] = [15_000, 60_000]

const same = (a: Caller, b: Caller) =>
  JSON.stringify(a.groupIds?.toSorted()) === JSON.stringify(b.groupIds?.toSorted()) &&
  a.permissions.size === b.permissions.size &&
  [...a.permissions].every(key => b.permissions.has(key))

/** Proves again who a client is. */
type Check = () => Promise<Caller | null>

export interface Streams {
  open(request: FastifyRequest, reply: FastifyReply, key: string | null): Promise<void>
  /** Open streams of this process. */
  count(): number
  stop(): void
}

export function createStreams(ctx: Context): Streams {
  const open = new Map<Client, Check>()
  const clients = () => open.keys()
  const feed = createFeed(ctx, clients)
  const works = [jobsAtWork(ctx), pollsAtWork(ctx)]
  const parts = [feed, followStatuses(ctx, clients), ...works.map(work => followWork(ctx, clients, work))]
  const endAll = (reason: EndReason) => [...clients()].forEach(client => client.end(reason))

  async function checkAll(): Promise<void> {
    for (const [client, check] of open) {
      const caller = await check().catch((error: unknown) => {
        // The database is away: nobody is known to have lost anything.
        if (error instanceof ApiError && error.status < 500) return null
        return client.caller
      })
      if (!caller) client.end('signed_out')
      else if (!same(caller, client.caller)) client.end('permissions_changed')
    }
  }
  const checking = soon(0, checkAll, error => ctx.log.warn({ err: error }, 'keys could not be checked'))
  const timers = [
    setInterval(() => [...clients()].forEach(client => client.beat()), beatMs).unref(),
    setInterval(() => checking(), checkMs).unref(),
  ]
  const unfollow = ctx.events.on('identity.changed', checking.now)

  return {
    async open(request, reply, key) {
      const caller = request.caller!
      const wanted = topicsOf(request)
      const from = lastIdOf(request)
      if (open.size >= mostStreams) throw fail('EVENTS_STREAMS_MANY', { most: mostStreams }, [], 30)
      if ([...clients()].filter(one => one.caller.userId === caller.userId).length >= mostOfUser)
        throw fail('EVENTS_STREAMS_OF_USER', { most: mostOfUser }, [], 30)
      const { ip, headers } = request
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const client = createClient(reply.raw, { caller, wanted, onEnd: () => open.delete(client) })
      open.set(client, () => ctx.use('auth').authenticate({ key, ip, distrust: null, headers }))
      if (!wanted.has('events')) return
      await feed.begin(client, from).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'a stream of events could not begin')
        reply.raw.destroy()
      })
    },
    count: () => open.size,
    stop() {
      endAll('stopping')
      unfollow()
      for (const timer of timers) clearInterval(timer)
      for (const part of parts) part.stop()
    },
  }
}

/** @throws EVENTS_STREAM_TOPIC */
function topicsOf({ query }: FastifyRequest): ReadonlySet<Topic> {
  const { topics: asked } = query as { topics?: string | string[] }
  if (asked === undefined) return new Set(topics)
  const names = [asked].flat().flatMap(text => text.split(','))
  for (const name of names)
    if (!topics.includes(name as Topic))
      throw fail('EVENTS_STREAM_TOPIC', { name, known: topics.join(', ') }, [
        { path: 'topics', message: `"${name}" is not one of ${topics.join(', ')}` },
      ])
  return new Set(names as Topic[])
}

/** What the client had last; null: it begins now. @throws EVENTS_STREAM_ID */
function lastIdOf({ headers, query }: FastifyRequest): number | null {
  const { last_event_id: asked } = query as { last_event_id?: string }
  const text = String(headers['last-event-id'] ?? asked ?? '')
  if (text === '') return null
  if (!/^\d{1,15}$/.test(text))
    throw fail('EVENTS_STREAM_ID', { id: text.slice(0, 40) }, [
      { path: 'last_event_id', message: 'is no id' },
    ])
  return Number(text)
}

const keys = new WeakMap<FastifyRequest, string | null>()

/**
 * `GET /component/events/stream`: server-sent events for panels and scripts. It is a slot of its own, because
 * operations answer once.
 */
export const http: HttpSlot<{ streams: Streams }> = {
  prefix: '/component/events/stream',
  permission: 'events_show',
  register(app: FastifyInstance, { streams }) {
    // The guard takes the key out of the query; the stream needs it to check it again.
    app.addHook('onRequest', async request => {
      const { 'x-auth-key': own } = request.query as Record<string, unknown>
      const sent = request.headers['x-auth-key'] || own
      keys.set(request, typeof sent === 'string' && sent !== '' ? sent : null)
    })
    app.get('/', (request, reply) => streams.open(request, reply, keys.get(request) ?? null))
  },
}
