import { definePlugin, type Context, type Polled } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'

/** Notes each poll of the poller `system` that is stored: which device, when it was polled, by which process. */
export const noting = definePlugin({
  id: 'noting',
  api: 1,
  requires: ['inventory'],
  migrations: [
    {
      name: 'noting/0001_polls',
      up: 'create unlogged table noting_poll (device_id integer not null, time timestamptz not null, pid integer not null);',
      down: 'drop table noting_poll;',
    },
  ],
  pollStores: {
    system: {
      async store(ctx: Context, { device, time, answers }: Polled) {
        if (answers.get('system')?.data === undefined) return
        await sql`insert into noting_poll values (${device.id}, ${time}::timestamptz, ${process.pid})`.execute(
          ctx.em().getKysely(),
        )
      },
    },
  },
})
