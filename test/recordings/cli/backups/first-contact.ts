/**
 * The backups of the closed recordings when they were met for the first time: nothing was built with them
 * before, except that the patterns of their secrets had been seen. The figures stay as they were then.
 */
export const firstContact = {
  date: '2026-11-23',
  commit: '3b33239f',
  rows: [
    { platform: 'aruba-cx', read: 2, equal: 220, explained: 180, different: 0, demands: 0, failed: 0 },
    { platform: 'edgeswitch', read: 2, equal: 792, explained: 12, different: 0, demands: 0, failed: 0 },
    { platform: 'fs', read: 2, equal: 1494, explained: 42, different: 2, demands: 22, failed: 0 },
    { platform: 'routeros', read: 2, equal: 130, explained: 186, different: 222, demands: 0, failed: 0 },
    { platform: 'tplink', read: 2, equal: 342, explained: 158, different: 0, demands: 4, failed: 2 },
  ],
} as const
