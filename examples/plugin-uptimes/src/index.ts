import { definePlugin } from '@linecard/plugin-kit'
import { startReading } from './reading.ts'
import { UptimeView, uptimes } from './routes.ts'

const group = 'Uptimes'

export default definePlugin({
  id: 'uptimes',
  api: 1,
  requires: ['equipment', 'inventory'],
  permissions: {
    uptimes_view: { label: 'Uptimes', description: 'See how long devices have run', group, default: true },
  },
  schemas: [UptimeView],
  migrations: [
    {
      name: 'uptimes/0001_device',
      up: `create table uptimes_device (
        device_id integer primary key,
        uptime_sec bigint not null,
        read_at timestamptz(3) not null
      )`,
      down: 'drop table uptimes_device',
    },
  ],
  setup: ctx => startReading(ctx),
  jobs: {
    read: {
      summary: 'Has the uptime of all devices read',
      cron: '17 * * * *',
      timeoutSec: 60,
      run: ({ putAll }) => putAll(),
    },
  },
  routes: (routes, { ctx }) => uptimes(routes, ctx),
  stop: ({ stop }) => stop(),
})
