import { definePlugin, type Context, type Polled } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'

/**
 * Notes each poll of the poller `system` that is stored: which device, when it was polled, by which process, and
 * since when the poll was due (ms). That time moves on when the end of a poll is noted.
 */
export const noting = definePlugin({
  id: 'noting',
  api: 1,
  requires: ['inventory'],
  migrations: [
    {
      name: 'noting/0001_polls',
      up: 'create unlogged table noting_poll (device_id integer not null, time timestamptz not null, pid integer not null, due float8 not null);',
      down: 'drop table noting_poll;',
    },
  ],
  pollStores: {
    system: {
      async store(ctx: Context, { device, answers }: Polled) {
        const answer = answers.get('system')
        if (answer?.data === undefined) return
        await sql`insert into noting_poll
          select device_id, ${answer.time}::timestamptz, ${process.pid}, (due->>'system')::float8
          from pollers_device where device_id = ${device.id}`.execute(ctx.em().getKysely())
      },
    },
  },
})
