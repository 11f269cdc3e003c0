import { definePlugin } from '@linecard/plugin-kit'

export default definePlugin({ id: 'backups', api: 1, requires: ['identity', 'inventory', 'equipment'] })
