import { definePlugin, type EventChangeKind, type NetworkEvent, type Plugin } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'

const db = (em: SqlEntityManager) => em.getKysely<Record<never, never>>()
interface Row {
  seq: string
  kind: EventChangeKind
  time: Date
  event: NetworkEvent
}

/** Stands for the plugin `events`: its outbox is a table into which tests write. */
export const events = definePlugin({
  id: 'events',
  api: 1,
  requires: ['identity'],
  permissions: {
    events_show: { group: 'Events', label: 'See events', description: 'Of the own groups' },
    events_see_all: { group: 'Events', label: 'See all events', description: 'Of all groups' },
  },
  migrations: [
    {
      name: 'events/0001_stand',
      up: `create table events_change (
        seq bigint generated always as identity primary key, kind text not null,
        time timestamptz(3) not null default now(), event jsonb not null
      );`,
      down: 'drop table events_change;',
    },
  ],
  setup(ctx) {
    ctx.provide('network-events', {
      async changesAfter(seq, limit) {
        const { rows } = await sql<Row>`
          select * from events_change where seq > ${seq} order by seq limit ${limit}`.execute(db(ctx.em()))
        return rows.map(row => ({ ...row, seq: Number(row.seq) }))
      },
      async event(id) {
        const { rows } = await sql<Row>`
          select * from events_change where (event->>'id')::int = ${id} order by seq desc limit 1`.execute(
          db(ctx.em()),
        )
        return rows[0]?.event ?? null
      },
      async lastSeq() {
        const { rows } = await sql<{ last: string }>`
          select coalesce(max(seq), 0) as last from events_change`.execute(db(ctx.em()))
        return Number(rows[0]!.last)
      },
      happened: async () => {},
    })
    return ctx
  },
}) as unknown as Plugin
