export const linkWords = { 1: 'Other', 2: 'Up', 3: 'Down' } as const
export const stateWords = { 1: 'Other', 2: 'Disabled', 3: 'Enabled' } as const

/** Speed codes of the 30xx, 1228 and 3200/A1 series. */
const oldSpeeds = {
  2: '10-Half',
  3: '10-Full',
  4: '100-Half',
  5: '100-Full',
  6: '1G-Half',
  7: '1G-Full',
} as const
export const oldLink = { 0: 'Other', 1: 'Down', ...oldSpeeds } as const
export const oldSet = { 0: 'Other', 1: 'Auto', ...oldSpeeds } as const

/** Speed codes of all series with the L2MGMT-MIB. An empty slot has no link. */
const newSpeeds = {
  3: '10-Half',
  4: '10-Full',
  5: '100-Half',
  6: '100-Full',
  7: '1G-Half',
  8: '1G-Full',
} as const
export const newLink = {
  0: 'Other',
  1: 'Down',
  2: 'Down',
  ...newSpeeds,
  9: '10G-Full',
  10: '1G-Full',
} as const
export const newSet = {
  0: 'Other',
  1: 'Other',
  2: 'Auto',
  ...newSpeeds,
  9: '1G-Full',
  10: '1G-Full',
  11: '10G-Full',
} as const

/**
 * Each speed has two codes, with and without flow control. 17 is an empty slot. 18 is a port that a
 * protection function has switched off.
 */
export const flowLink = {
  0: 'Down',
  1: '10-Full',
  2: '10-Full',
  3: '10-Half',
  4: '10-Half',
  5: '100-Full',
  6: '100-Full',
  7: '100-Half',
  8: '100-Half',
  9: '1G-Full',
  10: '1G-Full',
  11: '1G-Half',
  12: '1G-Half',
  13: '10G-Full',
  14: '10G-Full',
  15: '10G-Half',
  16: '10G-Half',
  17: 'Down',
  18: 'Down',
} as const

/** Speed codes of the web-managed series start with the fastest speed. */
export const singleLink = {
  1: 'Down',
  2: '1G-Full',
  3: '100-Full',
  4: '100-Half',
  5: '10-Full',
  6: '10-Half',
  7: '10G-Full',
} as const
export const singleSet = {
  1: '1G-Full',
  2: '100-Full',
  3: '100-Half',
  4: '10-Full',
  5: '10-Half',
  6: 'Auto',
  7: 'Other',
} as const
