import type { Permission } from '@linecard/plugin-kit'

/** A rehearsal needs the permission of what is rehearsed. */
export const permissions = {} as const satisfies Record<string, Permission>
