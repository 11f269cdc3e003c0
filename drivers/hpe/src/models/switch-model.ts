import type { Family, Model } from '@linecard/driver-kit'

/** Node of HP's switches below its enterprise number. */
export const hp = '1.3.6.1.4.1.11.2.3.7'

/** A model that detection knows by one sysObjectID prefix, and by sysDescr if several have this prefix. */
export const switchModel = (
  key: string,
  name: string,
  objectId: string,
  family: Family,
  descr?: RegExp,
  ports?: number,
): Model => ({
  key,
  name,
  type: 'SWITCH',
  family,
  ...(ports ? { ports } : {}),
  detect: { objectId, ...(descr ? { descr } : {}) },
})

/** Part of a model key, from the name of a series. */
export const keyOf = (series: string): string => series.toLowerCase()
