import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { migrations } from './migrations/index.ts'
import { setup } from './setup.ts'

export default definePlugin({
  id: 'backups',
  api: 1,
  requires: ['identity', 'inventory', 'equipment'],
  config: Config,
  migrations,
  sealed: [
    {
      table: 'backups_key',
      column: 'sealed',
      name: 'id',
      what: 'key of all stored configurations',
      withoutKey: 'delete',
    },
  ],
  setup,
})
