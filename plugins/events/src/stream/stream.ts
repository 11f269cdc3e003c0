import {
  ApiError,
  type Caller,
  type Context,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HttpSlot,
} from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { createClient, topics, type Client, type EndReason, type Topic } from './client.ts'
import { createFeed } from './feed.ts'
import { jobsAtWork, pollsAtWork } from './progress.ts'
import { followStatuses } from './statuses.ts'
import { followWork } from './work.ts'

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

  let checking: Promise<void> | null = null
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
  const check = () =>
    (checking ??= checkAll().finally(() => {
      checking = null
    }))
  const timers = [
    setInterval(() => [...clients()].forEach(client => client.beat()), beatMs).unref(),
    setInterval(() => void check(), checkMs).unref(),
  ]
  const unfollow = ctx.events.on('identity.changed', async () => {
    // What changed while the last check ran is checked too.
    await checking
    await check()
  })

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
