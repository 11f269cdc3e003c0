/** An answer of `sys_resources` without any value, for builders that read a part of it. */
export const noResources = {
  cpu: null,
  memory: null,
  disk: null,
  interfaces: null,
  cards: null,
  fans: null,
} as const
