import { definePlugin } from '@linecard/plugin-kit'

export default definePlugin({ id: 'links', api: 1, requires: ['identity', 'inventory', 'equipment'] })
