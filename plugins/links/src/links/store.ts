import type { ActionNote, Caller, Context } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import type { LinkView } from '../schemas.ts'
import { lockLinks, tables, type State } from '../tables.ts'
import type { LinkChange, NewLink } from './bodies.ts'
import { linkRow, linkViews } from './list.ts'
import type { LinkRow } from './rows.ts'

interface Ends {
  src_device_id: number
  src_interface_id: number | null
  dest_device_id: number
  dest_interface_id: number | null
}

const endsOf = (row: Ends): Ends => ({
  src_device_id: row.src_device_id,
  src_interface_id: row.src_interface_id,
  dest_device_id: row.dest_device_id,
  dest_interface_id: row.dest_interface_id,
})

/** @throws INVENTORY_DEVICE_UNKNOWN, INVENTORY_INTERFACE_UNKNOWN, LINKS_SAME_DEVICE, LINKS_PORT_FOREIGN */
async function assertEnds(ctx: Context, caller: Caller, ends: Ends): Promise<void> {
  for (const end of ['src', 'dest'] as const) {
    const [device, port] = [ends[`${end}_device_id`], ends[`${end}_interface_id`]]
    await ctx.use('devices').named(device, caller)
    if (port === null) continue
    const { device_id: own } = await ctx.use('interfaces').named(port, caller)
    const path = `${end}_interface_id`
    if (own !== device)
      throw fail('LINKS_PORT_FOREIGN', { port, device }, [
        { path, message: `does not belong to device ${device}` },
      ])
  }
  if (ends.src_device_id === ends.dest_device_id)
    throw fail('LINKS_SAME_DEVICE', {}, [{ path: 'dest_device_id', message: 'is the other device too' }])
}

/** The link with these ends, in any direction, that is not `but`. */
async function linkBetween(em: SqlEntityManager, ends: Ends, but: number): Promise<LinkRow | null> {
  const { src_device_id: a, src_interface_id: p, dest_device_id: b, dest_interface_id: q } = ends
  const same = (from: number, at: number | null, to: number, other: number | null) => sql`
    (src_device_id = ${from} and src_interface_id is not distinct from ${at}::int
      and dest_device_id = ${to} and dest_interface_id is not distinct from ${other}::int)`
  const { rows } = await sql<LinkRow>`
    select * from links_link where id <> ${but} and (${same(a, p, b, q)} or ${same(b, q, a, p)})
    limit 1`.execute(tables(em))
  return rows[0] ?? null
}

/** What a person has drawn, over what a scan knew of these ends. */
const drawn = { source: 'manual', state: 'active', directed: true, missed_sec: 0 } as const

export type Note = (more: ActionNote) => void

/** Who changes links, and where it is noted. */
interface Changing {
  ctx: Context<Config>
  caller: Caller
  note: Note
}

/** One transaction that writes links, while no other does. */
const write = <R>(ctx: Context, work: (em: SqlEntityManager) => Promise<R>): Promise<R> =>
  retryable(() =>
    (ctx.em() as SqlEntityManager).transactional(async given => {
      const em = given as SqlEntityManager
      await lockLinks(em)
      return work(em)
    }),
  )

const set = (em: SqlEntityManager, id: number, values: object) =>
  tables(em).updateTable('links_link').set(values).where('id', '=', id).execute()

/** @throws LINKS_LINK_UNKNOWN */
async function one(ctx: Context, caller: Caller, id: number): Promise<LinkView> {
  const em = ctx.em() as SqlEntityManager
  const [view] = await linkViews(ctx, caller, [await linkRow(em, caller, id)])
  if (!view) throw fail('LINKS_LINK_UNKNOWN', { id })
  return view
}

async function add({ ctx, caller, note }: Changing, body: NewLink): Promise<number> {
  const ends: Ends = {
    ...body,
    src_interface_id: body.src_interface_id ?? null,
    dest_interface_id: body.dest_interface_id ?? null,
  }
  await assertEnds(ctx, caller, ends)
  note({ device_id: ends.src_device_id, meta: { ...endsOf(ends) } })
  const values = {
    ...endsOf(ends),
    ...drawn,
    note: body.note ?? '',
    path: JSON.stringify(body.path ?? []),
    created_at: ctx.clock(),
    created_by: caller.login,
  }
  return write(ctx, async em => {
    const same = await linkBetween(em, ends, -1)
    if (same?.source === 'manual') throw fail('LINKS_EXISTS', { id: same.id })
    if (same) {
      await set(em, same.id, values)
      return same.id
    }
    const { count } = await tables(em)
      .selectFrom('links_link')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    const most = ctx.config.most_links
    if (count >= most) throw fail('LINKS_MANY', { most })
    const added = await tables(em)
      .insertInto('links_link')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    return added.id
  })
}

/** What a scan knew of other ends. */
const unproven = {
  src_aggregate_id: null,
  dest_aggregate_id: null,
  proofs: '[]',
  confidence: null,
  sure: null,
  seen_at: null,
}

const change = ({ ctx, caller, note }: Changing, id: number, body: LinkChange): Promise<void> =>
  write(ctx, async em => {
    const before = await linkRow(em, caller, id)
    const { note: text, path, ...given } = body
    const ends = { ...endsOf(before), ...given }
    const moved = JSON.stringify(endsOf(ends)) !== JSON.stringify(endsOf(before))
    if (moved) {
      await assertEnds(ctx, caller, ends)
      const same = await linkBetween(em, ends, id)
      if (same) throw fail('LINKS_EXISTS', { id: same.id })
    }
    note({ device_id: before.src_device_id, meta: { before: endsOf(before), now: endsOf(ends) } })
    const values = {
      ...(moved && { ...endsOf(ends), ...drawn, ...unproven }),
      ...(text !== undefined && { note: text }),
      ...(path !== undefined && { path: JSON.stringify(path) }),
    }
    if (Object.keys(values).length > 0) await set(em, id, values)
  })

const decide = ({ ctx, caller, note }: Changing, id: number, state: State): Promise<void> =>
  write(ctx, async em => {
    const row = await linkRow(em, caller, id)
    if (row.source === 'manual') throw fail('LINKS_NOT_FOUND_BY_SCAN', { id })
    note({ device_id: row.src_device_id, meta: { ...endsOf(row), before: row.state, now: state } })
    await set(em, id, { state, decided_by: caller.login, missed_sec: 0 })
  })

const remove = ({ ctx, caller, note }: Changing, id: number): Promise<void> =>
  write(ctx, async em => {
    const row = await linkRow(em, caller, id)
    note({ device_id: row.src_device_id, meta: { ...endsOf(row), source: row.source, state: row.state } })
    await tables(em).deleteFrom('links_link').where('id', '=', id).execute()
  })

export const linkStore = (ctx: Context<Config>) => ({
  /** Adds a link. What a scan found between the same ends becomes this one. */
  add: async (caller: Caller, body: NewLink, note: Note): Promise<LinkView> =>
    one(ctx, caller, await add({ ctx, caller, note }, body)),
  /** Fields that are absent stay. Other ends make it a link that a person has drawn. */
  async change(caller: Caller, id: number, body: LinkChange, note: Note): Promise<LinkView> {
    await change({ ctx, caller, note }, id, body)
    return one(ctx, caller, id)
  },
  /** A link that a scan finds comes back with the next one. */
  async remove(caller: Caller, id: number, note: Note): Promise<{ id: number }> {
    await remove({ ctx, caller, note }, id)
    return { id }
  },
  /** What a person says about a link that a scan has found. */
  async decide(caller: Caller, id: number, state: State, note: Note): Promise<LinkView> {
    await decide({ ctx, caller, note }, id, state)
    return one(ctx, caller, id)
  },
})
